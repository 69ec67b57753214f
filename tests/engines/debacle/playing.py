"""Random games of Débâcle, with a taste: mostly for captures and other rare things."""

from collections.abc import Callable, Iterator
from random import Random

from engines.core.draws import ScriptedDraws
from engines.debacle.board import CELL, COLORS, VALUE, dice_alone
from engines.debacle.model import Action, Capture, DebacleState, Doubles, Flip, Position, Recover, Roll
from engines.debacle.notation import Happening
from tests.engines.debacle.match import GAME, NO_DRAWS

Taste = Callable[[Position, Action], float]


def random_states(seed: int, most: int = 400) -> Iterator[DebacleState]:
    """Yield the states of a random game in which somebody is to move, up to so many."""
    chance = Random(seed)
    tastes = random_tastes(chance)
    state = begun(chance.choice(COLORS))
    for _ in range(most):
        if GAME.is_over(state):
            return
        yield state
        action = choose(chance, tastes, state)
        state = GAME.act(state, GAME.to_act(state)[0], action, NO_DRAWS).state


def random_happenings(
    chance: Random, first: str, most: int = 300
) -> tuple[tuple[Happening, ...], DebacleState]:
    """Return what happened in a random game, turns of fate included, and the state after it."""
    happenings: list[Happening] = []
    tastes, state = random_tastes(chance), begun(first)
    while len(happenings) < most and not GAME.is_over(state):
        fate = chance.random()
        if fate < 0.03:
            happenings.append("timeout")
            state = GAME.expire(state, NO_DRAWS).state
        elif fate < 0.04:
            happenings.append("agreed")
            state = GAME.system(state, "end_round", NO_DRAWS).state
        elif fate < 0.042:
            color = chance.choice(COLORS)
            happenings.append("red-leaves" if color == "red" else "black-leaves")
            state = GAME.leave(state, "AB"[COLORS.index(color)], NO_DRAWS).state
        else:
            happenings.append(choose(chance, tastes, state))
            state = GAME.act(state, GAME.to_act(state)[0], happenings[-1], NO_DRAWS).state
    return tuple(happenings), state


def begun(first: str) -> DebacleState:
    """Return the start of a table at which that colour begins."""
    return GAME.start(GAME.setup(["A", "B"], {"first": "AB"[COLORS.index(first)]}), ScriptedDraws()).state


def random_tastes(chance: Random) -> list[Taste]:
    return [chance.choice((plainly, greedily, alike)) for _ in COLORS]


def choose(chance: Random, tastes: list[Taste], state: DebacleState) -> Action:
    actions = GAME.legal_actions(state, GAME.to_act(state)[0]).actions
    taste = tastes[state.position.current]
    return chance.choices(actions, [taste(state.position, action) for action in actions])[0]


def plainly(position: Position, action: Action) -> float:
    """Like every action as much."""
    return 1


def greedily(position: Position, action: Action) -> float:
    """Like best what takes dice."""
    return 6 if isinstance(action, Capture | Doubles | Recover) else 1


def alike(position: Position, action: Action) -> float:
    """Like best what makes all own dice show one value, so that they may be recovered."""
    own = [die & VALUE for die in dice_alone(position.board, position.current)]
    wanted = max(set(own), key=own.count)
    match action:
        case Roll(origin):
            before = position.board[CELL[origin]] & VALUE
            return 12 if before % 6 + 1 == wanted != before else 0.3
        case Flip(at):
            before = position.board[CELL[at]] & VALUE
            return 12 if 7 - before == wanted != before else 0.3
    return 6 if isinstance(action, Recover) else 1
