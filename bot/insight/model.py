"""How a table ended, as far as ratings and seasons need it.

A ranking makes ten thousands of tables and seats at once: named tuples are made in half the time of records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["Attended", "Finished", "Played", "Seated"]


class Seated(NamedTuple):
    """A seat at the end of a table: one person, or a team.

    `people` are user ids, None for each whose data were erased. Seats that came equal share their `place`,
    and the next one is as many further (1, 1, 3); who left has a place behind all who stayed.
    """

    people: tuple[int | None, ...]
    place: int


class Finished(NamedTuple):
    """A table whose game was begun and is over, at `ended_at` (ms UTC).

    `unrated` says why it is not rated, None if it is: "stopped", "idle", "empty", "abandoned"… for how it
    ended, "computers", "autopilot", "children", "learning", "practice", "accessible", "own_deck", "alone",
    "friendly", "private", "early", "often", "evening".
    """

    table_id: int
    game: str
    guild_id: int
    ended_at: int
    seats: tuple[Seated, ...]
    unrated: str | None

    @property
    def compared(self) -> bool:
        """Whether its seats are compared: it is rated, and there are two at least."""
        return self.unrated is None and len(self.seats) > 1


@dataclass(frozen=True, slots=True)
class Attended:
    """A table that somebody sat at until its game was over, or before: its end (ms UTC), and their place.

    The place is None where nobody won, for who led the table without playing, and until it is known.
    """

    table_id: int
    game: str
    ended_at: int
    place: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """A game that somebody played to its end, and whether their seat `won` it.

    `facts` is what their seat did, by names; it is empty where that is not known.
    """

    table: Finished
    won: bool
    facts: Mapping[str, int] = field(default_factory=dict)
