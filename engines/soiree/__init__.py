"""The Soirée: a quiz night of rounds for teams, led by a person or by the bot (S1 to S27).

How the rules are laid out:

- `model`, `events`, `observe`: what is remembered, what is told, what each may know;
- `programme` says which rounds there are, and which cards fit them; `presets` are ready-made ones;
- `legal` and `reasons` say what a seat may do, and why not; `rules` sends each action to its rule;
- `evening` goes from round to round to the end, `questions` from a question to its reveal, `hearing` is the
  one place that asks the judge, `scoring` says what answers are worth;
- `challenges` plays a round of défis: a whole game of Défizz inside the evening, by Défizz's own rules;
- `absence` (silence, leavers), `host` (what quizmaster and host may command), `deadlines`,
  `dealing` (decks), `words` (erasing what was typed), `moments` (awards).
"""
