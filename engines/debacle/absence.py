"""Missed deadlines (B11, C3) and leaving (C4)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.debacle import events
from engines.debacle.actions import give_back
from engines.debacle.board import empty_in_camp
from engines.debacle.rounds import DebaclePlay, close
from engines.debacle.turns import end_turn


def let_pass(play: DebaclePlay) -> None:
    """Let the deadline pass: make the return that is owed, and end the turn; what is left of it is lost."""
    before = play.position
    if before.returning is not None:
        # Never full: of six dice the one that comes back lies elsewhere, and no enemy rests in this camp.
        give_back(play, empty_in_camp(before.board, before.current)[0], by_clock=True)
    play.tell(events.TurnLost(play.setup.seats[before.current]))
    end_turn(play)


def remove(play: DebaclePlay, seat: SeatName, *, absent: bool) -> None:
    """Take `seat` away for good: a leaver loses, whatever the points (B11)."""
    play.tell(events.Left(seat, absent))
    one, two = play.setup.seats
    close(play, two if seat == one else one)
