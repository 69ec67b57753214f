"""What ratings and standings need of the store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from typing import Protocol

from bot.insight.dice import Rolled
from bot.insight.model import Attended, Finished, Played

__all__ = ["DiceStore", "ProfileStore", "ResultStore", "WishStore"]


class ResultStore(Protocol):
    """How the tables of a server ended, and what its people are called."""

    def results(
        self, guild_id: int, game: str, since: int | None = None
    ) -> AsyncIterator[Sequence[Finished]]:
        """The finished tables of a game on a server in the order of (ended_at, table_id), rated or not.

        They come piece by piece, and one that ends meanwhile may be among them.

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

    async def played(self, user_id: int, guild_id: int, game: str) -> Sequence[Played]:
        """The games that somebody has played to their end on a server, with what they did there.

        In the order of (ended_at, table_id); those whose places are not known yet are left out.
        """
        ...

    async def players(self, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
        """Those of these users who have ever played a game on this server."""
        ...


class WishStore(Protocol):
    """What people wish others to see of them; "yes" or "no" by the names in `bot.insight.wishes`."""

    async def wishes(self, user_id: int) -> Mapping[str, str]:
        """What somebody has wished."""
        ...

    async def wish(self, user_id: int, wished: Mapping[str, str]) -> None:
        """Note wishes in place of earlier ones of the same names; others stay."""
        ...

    async def declined(self, key: str, user_ids: Sequence[int]) -> frozenset[int]:
        """Those of these users whose wish of this name is "no"."""
        ...


class DiceStore(Protocol):
    """What was rolled at tables that are over, as far as they have been looked back on."""

    async def rolled(self, guild_id: int) -> Mapping[str, Rolled]:
        """The dice of a server by the names of its games."""
        ...

    async def rolled_everywhere(self) -> Mapping[str, Rolled]:
        """The dice of all servers, and of private messages, by games: for the operator, who may wait."""
        ...


class ProfileStore(ResultStore, WishStore, Protocol):
    """All that rankings and profiles are made of."""
