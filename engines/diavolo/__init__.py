"""Diavolo: ten dice on the table, one order, and not enough little devils for everybody.

How the rules are laid out:

- `throw` (the dice, the colour that meets the order, and whose the pawns are: D2 to D5) knows nothing of
  the table; `model` and `events` are the records;
- `legal` says what a seat may do, why not, and what each may know;
- `rules` throws, takes grabs and settles the round (D6 to D9); `tally` counts what each seat did.
"""
