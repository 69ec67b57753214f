"""Diavolo: ten dice on the table, one order, and not enough little devils for everybody.

How the rules are laid out:

- `throw` (the dice, and the colour that meets the order: D2, D3) and `pawns` (how many there are, and whose
  they are: D4, D5) know nothing of the table;
- `model`, `events`, `observe`: what is remembered, what is told, what each may know;
- `legal` says what a seat may do; `rules` sends each action to its rule: `rounds` opens a round, throws,
  takes grabs and settles (D6 to D9), `absence` sees to missed deadlines and leavers (C3, D11).
"""
