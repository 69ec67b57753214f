"""Débâcle: six dice against six on a board of 36 cells, where a die's face is its strength.

How the rules are laid out:

- `board` (cells, dice, start) knows nothing of turns; `drawing` and `notation` make text of boards and games;
- `model`, `events`, `observe`: what is remembered, what is told, what people may know (there are no secrets);
- `legal` says what a seat may do, from the `moves` of a die and the `doubles` of a board, and `reasons` why
  not; `rules` sends each action to its rule in `actions`;
- `turns` and `rounds` say when a turn or a round is over, `absence` what follows from deadlines and leaving.
"""
