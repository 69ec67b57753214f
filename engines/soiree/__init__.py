"""The Soirée: a quiz night of rounds for teams, led by a person or by the bot (S1 to S27).

How the rules are laid out:

- `programme` says which rounds there are, and which cards fit them; `model` and `events` are the records;
- `legal` says what a seat may do, and why not; `observe` who is awaited, and what each may know;
- `rules` sends each action to its rule; `flow` goes on from one to the next, `questions` from a question to
  its reveal; what both need of it, and what answers are worth, is in `asking`, the one place that asks the
  judge;
- `challenges` plays a round of défis: a whole game of Défizz inside the evening, by Défizz's own rules;
  `tally` counts what each team did.
"""
