"""DESfausse: everybody rolls at once and in secret, and who gets rid of all their dice wins the round.

How the rules are laid out:

- `dice` (which there are, what they show: F1) knows nothing of the table; `model` and `events` are the
  records;
- `hands` reads from a position who holds what, what a seat may choose from, and who is awaited;
- `legal` says what a seat may do, and why not; `rules` sends each action to its rule in `turns` (rolling,
  the choices and discards of a call, what is owed to the cursed, the rounds: F2 to F11), and goes on from
  one to the next until somebody owes a decision; `tally` counts what each seat did.
"""
