"""How a table ended, as far as ratings and seasons need it.

A ranking makes ten thousands of tables and seats at once: named tuples are made in half the time of records.
"""

from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from bot.insight.luck import Rolled


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


# What people may wish: to stand in lists of their servers, and to have others look at their profile.
#
# Both are so unless somebody wishes them not to be.

BOARD: Final = "board"
PROFILE: Final = "profile"
KEYS: Final = (BOARD, PROFILE)
YES: Final = "yes"
NO: Final = "no"


def grants(wishes: Mapping[str, str], key: str) -> bool:
    """Whether somebody with these wishes lets others see something of them."""
    return wishes.get(key, YES) != NO


# What ratings and standings need of the store.


class InsightStore(Protocol):
    """How tables ended and what was rolled there, what people are called, and what they wish others to see.

    Wishes are "yes" or "no" by the names above. Tables are looked back on soon after their end.
    """

    def results(
        self, guild_id: int, game: str, since: int | None = None
    ) -> AsyncIterator[Sequence[Finished]]:
        """The finished tables of a game on a server in the order of (ended_at, table_id), rated or not.

        They come piece by piece, and one that ends meanwhile may be among them.

        Only those that ended at `since` (ms UTC) or later, if it is given; those whose places are not known
        yet are left out.
        """

    async def results_mark(self, guild_id: int, game: str, until: int | None = None) -> Hashable:
        """A mark that changes with what `results` says of tables that ended at `until` (ms UTC) or before.

        So with a new result, with a new place or reason of an old one, and when somebody is erased.
        """

    async def names(self, guild_id: int, user_ids: Sequence[int]) -> Mapping[int, str]:
        """What each of these users was called when they last sat down on this server; others are left out."""

    async def attended(self, guild_id: int, user_id: int, skipped: int, most: int) -> Sequence[Attended]:
        """The closed tables of a server at which this user sat, newest first, without those forgotten.

        So many are `skipped`, and of the others at most `most` are given.
        """

    async def played(self, user_id: int, guild_id: int, game: str) -> Sequence[Played]:
        """The games that somebody has played to their end on a server, with what they did there.

        In the order of (ended_at, table_id); those whose places are not known yet are left out.
        """

    async def players(self, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
        """Those of these users who have ever played a game on this server."""

    async def wishes(self, user_id: int) -> Mapping[str, str]:
        """What somebody has wished."""

    async def wish(self, user_id: int, wished: Mapping[str, str]) -> None:
        """Note wishes in place of earlier ones of the same names; others stay."""

    async def declined(self, key: str, user_ids: Sequence[int]) -> frozenset[int]:
        """Those of these users whose wish of this name is "no"."""

    async def rolled(self, guild_id: int) -> Mapping[str, Rolled]:
        """The dice of a server by the names of its games."""
