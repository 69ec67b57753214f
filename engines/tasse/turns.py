"""Where the cup goes next, starting from zero, and passing a seat over (C1, T7, T10)."""

from __future__ import annotations

from typing import TypeAlias

from engines.core.events import SeatName
from engines.core.play import Play
from engines.core.replacing import replace
from engines.core.seats import next_seat
from engines.tasse import events
from engines.tasse.model import Position, Setup

TassePlay: TypeAlias = Play[Setup, Position, events.TasseEvent]

_MANY_ENOUGH_TO_SKIP = 3
_NINTH = 8
"""Steps from the roller, who counts as the first, to the ninth (T9)."""


def is_running(position: Position) -> bool:
    """Return whether a round is being played."""
    return position.phase not in ("round_over", "over")


def roller(position: Position) -> SeatName:
    """Return who holds the cup in a running round."""
    assert position.current is not None, "a running round has a cup in somebody's hands"
    return position.current


def next_to(setup: Setup, position: Position, seat: SeatName) -> SeatName:
    """Return the next seat in play after `seat` in the direction, but for one that must pass its turn (T10).

    With two in play nobody is passed over: the other one would have to follow itself.
    """
    follower = next_seat(setup.seats, position.in_play, seat, position.direction)
    if follower == position.skipped and len(position.in_play) >= _MANY_ENOUGH_TO_SKIP:
        return next_seat(setup.seats, position.in_play, follower, position.direction)
    return follower


def previous_to(setup: Setup, position: Position, seat: SeatName) -> SeatName:
    """Return the seat in play before `seat`: the next one against the direction (T9)."""
    return next_seat(setup.seats, position.in_play, seat, -position.direction)


def ninth_from(position: Position, seat: SeatName) -> SeatName:
    """Return the 9th seat in play in the direction, counting `seat` as the 1st (T9)."""
    place = position.in_play.index(seat) + _NINTH * position.direction
    return position.in_play[place % len(position.in_play)]


def nine_hits_roller(position: Position) -> bool:
    """Return whether a nine would hit its own roller, which it does with 2, 4 or 8 in play (T9)."""
    return _NINTH % len(position.in_play) == 0


def start_from_zero(play: TassePlay, seat: SeatName) -> None:
    """Give `seat`, or the next one in play if it is out, the cup without a standing announcement (T7).

    Does nothing when the round has just been won. Who is skipped (T10) stays so until the cup moves on.
    """
    before = play.position
    if not is_running(before):
        return
    taker = seat if seat in before.in_play else next_to(play.setup, before, seat)
    play.position = replace(
        before,
        phase="turn" if before.opened else "direction_or_roll",
        current=taker,
        announcement=None,
        dice=None,
        opponents=(),
        skipped=before.skipped if taker == before.current else None,
        decision=before.decision + 1,
    )
    play.tell(events.Restarted(taker))
