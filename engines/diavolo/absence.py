"""Missed deadlines (C3, D6, D9) and leaving (C4, D11)."""

from __future__ import annotations

from engines.core.events import Seat
from engines.core.replacing import replace
from engines.core.seats import MISSES_ALLOWED, next_seat
from engines.diavolo import events
from engines.diavolo.model import Position, Setup
from engines.diavolo.observe import in_play, to_act
from engines.diavolo.rounds import DiavoloPlay, close, open_round, roll, settle


def forget_misses(setup: Setup, position: Position, seat: Seat) -> Position:
    """Return the position after an accepted action of `seat`: its missed deadlines are forgotten (C3)."""
    return _with(position, missed=_changed(position.missed, setup.seats.index(seat), 0))


def miss(play: DiavoloPlay) -> None:
    """Let the deadline pass: the dice roll or the round settles by itself; a third in a row removes (C3)."""
    setup, awaited = play.setup, to_act(play.setup, play.position)
    missed = tuple(
        count + (seat in awaited) for seat, count in zip(setup.seats, play.position.missed, strict=True)
    )
    play.position = _with(play.position, missed=missed)
    if play.position.phase == "roll":
        roll(play, by_itself=True)
    else:
        settle(play)
    for seat, count in zip(setup.seats, missed, strict=True):
        if seat in awaited and count > MISSES_ALLOWED and play.position.phase != "over":
            leave(play, seat, absent=True)


def leave(play: DiavoloPlay, seat: Seat, *, absent: bool = False) -> None:
    """Take `seat` away for good: its gems go out of play, its pawn stays out of the round (D11)."""
    setup, before = play.setup, play.position
    play.tell(events.Left(seat, absent))
    played = seat in in_play(setup, before)
    play.position = replace(
        before,
        gone=(*before.gone, seat),
        gems=_changed(before.gems, setup.seats.index(seat), 0),
        held=tuple(held for held in before.held if held.seat != seat),
    )
    present = in_play(setup, play.position)
    if len(present) == 1:
        close(play)
    elif played and before.phase == "roll":
        _make_room(play, present)


def _make_room(play: DiavoloPlay, present: tuple[Seat, ...]) -> None:
    """Let the next seat roll where the roller has left; the round starts with who is still there (D4)."""
    before = play.position
    roller = before.roller
    if roller not in present:
        roller = next_seat(play.setup.seats, present, roller)
        play.tell(events.RollPassed(roller))
    play.position = open_round(before, len(present), roller)


def _with(position: Position, *, missed: tuple[int, ...]) -> Position:
    return position if missed == position.missed else replace(position, missed=missed)


def _changed(counts: tuple[int, ...], place: int, count: int) -> tuple[int, ...]:
    return (*counts[:place], count, *counts[place + 1 :])
