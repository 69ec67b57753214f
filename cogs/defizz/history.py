"""The history of a finished game, made from its record: everybody's chips by turn."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.proof.record import Record
from bot.tables.proof.replay import Failure, play_again
from engines.core.events import SeatName
from engines.defizz.model import Position
from engines.defizz.readers import players_of
from engines.defizz.rules import Defizz

__all__ = ["History", "history_of"]

_GAME = Defizz()


@dataclass(frozen=True, slots=True)
class History:
    """A game from its first turn to its end, without a quizmaster, who never has chips (Z27).

    `chips` has everybody's chips in the order of `seats`: at the start, then after each turn. A turn that is
    played again counts as one.
    """

    seats: tuple[SeatName, ...]
    chips: tuple[tuple[int, ...], ...]

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return len(self.chips) - 1


def history_of(record: Record) -> History | None:
    """Make the history by replaying the record; None if no game began, it still runs, or the replay fails."""
    if record.setup is None:
        return None
    chips: dict[int, tuple[int, ...]] = {}
    turn = 0
    before: Position | None = None
    players: tuple[SeatName, ...] = ()
    try:
        for _, step in play_again(record, _GAME):
            position, players = step.state.position, players_of(step.state.setup)
            if before is not None and any(event.type == "settlement_undone" for event in step.events):
                turn = before.round
            before = position.before
            begun = any(event.type == "round_started" for event in step.events)
            if begun or position.phase == "over":
                chips[turn] = position.chips
            turn = position.round
    except Failure:
        return None
    if not chips:
        return None
    seats = tuple(seating.seat for seating in record.seats)
    kept = [seats.index(seat) for seat in seats if seat in players]
    rows = (tuple(chips[number][place] for place in kept) for number in sorted(chips))
    return History(tuple(seats[place] for place in kept), tuple(rows))
