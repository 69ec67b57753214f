"""Débâcle: six dice against six on a board of 36 cells, where a die's face is its strength.

How the rules are laid out:

- `board` (cells, dice, start) knows nothing of turns; `notation` makes text of games; `model` and `events`
  are the records;
- `legal` says what a seat may do, from the moves of a die and the doubles of a board, and why not;
- `rules` sends each action to its rule in `actions`, which also says when a turn or a round is over;
  `tally` counts what each seat did.
"""
