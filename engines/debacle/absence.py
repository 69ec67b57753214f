"""Missed deadlines (B11, C3) and leaving (C4)."""

from __future__ import annotations

from engines.core.events import Seat
from engines.core.replacing import replace
from engines.core.seats import MISSES_ALLOWED
from engines.debacle import events
from engines.debacle.actions import give_back
from engines.debacle.board import Side, empty_in_camp
from engines.debacle.model import Position
from engines.debacle.rounds import DebaclePlay, close
from engines.debacle.turns import end_turn


def forget_misses(position: Position) -> Position:
    """Return the position after an accepted action: its seat's missed deadlines are forgotten (C3)."""
    return _with_missed(position, position.current, 0) if position.missed[position.current] else position


def miss(play: DebaclePlay) -> None:
    """Let the deadline pass: a return owed is made, the rest of the turn lost; the third removes the seat."""
    before = play.position
    side = before.current
    missed = before.missed[side] + 1
    play.position = _with_missed(before, side, missed)
    if before.returning is not None:
        # Never full: of six dice the one that comes back lies elsewhere, and no enemy rests in this camp.
        give_back(play, empty_in_camp(before.board, side)[0], by_clock=True)
    seat = play.setup.seats[side]
    play.tell(events.TurnLost(seat))
    end_turn(play)
    if missed > MISSES_ALLOWED and play.position.phase != "over":
        leave(play, seat, absent=True)


def leave(play: DebaclePlay, seat: Seat, *, absent: bool = False) -> None:
    """Take `seat` away for good: a leaver loses, whatever the points (B11)."""
    play.tell(events.Left(seat, absent))
    play.position = replace(play.position, gone=(seat,))
    one, two = play.setup.seats
    close(play, two if seat == one else one)


def _with_missed(position: Position, side: Side, count: int) -> Position:
    red, black = position.missed
    return replace(position, missed=(count, black) if side == 0 else (red, count))
