"""Looks back on one table, beside the loop, and has the store keep what that comes to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.tables.aside import Aside
from bot.tables.digests.making import make_digest
from bot.tables.digests.model import Digest, Renewed
from bot.tables.digests.ports import DigestStore
from bot.tables.errors import Denied
from bot.tables.looking import Looking
from bot.tables.model import Held, Status
from bot.tables.proof.record import Record

__all__ = ["CannotLookBack", "Digester"]


class CannotLookBack(Exception):
    """The rules failed as they looked back on a game."""


class Digester:
    """Makes digests of tables that are closed, whoever's home they are at."""

    def __init__(self, tables: Looking, store: DigestStore) -> None:
        self._tables = tables
        self._store = store
        self._aside = Aside("digesting")

    async def digest(self, table_id: int, shown_since: int) -> Sequence[Renewed]:
        """Look back on a table; nothing happens with one that is not closed, or whose game never began.

        Returns the tables whose boards have to say something else now, of those that ended at `shown_since`
        (ms UTC) or later. Denied "no_such_table"; CannotLookBack.
        """
        held, record = await self._tables.told(table_id)
        if held.table.status is not Status.CLOSED or not _has_begun(held):
            return ()
        digest = await self._make(held, record)
        return await self._store.keep_digest(digest, shown_since)

    async def _make(self, held: Held, record: Record | None) -> Digest:
        try:
            game = self._tables.game(held.table.game)
        except Denied:
            game = None
        try:
            return await self._aside.run(partial(make_digest, held, record, game))
        except Exception as error:
            raise CannotLookBack from error


def _has_begun(held: Held) -> bool:
    """Whether a game was ever played at this table: of one whose log is gone only the store knows."""
    vault = held.vault
    forgotten = held.table.end.forgotten_at is not None
    return vault.state is not None or vault.unread is not None or forgotten
