"""Défizz: a quiz with wagers. Hear the clues, choose a question and a stake, and dare the others to pay.

How the rules are laid out:

- `deck` (cards and deck files), `faults` (what is wrong with one) and `judging` (is an answer right, Z14)
  know nothing of the table; `model` and `events` are the records;
- `legal` says what a seat may do, and why not; `observe` who is awaited, for how long, and what each may
  know;
- `rules` sends each action to its rule, and takes a challenge from the choice to the question; `rounds`
  goes from one active seat to the next, `modes` from the question to who was right, `settling` pays out;
  chips move in `stakes` alone;
- `polls` are the votes of the table, `host` and `leading` what host and quizmaster may do; `tally` counts
  what each seat did.
"""
