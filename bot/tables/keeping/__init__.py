"""From a plan to what the store keeps: loading, committing, forgetting, erasing."""
