"""Players against one another, without any bot: programs of others, matches, the ladder (docs/players.md)."""
