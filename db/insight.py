"""What stays of games in the store: the ports of looking back and of ratings, over either database."""

from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from functools import partial
from typing import Final

from bot.insight.luck import Rolled
from bot.insight.model import Attended, DiceStore, Finished, Played, ProfileStore
from bot.tables.digests.model import Digest, DigestStore, Renewed, Undigested, Verdict
from db.door import Door
from db.evenings import Read
from db.jobs import archive, digests, servers

_ALWAYS: Final = 2**62
"""A time (ms UTC) after which nothing ends."""


class KeptInsight(DigestStore, ProfileStore, DiceStore):
    """Digests of games, how the tables of a server ended, what was rolled there, what people wish.

    Any method may raise StoreError.
    """

    def __init__(self, door: Door, read: Read) -> None:
        self._door = door
        self._read = read

    # -- digests ---------------------------------------------------------------------------------------

    async def undigested(self, after: int) -> tuple[Sequence[Undigested], int | None]:
        """Closed tables without a digest of the present version, stretch by stretch."""
        return await self._read(lambda connection: digests.list_undigested(connection, after))

    async def keep_digest(self, digest: Digest, shown_since: int) -> Sequence[Renewed]:
        """Write a digest; the tables whose boards have to say something else now."""
        return await self._door.write(lambda connection: digests.keep_digest(connection, digest, shown_since))

    async def verdict(self, table_id: int) -> Verdict | None:
        """What is kept of whether a table counts."""
        return await self._read(lambda connection: digests.read_verdict(connection, table_id))

    async def outdate_digests(self, after: int) -> tuple[int, int | None]:
        """Have the digests of a stretch of tables made anew; how many, and where to go on."""
        return await self._door.write(lambda connection: digests.outdate_digests(connection, after))

    # -- results ---------------------------------------------------------------------------------------

    async def results(
        self, guild_id: int, game: str, since: int | None = None
    ) -> AsyncIterator[Sequence[Finished]]:
        """The finished tables of a game on a server in the order of (ended_at, table_id), rated or not.

        Each piece is read when it is asked for: a table that ends meanwhile may be among them.
        """
        behind: digests.Place | None = digests.FIRST if since is None else digests.Place(since, 0)
        while behind is not None:
            some, behind = await self._read(
                partial(digests.list_results, guild_id=guild_id, game=game, behind=behind)
            )
            if some:
                yield some

    async def results_mark(self, guild_id: int, game: str, until: int | None = None) -> Hashable:
        """A mark that changes with what `results` says of tables that ended at `until` or before."""
        last = _ALWAYS if until is None else until
        return await self._read(lambda connection: digests.read_mark(connection, guild_id, game, last))

    async def names(self, guild_id: int, user_ids: Sequence[int]) -> Mapping[int, str]:
        """What each of these users was called when they last sat down on this server."""
        found: dict[int, str] = {}
        for start in range(0, len(user_ids), digests.NAMED_AT_ONCE):
            some = user_ids[start : start + digests.NAMED_AT_ONCE]
            found |= await self._read(partial(digests.read_names, guild_id=guild_id, user_ids=some))
        return found

    async def attended(self, guild_id: int, user_id: int, skipped: int, most: int) -> Sequence[Attended]:
        """The closed tables of a server at which this user sat, newest first, without those forgotten."""
        return await self._read(
            lambda connection: digests.list_attended(connection, guild_id, user_id, skipped, most)
        )

    async def played(self, user_id: int, guild_id: int, game: str) -> Sequence[Played]:
        """The games that somebody has played to their end on a server, with what they did there.

        They are read in pieces: one that ends meanwhile may be among them.
        """
        found: list[Played] = []
        behind: digests.Place | None = digests.FIRST
        while behind is not None:
            some, behind = await self._read(
                partial(digests.list_played, user_id=user_id, guild_id=guild_id, game=game, behind=behind)
            )
            found += some
        return found

    async def players(self, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
        """Those of these users who have ever played a game on this server."""
        return await self._read(lambda connection: digests.list_players(connection, guild_id, user_ids))

    # -- dice ------------------------------------------------------------------------------------------

    async def rolled(self, guild_id: int) -> Mapping[str, Rolled]:
        """The dice of a server by the names of its games."""
        return await self._read(lambda connection: archive.read_rolled(connection, guild_id))

    async def rolled_everywhere(self) -> Mapping[str, Rolled]:
        """The dice of all servers, and of private messages, by games."""
        return await self._read(archive.read_all_rolled)

    # -- wishes ----------------------------------------------------------------------------------------

    async def wishes(self, user_id: int) -> Mapping[str, str]:
        """What somebody has wished, by the names of the wishes."""
        return await self._read(lambda connection: servers.read_wishes(connection, user_id))

    async def wish(self, user_id: int, wished: Mapping[str, str]) -> None:
        """Note wishes in place of earlier ones of the same names."""
        await self._door.write(lambda connection: servers.note_wishes(connection, user_id, wished))

    async def declined(self, key: str, user_ids: Sequence[int]) -> frozenset[int]:
        """Those of these users whose wish of this name is "no"."""
        found: frozenset[int] = frozenset()
        for start in range(0, len(user_ids), digests.ASKED_AT_ONCE):
            some = user_ids[start : start + digests.ASKED_AT_ONCE]
            found |= await self._read(partial(servers.list_declined, key=key, user_ids=some))
        return found
