"""What a quizmaster may do at any time, beside reading: the host's commands, and moving chips (Z27, Z29)."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, TypeGuard, get_args

from engines.core.records import Refusal, SeatName
from engines.defizz import events, host
from engines.defizz.model import (
    LONGEST_REASON,
    Action,
    DefizzState,
    LastTurn,
    Position,
    Setup,
    TakeBack,
    Transfer,
)
from engines.defizz.rounds import master_of
from engines.defizz.stakes import DefizzPlay, chips_of, give, let_stand

Led: TypeAlias = TakeBack | LastTurn | Transfer
_COMMANDS: Final[Mapping[type[Any], str]] = {TakeBack: host.VOID, LastTurn: host.END_AFTER_ROUND}
_LEAST: Final = 100
"""What a seat keeps: no correction puts anybody out."""
_STEP: Final = 100
"""Chips are moved in hundreds."""


def is_led(action: Action) -> TypeGuard[Led]:
    """Return whether only a quizmaster does this."""
    return isinstance(action, get_args(Led))


def leads(state: DefizzState, seat: SeatName) -> bool:
    """Return whether a seat is the quizmaster, and still there (Z27)."""
    return seat == master_of(state.setup) and seat not in state.position.gone


def commands(position: Position) -> tuple[Action, ...]:
    """Return the commands that make sense now; chips are moved by their type alone."""
    return tuple(made() for made, command in _COMMANDS.items() if host.refusal(position, command) is None)


def refusal(setup: Setup, position: Position, action: Led) -> Refusal | None:
    """Return why a quizmaster may not do this now, or None when they may."""
    if not isinstance(action, Transfer):
        return host.refusal(position, _COMMANDS[type(action)])
    if _chips_wait(position):
        return _make_refusal("chips_wait")
    if action.giver not in position.in_play or action.taker not in position.in_play:
        return _make_refusal("no_such_player")
    if action.giver == action.taker:
        return _make_refusal("same_player")
    if action.chips < 1 or action.chips % _STEP:
        return _make_refusal("stake_not_in_hundreds")
    most = chips_of(setup, position, action.giver) - _LEAST
    if action.chips > most:
        return _make_refusal("chips_too_many", most=max(0, most))
    if not action.reason.strip():
        return _make_refusal("reason_missing")
    if len(action.reason) > LONGEST_REASON:
        return _make_refusal("reason_too_long", most=LONGEST_REASON)
    return None


def givers(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return the seats whose chips can be moved now: none in a challenge, and none without any to spare."""
    if _chips_wait(position):
        return ()
    return tuple(seat for seat in position.in_play if can_give(chips_of(setup, position, seat)))


def can_give(chips: int) -> bool:
    """Return whether a seat that has so many chips has any to spare (Z29)."""
    return chips >= _LEAST + _STEP


def lead(play: DefizzPlay, seat: SeatName, action: Led) -> None:
    """Do what a quizmaster may do now."""
    if not isinstance(action, Transfer):
        host.obey(play, _COMMANDS[type(action)])
        return
    let_stand(play)  # a verdict that was turned later would take the chips back with its pot
    give(play, action.giver, -action.chips)
    give(play, action.taker, action.chips)
    play.tell(events.ChipsMoved(action.giver, action.taker, action.chips, action.reason.strip(), seat))


def _chips_wait(position: Position) -> bool:
    return position.challenge is not None or position.phase not in ("roll", "ask", "choose")


def _make_refusal(why: str, **params: object) -> Refusal:
    return Refusal("illegal_action", why, **params)
