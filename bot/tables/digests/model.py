"""What looking back on a game that is over comes to. Nobody stands in it: seats are numbers (*ordinals*)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.insight.luck import Rolled

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


# What looking back on games needs of the store.


class DigestStore(Protocol):
    """Digests of tables whose games have been begun and are over. Keeping one twice changes nothing."""

    async def verdict(self, table_id: int) -> Verdict | None:
        """What is kept of whether a table counts; None where nothing is."""

    async def undigested(self, after: int) -> tuple[Sequence[Undigested], int | None]:
        """Closed tables without a digest of the present version, stretch by stretch of their numbers.

        Only those with numbers above `after`; with it the `after` of the next stretch, None at the end.
        """

    async def keep_digest(self, digest: Digest, shown_since: int) -> Sequence[Renewed]:
        """Write a digest in one transaction, and decide there who has played too often that day (`OFTEN`).

        Tables that ended at `shown_since` (ms UTC) or later, and of which something else is to be said now
        than was, get a new version that people have not seen, and are returned; so does one that counts, for
        its board can tell now what it changes in the ratings. A table that is gone has no digest.
        """

    async def outdate_digests(self, after: int) -> tuple[int, int | None]:
        """Have the digests of a stretch of tables made anew: how many, and the `after` of the next stretch.

        What they say stands until then.
        """
