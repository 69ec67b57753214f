"""What a seat may do now: the single truth that buttons and `act` share (C5)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.errors import Refusal
from engines.core.events import Seat
from engines.core.game import LegalActions
from engines.defizz.model import (
    Accept,
    Action,
    Ask,
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
from engines.defizz.observe import bounds, can_help, is_naming, to_act
from engines.defizz.readers import opponents
from engines.defizz.reasons import reason, why_not_yours
from engines.defizz.rounds import from_bank
from engines.defizz.settling import die_of, running

MOST_LISTED = 10_000
"""Longer lists of choices are not written down: the text protocol gives their types instead."""

_NOTHING: LegalActions[Action] = LegalActions()


def legal_actions(state: DefizzState, seat: Seat) -> LegalActions[Action]:
    """Return every action of the seat; answers are typed, so that they are named by their type alone."""
    setup, position = state.setup, state.position
    if seat not in to_act(state):
        return _NOTHING
    match position.phase:
        case "roll":
            return LegalActions((Roll(),))
        case "ask":
            return LegalActions(tuple(map(Ask, range(3))))
        case "choose":
            return _choices(setup, position)
        case "raise":
            return LegalActions((Accept(), Refuse()))
        case "verdict":
            return LegalActions((Judge(right=True), Judge(right=False)))
    if is_naming(setup, position):
        return LegalActions(tuple(map(Name, running(position).participants)))
    return LegalActions((Pass(),), complete=False, types=("answer", "pass"))


def refusal(state: DefizzState, seat: Seat, action: Action) -> Refusal | None:
    """Return why the seat may not do this now, or None."""
    if seat not in to_act(state):
        return Refusal("not_your_turn", why_not_yours(state, seat))
    return reason(state, action)


def _choices(setup: Setup, position: Position) -> LegalActions[Action]:
    """Return the help and every choice, or their types where there are too many stakes."""
    help_first: tuple[Action, ...] = (Help(),) if can_help(setup, position) else ()
    least, most = bounds(setup, position) or (0, 0)
    ways = max(1, len(opponents(setup, position))) * 3
    if (max(most - least, 0) // 100 + 1) * ways > MOST_LISTED:
        types = ("help", "choose") if help_first else ("choose",)
        return LegalActions(help_first, complete=False, types=types)
    return LegalActions((*help_first, *_all_choices(setup, position)))


def _all_choices(setup: Setup, position: Position) -> Iterator[Choose]:
    """Yield every choice of question, opponent and stake that the die and the variants leave (Z4, Z16)."""
    duel = die_of(position).kind == "duel"
    against = opponents(setup, position) if duel else (None,)
    stakes: tuple[int | None, ...] = (None,)
    limits = bounds(setup, position)
    if limits is not None:
        least, most = limits
        stakes = (least, *range(least + 100, most + 1, 100))
    questions = (None,) if setup.options.expert else range(3)
    assert limits is not None or from_bank(setup, position), "only the bank needs no stakes"
    for question in questions:
        for opponent in against:
            for stake in stakes:
                yield Choose(question, opponent, stake)
