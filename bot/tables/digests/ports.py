"""What looking back on games needs of the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.tables.digests.model import Digest, Renewed, Undigested, Verdict

__all__ = ["DigestStore", "VerdictStore"]


class VerdictStore(Protocol):
    """Knows which tables count."""

    async def verdict(self, table_id: int) -> Verdict | None:
        """What is kept of whether a table counts; None where nothing is."""
        ...


class DigestStore(VerdictStore, Protocol):
    """Digests of tables whose games have been begun and are over. Keeping one twice changes nothing."""

    async def undigested(self, after: int) -> tuple[Sequence[Undigested], int | None]:
        """Closed tables without a digest of the present version, stretch by stretch of their numbers.

        Only those with numbers above `after`; with it the `after` of the next stretch, None at the end.
        """
        ...

    async def keep_digest(self, digest: Digest, shown_since: int) -> Sequence[Renewed]:
        """Write a digest in one transaction, and decide there who has played too often that day (`OFTEN`).

        Tables that ended at `shown_since` (ms UTC) or later, and of which something else is to be said now
        than was, get a new version that people have not seen, and are returned; so does one that counts, for
        its board can tell now what it changes in the ratings. A table that is gone has no digest.
        """
        ...

    async def outdate_digests(self, after: int) -> tuple[int, int | None]:
        """Have the digests of a stretch of tables made anew: how many, and the `after` of the next stretch.

        What they say stands until then.
        """
        ...
