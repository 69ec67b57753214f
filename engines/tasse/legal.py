"""What a seat may do now, and why it may not: the single truth that buttons and `act` share (C5)."""

from __future__ import annotations

from engines.core.errors import Refusal
from engines.core.events import SeatName
from engines.core.game import LegalActions
from engines.tasse.cup import read_words, score_to_match
from engines.tasse.model import (
    Action,
    Announce,
    Declare,
    Direct,
    Doubt,
    NextRound,
    Position,
    Roll,
    Say,
    Show,
    TasseState,
)
from engines.tasse.observe import to_act
from engines.tasse.scores import DUEL_SCORES, NORMAL, place
from engines.tasse.specials import find_show

_NOTHING: LegalActions[Action] = LegalActions()
_OPENING: LegalActions[Action] = LegalActions((Direct(1), Direct(-1), Roll()))
_ROLL: LegalActions[Action] = LegalActions((Roll(),))
_DOUBT_OR_ROLL: LegalActions[Action] = LegalActions((Doubt(), Roll()))
_DUEL: LegalActions[Action] = LegalActions(tuple(Declare(score) for score in DUEL_SCORES))
_NEXT_ROUND: LegalActions[Action] = LegalActions((NextRound(),))

_LADDER = tuple(Announce(score) for score in NORMAL)
_FROM: tuple[LegalActions[Action], ...] = tuple(LegalActions(_LADDER[n:]) for n in range(len(NORMAL)))
_FROM_OR_SHOW: tuple[LegalActions[Action], ...] = tuple(
    LegalActions((*_LADDER[n:], Show())) for n in range(len(NORMAL))
)
"""Actions after a roll, by the place of the standing score; made once, since every step lists them."""


def legal_actions(state: TasseState, seat: SeatName) -> LegalActions[Action]:
    """Return every action of the seat, without announcements in words (whose type is `announce` too)."""
    position = state.position
    if position.phase == "round_over":
        return _NOTHING if seat in position.gone else _NEXT_ROUND
    if seat not in to_act(position):
        return _NOTHING
    if position.phase == "rolled":
        standing = score_to_match(position)
        lowest = place(standing) if standing is not None else 0
        return (_FROM_OR_SHOW if find_show(position) else _FROM)[lowest]
    if position.phase == "turn" and position.announcement is not None:
        return _DOUBT_OR_ROLL
    if position.phase == "duel":
        return _DUEL
    return _OPENING if position.phase == "direction_or_roll" else _ROLL


def objection(state: TasseState, seat: SeatName, action: Action) -> Refusal | None:
    """Return why a seat that is awaited may not do this, or None when it may."""
    position = state.position
    if action in legal_actions(state, seat).actions:
        return None
    if position.phase == "rolled" and isinstance(action, Say):
        return _refuse_words(state, action)
    return Refusal(
        "illegal_action", _reason(position, action), phase=position.phase, to_match=score_to_match(position)
    )


def _refuse_words(state: TasseState, said: Say) -> Refusal | None:
    """Refuse words where the table plays guided, or where they name no score at all (T8)."""
    if state.setup.options.announce == "guided":
        return Refusal("illegal_action", "guided_only")
    reading = read_words(state.position, said)
    if reading is None:
        return Refusal("illegal_action", "no_score_named")
    if reading == "show" and find_show(state.position) is None:
        return Refusal("illegal_action", "nothing_to_show")
    return None


def _reason(position: Position, action: Action) -> str:
    """Return the finer reason why an action is not legal."""
    match action:
        case Announce(score) if position.phase == "rolled" and score in NORMAL:
            return "score_too_low"
        case Announce() if position.phase == "rolled":
            return "off_the_ladder"
        case Show() if position.phase == "rolled":
            return "nothing_to_show"
        case Doubt() if position.phase in ("direction_or_roll", "turn"):
            return "nothing_to_doubt"
        case Doubt() if position.phase == "reroll":
            return "no_doubt_after_nine"
        case Declare() if position.phase == "duel":
            return "not_a_duel_score"
        case Direct(1 | -1):
            return "direction_is_set"
        case Direct():
            return "no_such_direction"
    return "not_now"
