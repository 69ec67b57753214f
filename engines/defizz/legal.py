"""What a seat may do now: the single truth that buttons and `act` share (C5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product, starmap

from engines.core.events import SeatName
from engines.core.game import LegalActions
from engines.defizz.ballots import Contest, Vote
from engines.defizz.before import find_turnable, said_since
from engines.defizz.leading import commands, givers, leads
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
from engines.defizz.polls import may_contest
from engines.defizz.readers import opponents
from engines.defizz.settling import challenge_of, die_of, is_naming

MOST_LISTED = 10_000
"""Longer lists of choices are not made; their types are given instead."""

_NOTHING: LegalActions[Action] = LegalActions()
_ROLL: LegalActions[Action] = LegalActions((Roll(),))
_ASK: LegalActions[Action] = LegalActions(tuple(map(AskQuestion, range(3))))
_RAISED: LegalActions[Action] = LegalActions((Accept(), Refuse()))
_VERDICT: LegalActions[Action] = LegalActions((Judge(right=True), Judge(right=False)))
_ON_VERDICT: LegalActions[Action] = LegalActions((Vote(turn=True), Vote(turn=False), Pass()))
_ANSWER: LegalActions[Action] = LegalActions((Pass(),), complete=False, types=("answer", "pass"))

_choose = lru_cache(1 << 12)(Choose)
"""Choices by their fields, made once: a table lists hundreds of them again every turn."""


def legal_actions(state: DefizzState, seat: SeatName) -> LegalActions[Action]:
    """Return every action of the seat; free text, and chips to be moved, are listed by their type alone."""
    owed = _owed(state) if seat in to_act(state) else _NOTHING
    contests = _contests(state.position, seat)
    listed = replace(owed, actions=(*owed.actions, *contests)) if contests else owed
    return _led(state, listed) if leads(state, seat) else listed


def _led(state: DefizzState, listed: LegalActions[Action]) -> LegalActions[Action]:
    """Return what a quizmaster may do: what is `listed`, and lead (Z27, Z29)."""
    if state.position.phase == "over":
        return listed
    actions = (*listed.actions, *commands(state.position))
    moving = ("transfer",) if givers(state.setup, state.position) else ()
    if listed.complete and not moving:
        return replace(listed, actions=actions)
    types = dict.fromkeys((*listed.types, *(action.type for action in actions), *moving))
    return LegalActions(actions, complete=False, types=tuple(types))


def _contests(position: Position, seat: SeatName) -> tuple[Action, ...]:
    """Return the verdicts that the seat may contest or, where it read, turn (Z21)."""
    if position.before is None or not may_contest(position, seat):
        return ()
    said = said_since(position)
    return tuple(Contest(said[place].seat) for place in find_turnable(position))


def _owed(state: DefizzState) -> LegalActions[Action]:
    """Return what a seat may do that is awaited."""
    setup, position = state.setup, state.position
    match position.phase:
        case "roll":
            return _ROLL
        case "vote":
            return _votes(position)
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


def _votes(position: Position) -> LegalActions[Action]:
    """Return both ways to vote on a verdict or all winners, and that one does not vote (Z21, Z22)."""
    if position.poll is not None and position.poll.place is not None:
        return _ON_VERDICT
    named = tuple(map(Name, challenge_of(position).participants))
    return LegalActions((*named, Pass()))


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
