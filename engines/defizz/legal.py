"""What a seat may do now: the single truth that buttons and `act` share (C5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product, starmap

from engines.core.events import SeatName
from engines.core.game import LegalActions
from engines.defizz.model import (
    Accept,
    Action,
    AskQuestion,
    Choose,
    DefizzState,
    Help,
    Judge,
    Name,
    Pass,
    Position,
    Refuse,
    Roll,
    Setup,
)
from engines.defizz.observe import bounds, can_help, to_act
from engines.defizz.readers import opponents
from engines.defizz.settling import challenge_of, die_of, is_naming

MOST_LISTED = 10_000
"""Longer lists of choices are not made; their types are given instead."""

_NOTHING: LegalActions[Action] = LegalActions()
_ROLL: LegalActions[Action] = LegalActions((Roll(),))
_ASK: LegalActions[Action] = LegalActions(tuple(map(AskQuestion, range(3))))
_RAISED: LegalActions[Action] = LegalActions((Accept(), Refuse()))
_VERDICT: LegalActions[Action] = LegalActions((Judge(right=True), Judge(right=False)))
_ANSWER: LegalActions[Action] = LegalActions((Pass(),), complete=False, types=("answer", "pass"))

_choose = lru_cache(1 << 12)(Choose)
"""Choices by their fields, made once: a table lists hundreds of them again every turn."""


def legal_actions(state: DefizzState, seat: SeatName) -> LegalActions[Action]:
    """Return every action of the seat; answers are free text, and so are listed by their type alone."""
    setup, position = state.setup, state.position
    if seat not in to_act(state):
        return _NOTHING
    match position.phase:
        case "roll":
            return _ROLL
        case "ask":
            return _ASK
        case "choose":
            return _choices(setup, position)
        case "raise":
            return _RAISED
        case "verdict":
            return _VERDICT
    if is_naming(setup, position):
        return LegalActions(tuple(map(Name, challenge_of(position).participants)))
    return _ANSWER


def _choices(setup: Setup, position: Position) -> LegalActions[Action]:
    """Return the help and every choice, or only their types where there are too many stakes."""
    help_first: tuple[Action, ...] = (Help(),) if can_help(setup, position) else ()
    against, stakes = opponents(setup, position), _stakes(setup, position)
    if len(stakes) * max(1, len(against)) * 3 > MOST_LISTED:
        types = ("help", "choose") if help_first else ("choose",)
        return LegalActions(help_first, complete=False, types=types)
    duel = die_of(position).kind == "duel"
    questions = (None,) if setup.options.expert else range(3)
    ways = starmap(_choose, product(questions, against if duel else (None,), stakes))
    return LegalActions((*help_first, *ways))


def _stakes(setup: Setup, position: Position) -> Sequence[int | None]:
    """Return every stake that may be named, the minimum always (Z4); only None if the bank pays (Z16)."""
    limits = bounds(setup, position)
    if limits is None:
        return (None,)
    least, most = limits
    return range(least, max(least, most) + 1, 100)
