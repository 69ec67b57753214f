"""Missed deadlines (C3, D6, D9) and leaving (C4, D11)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.core.seats import next_seat, put_at
from engines.diavolo import events
from engines.diavolo.observe import in_play
from engines.diavolo.rounds import DiavoloPlay, close, open_round, roll, settle


def let_pass(play: DiavoloPlay) -> None:
    """Let the deadline pass: throw the dice, or settle the round (C3)."""
    if play.position.phase == "roll":
        roll(play, by_itself=True)
    else:
        settle(play)


def remove(play: DiavoloPlay, seat: SeatName, *, absent: bool) -> None:
    """Take `seat` away for good: its gems go out of play, its pawn stays out of the round (D11)."""
    setup, before = play.setup, play.position
    play.tell(events.Left(seat, absent))
    played = seat in in_play(setup, before)
    play.position = replace(
        before,
        gems=put_at(before.gems, setup.seats.index(seat), 0),
        held=tuple(held for held in before.held if held.seat != seat),
    )
    present = in_play(setup, play.position)
    if len(present) == 1:
        close(play)
    elif played and before.phase == "roll":
        _make_room(play, present)


def _make_room(play: DiavoloPlay, present: tuple[SeatName, ...]) -> None:
    """Let the next seat roll where the roller has left, and lay out pawns for those still there (D4)."""
    before = play.position
    roller = before.roller
    if roller not in present:
        roller = next_seat(play.setup.seats, present, roller)
        play.tell(events.RollPassed(roller))
    play.position = open_round(before, len(present), roller)
