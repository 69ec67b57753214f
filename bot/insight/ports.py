"""What ratings and standings need of the store."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Protocol

from bot.insight.model import Attended, Finished

__all__ = ["ResultStore"]


class ResultStore(Protocol):
    """How the tables of a server ended, and what its people are called."""

    async def results(self, guild_id: int, game: str, since: int | None = None) -> Sequence[Finished]:
        """The finished tables of a game on a server in the order of (ended_at, table_id), rated or not.

        Only those that ended at `since` (ms UTC) or later, if it is given; those whose places are not known
        yet are left out.
        """
        ...

    async def results_mark(self, guild_id: int, game: str, until: int | None = None) -> Hashable:
        """A mark that changes with what `results` says of tables that ended at `until` (ms UTC) or before.

        So with a new result, with a new place or reason of an old one, and when somebody is erased.
        """
        ...

    async def names(self, guild_id: int, user_ids: Sequence[int]) -> Mapping[int, str]:
        """What each of these users was called when they last sat down on this server; others are left out."""
        ...

    async def attended(self, guild_id: int, user_id: int, skipped: int, most: int) -> Sequence[Attended]:
        """The closed tables of a server at which this user sat, newest first, without those forgotten.

        So many are `skipped`, and of the others at most `most` are given.
        """
        ...
