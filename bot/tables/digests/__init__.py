"""What is kept of a game that is over, once it has been looked back on: places, facts, whether it counts."""
