"""Random tables that come to an end soon: many of them are played in little time."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engines.core.draws import Draws
from engines.core.game import AnyGame
from engines.core.records import AnyState, AnyStep
from tests.engines.described import Description, description_of, random_state

_LATE, _HOST, _UNASKED, _UNLISTED = 0.15, 0.02, 0.05, 0.02
"""How often a deadline passes, the host commands, somebody acts unasked, and an unlisted action is tried."""
_LEAVERS = (0.0, 0.02, 0.05, 0.1)
"""How often somebody leaves, from table to table: at every fourth one nobody does."""


def hurry(game: AnyGame, seed: int) -> Iterator[AnyStep]:
    """Yield the steps of a random table from its start to its end."""
    chance, description = Random(seed), description_of(game.name)
    leaving = chance.choice(_LEAVERS)
    state = random_state(game, chance)
    for _ in range(description.most_steps):
        if game.is_over(state):
            return
        step = _happen(game, state, description, chance, leaving)
        yield step
        state = step.state
    raise AssertionError(f"a table of {game.name} does not end")


def _happen(
    game: AnyGame, state: AnyState, description: Description, chance: Random, leaving: float
) -> AnyStep:
    """What comes next: somebody acts or leaves, the host commands, or a deadline passes."""
    there = [seat for seat in state.setup.seats if not game.has_left(state, seat)]
    awaited, commands = game.to_act(state), (*game.host_commands(state), *sorted(game.agreements))
    if chance.random() < leaving:
        return game.leave(state, chance.choice(there), _draws(chance))
    if game.awaits_settle(state) and (not awaited or chance.random() < 0.5):
        return game.system(state, "settle", _draws(chance))
    if commands and chance.random() < _HOST:
        return game.system(state, chance.choice(commands), _draws(chance))
    unasked = not awaited or chance.random() < _UNASKED
    seat = chance.choice(there if unasked else awaited)
    action = _choose(game, state, seat, description, chance)
    if (action is None or chance.random() < _LATE) and game.deadline(state) is not None:
        return game.expire(state, _draws(chance))
    return (
        _happen(game, state, description, chance, leaving)
        if action is None
        else game.act(state, seat, action, _draws(chance))
    )


def _choose(game: AnyGame, state: AnyState, seat: str, description: Description, chance: Random) -> Any:
    """One of the actions that a seat may do now, of any type as likely as of another, or None."""
    legal = game.legal_actions(state, seat)
    kinds = list(dict.fromkeys(action.type for action in legal.actions))
    kind = chance.choice(kinds) if kinds else ""
    listed = [action for action in legal.actions if action.type == kind]
    if listed and chance.random() > (_UNLISTED if legal.complete else 0.5):
        return chance.choice(listed)
    tried = chance.sample(description.any_actions, len(description.any_actions))
    unlisted = (action for action in tried if description.unlisted(action))
    allowed = (action for action in unlisted if game.refusal(state, seat, action) is None)
    return next(allowed, chance.choice(listed) if listed else None)


def _draws(chance: Random) -> Draws:
    return lambda sides: chance.randint(1, sides)
