"""The store: every port of bot/tables over one database, SQLite's or PostgreSQL's.

Writes go through the door and come back committed; reads have a connection of their own and never wait
for it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot import meters
from bot.homes.ports import Wakes
from bot.tables.care.caretaking import Idle
from bot.tables.decks import PlayedDeck
from bot.tables.homes import EVERYTHING, Slots
from bot.tables.limits import Block, Blocked
from bot.tables.model import SceneText
from bot.tables.ports import Audience, Change, Contact, Duplicate, Entry, Live, Posted, Spot, Stale, Stored
from db.batch import Commit, Connection
from db.calls import KeptCalls
from db.daily import KeptDaily
from db.deck_shelf import DeckShelf
from db.door import Door
from db.evenings import KeptEvenings
from db.insight import KeptInsight
from db.jobs import archive, finding, people, servers, tables
from db.slots import KeptSlots
from db.sqlite.backup import back_up
from db.sqlite.connection import BUSY_MS, open_connections
from db.weeklies import KeptWeeklies


class Store(DeckShelf):
    """Tables, messages, people, servers and decks, with `slots` beside them: which process is home to what.

    Any method may raise StoreError.
    """

    wakes: Wakes | None = None

    def __init__(self, writer: Connection, reader: Connection) -> None:
        self.door = Door(writer)
        self._writer = writer
        self._reader = reader
        self.slots = KeptSlots(self.door, reader.read)
        self.evenings = KeptEvenings(self.door, reader.read)
        self.insight = KeptInsight(self.door, reader.read)
        self.calls = KeptCalls(self.door, reader.read)
        self.weeklies = KeptWeeklies(self.door, reader.read)
        self.daily = KeptDaily(self.door, reader.read)

    async def close(self) -> None:
        """Wait for the writes under way, then close; later calls raise StoreError `closed`."""
        await self.door.close()
        await self._reader.close()
        await self._writer.close()

    @asynccontextmanager
    async def locked(self, name: str) -> AsyncIterator[None]:
        """Let one process in at a time, of all that share the database; StoreError. One alone never waits."""
        del name
        yield

    # -- tables ----------------------------------------------------------------------------------------

    async def load(self, table_id: int) -> Stored | None:
        """The table as it stands, None if there is none."""
        return await self._reader.read(lambda connection: tables.load_table(connection, table_id))

    async def commit(self, change: Change) -> Stored:
        """Write a change durably, and return what is stored now.

        Stale, Duplicate, Occupied, TooMany, PictureGone.
        """
        try:
            return await self.door.write(Commit(change))
        except Stale:
            meters.count("stale")
            raise
        except Duplicate:
            meters.count("duplicate")
            raise

    async def version(self, table_id: int) -> int | None:
        """The version of the table as it stands."""
        return await self._reader.run(lambda connection: finding.find_version(connection, table_id))

    async def live(self, slots: Slots = EVERYTHING) -> Sequence[Live]:
        """Every table in these slots that is not closed, or whose last state is not published."""
        return await self._reader.read(lambda connection: finding.list_live(connection, slots))

    async def behind(self, before: int, slots: Slots = EVERYTHING) -> Sequence[Live]:
        """Those of `live` that are not published, or whose deadline passed before this time (ms UTC)."""
        return await self._reader.read(lambda connection: finding.list_behind(connection, before, slots))

    async def played_by_computers(self, slots: Slots = EVERYTHING) -> Sequence[int]:
        """Every table in these slots that is being played, and where a computer plays a seat."""
        return await self._reader.read(lambda connection: finding.list_played_by_computers(connection, slots))

    async def find(self, game: str, channel_id: int) -> int | None:
        """The live table of this game played or opened in this channel."""
        return await self._reader.run(lambda connection: finding.find_table(connection, game, channel_id))

    async def guild_of(self, table_id: int) -> int | None:
        """The server of a table, None if there is no such table."""
        return await self._reader.run(lambda connection: finding.find_guild(connection, table_id))

    async def latest(self, game: str | None, channel_id: int, *, closed: bool = False) -> int | None:
        """The newest table of this game (of any game if None) in this channel.

        Closed ones count too; with `closed`, only they do.
        """
        return await self._reader.run(
            lambda connection: finding.find_latest(connection, game, channel_id, closed)
        )

    async def tables_of(self, user_id: int) -> Sequence[int]:
        """Live tables where this user sits (and has not left) or is the host, newest first."""
        return await self._reader.run(lambda connection: finding.list_tables_of(connection, user_id))

    async def finished(self, game: str, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
        """Those of these users who have sat at a table of this game on this server that came to its end."""
        return await self._reader.run(
            lambda connection: tables.list_finished(connection, game, guild_id, user_ids)
        )

    async def log(self, table_id: int) -> Sequence[Entry]:
        """The whole log of a table, in order."""
        return await self._reader.read(lambda connection: tables.read_log(connection, table_id))

    async def blank(
        self,
        table_id: int,
        lines: Mapping[int, Mapping[str, Any]],
        position: str | None,
        scenes: Sequence[SceneText],
        version: int,
    ) -> None:
        """Erase somebody's words from a table: give these log lines (by number) new payloads, and no user.

        Stale if the table is not at this version.
        """
        await self.door.write(
            lambda connection: tables.blank_words(connection, table_id, lines, position, scenes, version)
        )

    async def has_logged(self, table_id: int, interaction_id: int) -> bool:
        """Whether this interaction stands in the log of this table."""
        return await self._reader.run(
            lambda connection: tables.is_logged(connection, table_id, interaction_id)
        )

    def note_published(self, table_id: int, version: int) -> None:
        """Note soon that people see at least this version of the table; a lower version changes nothing."""
        self.door.write_soon(("published", table_id), finding.note_published(table_id, version))

    async def mark_warned(self, table_id: int, key: str, number: int) -> int | None:
        """Note that this deadline's reminder (1, 2...) is sent: the new version, None if it was already."""
        return await self.door.write(finding.mark_warned(table_id, key, number))

    async def shift_alarms(
        self, since: int, now: int, soonest: int, apart: int = 0, slots: Slots = EVERYTHING
    ) -> int:
        """Move open deadlines in these slots by the time from `since` until `now`; return how many.

        Those that would pass before `soonest` pass from then on, one every `apart` ms.
        """
        return await self.door.write(
            lambda connection: finding.shift_alarms(connection, since, now, soonest, apart, slots)
        )

    async def find_old(
        self, after: int, before: int, guild_id: int | None = None
    ) -> tuple[Sequence[int], int | None]:
        """Find closed tables with a log that last changed before `before`, stretch by stretch."""
        return await self._reader.read(
            lambda connection: archive.find_old(connection, after, before, guild_id)
        )

    async def forget(self, table_ids: Sequence[int], now: int) -> int:
        """Delete the logs and games of these tables if they are closed; return of how many."""
        return await self.door.write(lambda connection: archive.forget(connection, table_ids, now))

    async def list_unpacked(self, after: int, before: int, limit: int) -> Sequence[tuple[int, str]]:
        """List closed tables that are not packed and last changed before `before`: numbers and games."""
        return await self._reader.read(
            lambda connection: archive.list_unpacked(connection, after, before, limit)
        )

    async def list_undivided(self, games: Sequence[str]) -> Sequence[int]:
        """List live tables of these games whose setups have no deck apart."""
        return await self._reader.read(lambda connection: finding.list_undivided(connection, games))

    async def divide_setup(self, table_id: int, setup: str, deck: PlayedDeck) -> None:
        """Store a setup and its deck in the place of a setup that has none apart."""
        await self.door.write(lambda connection: tables.divide_setup(connection, table_id, setup, deck))

    async def put_away(self, table_id: int) -> bool:
        """Pack the parts of a table if it is closed, and say whether it was, and not packed before."""
        return await self.door.write(lambda connection: archive.put_away(connection, table_id))

    # -- messages --------------------------------------------------------------------------------------

    async def posted(self, table_id: int) -> Mapping[Audience, Posted]:
        """The current message of each audience."""
        return await self._reader.run(lambda connection: tables.list_posted(connection, table_id))

    async def boards(self, slots: Slots = EVERYTHING) -> Sequence[Spot]:
        """Where the public message of every table in these slots is that is not closed."""
        return await self._reader.read(lambda connection: tables.list_boards(connection, slots))

    async def note_posted(self, posted: Posted) -> None:
        """Store the current message of this audience in place of the last one, unless that is newer."""
        await self.door.write(tables.note_posted(posted))

    def note_redrawn(self, posted: Posted) -> None:
        """Store soon what the current message of this audience shows, if it is still that message."""
        key = ("redrawn", posted.table_id, posted.audience)
        self.door.write_soon(key, tables.note_redrawn(posted))

    async def forget_posted(self, table_id: int, audience: Audience) -> None:
        """Delete the note of this audience's message: the message is gone."""
        await self.door.write(tables.forget_posted(table_id, audience))

    # -- people ----------------------------------------------------------------------------------------

    async def contact(self, user_id: int) -> Contact | None:
        """How to reach this user; None when nothing is known."""
        return await self._reader.run(lambda connection: people.read_contact(connection, user_id))

    async def note_contact(self, contact: Contact) -> None:
        """Store how to reach a user in place of what was known."""
        await self.door.write(lambda connection: people.note_contact(connection, contact))

    async def export(self, user_id: int) -> Mapping[str, Any]:
        """Everything stored about this user, as JSON-able data."""
        return await self._reader.read(lambda connection: people.export(connection, user_id))

    async def list_tables_sat(self, user_id: int) -> Sequence[int]:
        """Every table where this user has a seat, newest first."""
        return await self._reader.read(lambda connection: people.list_tables_sat(connection, user_id))

    async def erase(self, user_id: int) -> int:
        """Make their seats and log lines anonymous, delete the rest; return at how many tables they sat."""
        return await self.door.write(lambda connection: people.erase(connection, user_id))

    # -- servers and facts -----------------------------------------------------------------------------

    async def server(self, guild_id: int) -> Mapping[str, Any]:
        """The settings of a server (empty if none were made)."""
        return await self._reader.run(lambda connection: servers.read_server(connection, guild_id))

    async def set_server(self, guild_id: int, settings: Mapping[str, Any]) -> None:
        """Replace the settings of a server."""
        await self.door.write(lambda connection: servers.write_server(connection, guild_id, settings))

    async def server_name(self, guild_id: int) -> str | None:
        """What a server was called when its name was last noted."""
        return await self._reader.run(lambda connection: servers.read_server_name(connection, guild_id))

    async def note_server_names(self, called: Mapping[int, str]) -> None:
        """Store what these servers are called now."""
        await self.door.write(lambda connection: servers.note_server_names(connection, called))

    async def fact(self, key: str) -> str | None:
        """A stored fact of the bot."""
        return await self._reader.run(lambda connection: servers.read_fact(connection, key))

    async def set_fact(self, key: str, value: str) -> None:
        """Store a fact of the bot in place of the last value."""
        await self.door.write(lambda connection: servers.write_fact(connection, key, value))

    async def facts(self, prefix: str) -> Mapping[str, str]:
        """The stored facts whose keys begin with this, by their keys."""
        return await self._reader.run(lambda connection: servers.list_facts(connection, prefix))

    async def drop_fact(self, key: str) -> None:
        """Delete a stored fact."""
        await self.door.write(lambda connection: servers.drop_fact(connection, key))

    # -- blocks ----------------------------------------------------------------------------------------

    async def blocks(self) -> Sequence[Block]:
        """All blocks, sorted by kind and id."""
        return await self._reader.read(servers.list_blocks)

    async def block(self, block: Block) -> None:
        """Add a block, or replace it."""
        await self.door.write(lambda connection: servers.put_block(connection, block))

    async def unblock(self, kind: Blocked, whom: int) -> bool:
        """Lift a block, and say whether there was one."""
        return await self.door.write(lambda connection: servers.take_block(connection, kind, whom))

    # -- upkeep ----------------------------------------------------------------------------------------

    async def resting(self) -> Sequence[Idle]:
        """The tables that no clock will ever end: paused ones, relaxed ones, and those without a deadline."""
        return await self._reader.read(finding.list_resting)

    async def live_in(self, guild_id: int) -> Sequence[Idle]:
        """The tables of a server that are not closed, the longest idle first."""
        return await self._reader.read(lambda connection: finding.list_live_in(connection, guild_id))

    async def list_servers(self) -> Collection[int]:
        """Every server of which something is stored."""
        return await self._reader.read(finding.list_servers)

    async def note_departure(self, guild_id: int, at: int) -> None:
        """Note that the bot has not been on this server since `at` (ms UTC); an earlier note stands."""
        await self.door.write(lambda connection: finding.note_departure(connection, guild_id, at))

    async def forget_departure(self, guild_id: int) -> bool:
        """Delete the note that the bot has left this server, and say whether there was one."""
        return await self.door.write(lambda connection: finding.forget_departure(connection, guild_id))

    async def departed(self, before: int) -> Sequence[int]:
        """The servers that the bot left at this time (ms UTC) or before."""
        return await self._reader.read(lambda connection: finding.list_departed(connection, before))

    async def purge_some(self, guild_id: int) -> int:
        """Delete some closed tables of a server that the bot has left, or its other data; return how many."""
        return await self.door.write(lambda connection: finding.purge_some(connection, guild_id))


class SqliteStore(Store):
    """The store of one process, in a file."""

    def __init__(self, path: Path, writer: Connection, reader: Connection) -> None:
        super().__init__(writer, reader)
        self._path = path

    @classmethod
    async def open(cls, path: Path, busy_ms: int = BUSY_MS) -> SqliteStore:
        """Open the file (made if it is missing) and bring its schema up to date.

        `busy_ms` is how long to wait for another process that writes. Raises StoreError, without changing
        anything, for a file that is not ours, damaged, or newer than this program.
        """
        return cls(path, *await open_connections(path, busy_ms))

    async def backup(self, path: Path) -> None:
        """Copy the database as it stands into a new file while it is in use; StoreError."""
        await back_up(self._path, path)
