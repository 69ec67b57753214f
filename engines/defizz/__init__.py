"""Défizz: a quiz with wagers. Hear the clues, choose a question and a stake, and dare the others to pay.

How the rules are laid out:

- `deck` (cards and deck files), `faults` (what is wrong with one) and `judging` (is an answer right, Z14)
  know nothing of the table;
- `model`, `events`, `observe`: what is remembered, what is told, what each may know;
- `legal` and `reasons` say what a seat may do, and why not; `rules` sends each action to its rule;
- `rounds` goes from one active seat to the next (the die, `piles`, `readers`), `challenge` from the choice to
  the question, `modes` from the question to who was right, `settling` pays out; chips move in `stakes` alone;
- `absence` (missed deadlines, leavers), `host` (what the host may do), `deadlines`.
"""
