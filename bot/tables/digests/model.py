"""What looking back on a game that is over comes to. Nobody stands in it: seats are numbers (*ordinals*)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.insight.dice import Rolled

__all__ = ["A_DAY", "FOLD", "OFTEN", "RATED_A_DAY", "Digest", "Renewed", "Undigested", "Verdict"]

FOLD: Final = 2
"""The version of looking back. A higher one has all tables looked back on again, slowly (see `digesting`)."""

OFTEN: Final = "often"
"""Why a table does not count that the same people have played after `RATED_A_DAY` others that day."""
RATED_A_DAY: Final = 3
"""So many tables count of those that the same people end on one day (UTC), in one game on one server."""
A_DAY: Final = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class Digest:
    """What one table comes to, as far as the table itself tells.

    `places` and `facts` go by the ordinals of seats. A seat without a place leads the table, and does not
    play. None where they cannot be found out (any more): what is kept of them stays. `unrated` is why the
    table does not count for ratings, None if it does; `told` is what its board says of that by itself.
    `rolled` are its dice; None once its log is gone: then, too, what is kept stays.
    """

    table_id: int
    places: Mapping[int, int] | None
    facts: Mapping[int, Mapping[str, int]] | None
    unrated: str | None
    told: str | None
    rolled: Rolled | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a table counts, as it is kept: `unrated` is why not, None if it does; `fold` as in `FOLD`."""

    fold: int
    unrated: str | None


@dataclass(frozen=True, slots=True)
class Undigested:
    """A table that is closed and has not been looked back on by the present version of that."""

    table_id: int
    guild_id: int


@dataclass(frozen=True, slots=True)
class Renewed:
    """A table whose board has to say something else now, and so has a new version."""

    table_id: int
    version: int
    guild_id: int
