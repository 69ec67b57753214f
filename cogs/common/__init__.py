"""Commands that belong to no single game."""
