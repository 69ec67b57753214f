"""By which interactions people sat down: they are mixed into the dice."""

from __future__ import annotations

from bot.tables.model import Seat

__all__ = ["joins_of"]


def joins_of(*seats: Seat) -> tuple[int, ...]:
    """The interactions that are mixed into the dice: of all but those who came after the start."""
    people = (person for seat in seats for person in seat.people)
    return tuple(join for person in people if (join := person.join_id or 0) >= 0)
