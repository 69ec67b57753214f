"""DESfausse: everybody rolls at once and in secret, and who gets rid of all their dice wins the round.

How the rules are laid out:

- `dice` (which there are, what they show: F1) and `combos` (what may be discarded, in which order: F5, F6)
  know nothing of the table;
- `model`, `events`, `observe`: what is remembered, what is told, what each may know; `hands` and `choices`
  read from a position who holds what, and what a seat may choose from;
- `legal` says what a seat may do, `reasons` why it may not; `rules` sends each action to its rule: `turns`
  (rolling: F2, F3), `calls` (the choices and discards of a call: F4 to F9), `gifts` (what is owed to the
  cursed: F9), `rounds` (F10, F11), `moving` (dice that change hands: F8), `absence` (C3, F12, F13);
- `flow` goes on from one to the next until somebody owes a decision.
"""
