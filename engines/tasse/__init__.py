"""La Tasse: two dice, a cup, and a score at least as high as the last one, true or not.

How the rules are laid out:

- `scores` (what dice are worth, T2) knows nothing of the table; `model` and `events` are the records;
- `legal` says what a seat may do, why not, and what each may know;
- `rules` sends each action to its rule in `cup`: roll, doubt, announce, specials, the joker and its duels;
- all of them give points and pass the cup on through `scoring`; `tally` counts what each seat did.
"""
