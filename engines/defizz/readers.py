"""Who reads: the seat before the active one, for the last two an eliminated one, or the bot (Z1, Z15).

Or a quizmaster who never plays (Z27).
"""

from __future__ import annotations

from typing import Final

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.core.seats import next_seat
from engines.defizz import events
from engines.defizz.model import BOT, Position, Setup
from engines.defizz.stakes import DefizzPlay

LAST_TWO = 2
"""With so many in play, minimums are doubled, and neither of them can read (Z15)."""

MASTER: Final = "master"
"""The value of the option `reader` by which the first seat reads all game long (Z27)."""


def master_of(setup: Setup) -> SeatName | None:
    """Return the seat that reads all game long and does not play, or None where there is none (Z27)."""
    return setup.seats[0] if setup.options.reader == MASTER else None


def players_of(setup: Setup) -> tuple[SeatName, ...]:
    """Return the seats that play: all but the quizmaster's (Z27)."""
    return setup.seats[1:] if setup.options.reader == MASTER else setup.seats


def name_of(reader: SeatName | None) -> str:
    """Return the public name of a reader: the seat, or "bot"."""
    return BOT if reader is None else reader


def reader_for(setup: Setup, position: Position, active: SeatName) -> SeatName | None:
    """Return who reads for `active`, or None for the bot."""
    if setup.options.reader == BOT:
        return None
    if setup.options.reader == MASTER:
        master = master_of(setup)
        return None if master in position.gone else master
    if len(position.in_play) > LAST_TWO:
        return next_seat(setup.seats, position.in_play, active, direction=-1)
    there = [seat for seat in position.out if seat not in position.gone]
    return there[-1] if there else None


def may_read(position: Position, reader: SeatName | None) -> bool:
    """Return whether a reader can go on, for it has not left and is not one of the last two."""
    if reader is None:
        return True
    return reader not in position.gone and not (
        len(position.in_play) <= LAST_TWO and reader in position.in_play
    )


def change_reader(play: DefizzPlay, reader: SeatName | None) -> None:
    """Let `reader` (None: the bot) read from now on."""
    play.position = replace(play.position, reader=reader)
    play.tell(events.ReaderChanged(name_of(reader)))


def opponents(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who may be challenged: all in play but the active seat and the reader, in turn."""
    place = setup.seats.index(position.active)
    around = (*setup.seats[place + 1 :], *setup.seats[:place])
    return tuple(seat for seat in around if seat in position.in_play and seat != position.reader)
