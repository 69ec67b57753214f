"""La Tasse: two dice, a cup, and a score at least as high as the last one, true or not.

How the rules are laid out:

- `scores` (what dice are worth, T2) and `announcements` (how people say it, T8) know nothing of the table;
- `model`, `events`, `observe`: what is remembered, what is told, what each may know;
- `legal` says what a seat may do; `rules` sends each action to its rule: `cup` (roll, doubt, announce),
  `specials`, `joker` (with its duels), `absence` (missed deadlines, leavers);
- all of them give points through `scoring` and the cup through `turns.start_from_zero`.
"""
