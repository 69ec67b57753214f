"""What all five games share: the contract of a game, seats, draws, refusals, JSON."""
