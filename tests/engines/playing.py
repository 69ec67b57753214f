"""Random tables of any game, played from its description."""

from __future__ import annotations

from random import Random

from tests.engines.described import description_of, random_state
from tests.support.games import GAMES


class Recorder:
    """Random draws that remember what they gave."""

    def __init__(self, random: Random) -> None:
        self.random, self.outcomes = random, []

    def __call__(self, n: int) -> int:
        self.outcomes.append(self.random.randint(1, n))
        return self.outcomes[-1]


def requests(game, description, state, random):
    """Choose what happens next: mostly a legal action, at times an unlisted one, a timeout or a leaver."""
    chance, seats = random.random(), state.setup.seats
    there = [seat for seat in seats if not game.has_left(state, seat)]
    if chance < 0.03 and game.deadline(state) is not None:
        return lambda state, draws: game.expire(state, draws)
    if chance < 0.04:
        leaver = random.choice(there)
        return lambda state, draws: game.leave(state, leaver, draws)
    if game.awaits_settle(state) and (chance < 0.5 or not game.to_act(state)):
        return lambda state, draws: game.system(state, "settle", draws)
    offers = [(seat, action) for seat in there for action in game.legal_actions(state, seat).actions]
    unlisted = [
        (seat, action)
        for seat in game.to_act(state)
        for action in description.any_actions
        if description.unlisted(action) and game.refusal(state, seat, action) is None
    ]
    seat, action = random.choice(unlisted if unlisted and chance < 0.1 else offers)
    return lambda state, draws: game.act(state, seat, action, draws)


def play_out(name, seed, state=None):
    """Play a random table, or a given one, to its end: yields (game, state, step, request, draws) a step."""
    game, description, random = GAMES[name], description_of(name), Random(seed)
    state = state or random_state(game, random)
    for _ in range(description.most_steps):
        if game.is_over(state):
            return
        request, draws = requests(game, description, state, random), Recorder(random)
        step = request(state, draws)
        yield game, state, step, request, draws.outcomes
        state = step.state
    raise AssertionError(f"a table of {name} does not end")
