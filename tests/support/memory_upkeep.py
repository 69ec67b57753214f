"""Housekeeping in dictionaries: tables by their age, servers that are gone, and what goes with them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from bot.tables.care.upkeep import Idle
from bot.tables.decks import PlayedDeck
from bot.tables.model import Pace, Status, Table
from bot.tables.ports import Audience, Entry, Posted, Stored
from tests.support.memory_calls import MemoryCalls
from tests.support.memory_decks import MemoryDecks
from tests.support.memory_evenings import MemoryEvenings
from tests.support.memory_insight import MemoryInsight
from tests.support.memory_weeklies import MemoryWeeklies

__all__ = ["MemoryUpkeep"]

PURGED_AT_ONCE = 20


class MemoryUpkeep(MemoryDecks):
    """The part of `MemoryStore` that is about old tables and gone servers."""

    _tables: dict[int, Stored]
    _logs: dict[int, list[Entry]]
    _interactions: dict[int, int]
    _posted: dict[tuple[int, Audience], Posted]
    _results: list[dict[str, Any]]
    _servers: dict[int, dict[str, Any]]
    evenings: MemoryEvenings
    insight: MemoryInsight
    calls: MemoryCalls
    weeklies: MemoryWeeklies

    def __init__(self) -> None:
        super().__init__()
        self._departures: dict[int, int] = {}
        self._packed: dict[int, int] = {}

    async def resting(self) -> Sequence[Idle]:
        return [self._idle(stored.table) for stored in self._tables.values() if _rests(stored.table)]

    async def live_in(self, guild_id: int) -> Sequence[Idle]:
        tables = [stored.table for stored in self._tables.values() if stored.table.guild_id == guild_id]
        live = [self._idle(table) for table in tables if table.status is not Status.CLOSED]
        return sorted(live, key=lambda idle: (idle.acted_at, idle.table_id))

    def _idle(self, table: Table) -> Idle:
        acted = [entry.at for entry in self._logs.get(table.id, ()) if entry.interaction_id is not None]
        return Idle(table.id, table.guild_id, acted[-1] if acted else table.created_at, table.closes_at)

    async def list_servers(self) -> Collection[int]:
        tables = {stored.table.guild_id for stored in self._tables.values()}
        evenings = {evening.guild_id for evening in self.evenings.kept.values()}
        others = evenings | self.calls.servers() | self.weeklies.kept.keys()
        return {p for p in tables | self._servers.keys() | self._decks.keys() | others if p > 0}

    async def note_departure(self, guild_id: int, at: int) -> None:
        self._departures.setdefault(guild_id, at)

    async def forget_departure(self, guild_id: int) -> bool:
        return self._departures.pop(guild_id, None) is not None

    async def departed(self, before: int) -> Sequence[int]:
        return sorted(guild_id for guild_id, at in self._departures.items() if at <= before)

    async def purge_some(self, guild_id: int) -> int:
        if guild_id not in self._departures:
            return 0
        mine = [stored.table for stored in self._tables.values() if stored.table.guild_id == guild_id]
        closed = [table.id for table in mine if table.status is Status.CLOSED][:PURGED_AT_ONCE]
        for table_id in closed:
            self._forget_table(table_id)
        if len(closed) == len(mine):
            for kept in (self._servers, self._decks, self._reports, self._departures):
                kept.pop(guild_id, None)
            for key in [key for key in self._seen if key[0] == guild_id]:
                del self._seen[key]
            self.evenings.forget_server(guild_id)
            self.calls.forget_server(guild_id)
            self.weeklies.kept.pop(guild_id, None)
            self.daily.forget_server(guild_id)
        return len(closed)

    def _forget_table(self, table_id: int) -> None:
        del self._tables[table_id], self._logs[table_id]
        for interaction in [known for known, of in self._interactions.items() if of == table_id]:
            del self._interactions[interaction]
        for key in [key for key in self._posted if key[0] == table_id]:
            del self._posted[key]
        self.insight.forget(table_id)
        self.calls.forget_table(table_id)
        self._results[:] = [result for result in self._results if result["table"] != table_id]

    async def list_unpacked(self, after: int, before: int, limit: int) -> Sequence[tuple[int, str]]:
        found = [
            (table_id, stored.table.game)
            for table_id, stored in sorted(self._tables.items())
            if table_id > after and stored.table.changed_at < before and self._is_unpacked(stored.table)
        ]
        return tuple(found[:limit])

    def _is_unpacked(self, table: Table) -> bool:
        if table.status is not Status.CLOSED or table.end.forgotten_at is not None:
            return False
        return self._packed.get(table.id) != table.version

    async def put_away(self, table_id: int) -> bool:
        stored = self._tables.get(table_id)
        if stored is None or not self._is_unpacked(stored.table):
            return False
        self._packed[table_id] = stored.table.version
        return True

    async def list_undivided(self, games: Sequence[str]) -> Sequence[int]:
        return [
            table_id
            for table_id, stored in self._tables.items()
            if stored.table.status is not Status.CLOSED
            and stored.table.game in games
            and stored.setup is not None
            and stored.deck is None
        ]

    async def divide_setup(self, table_id: int, setup: str, deck: PlayedDeck) -> None:
        stored = self._tables[table_id]
        if stored.setup is not None and stored.deck is None:
            self._tables[table_id] = replace(stored, setup=setup, deck=deck)


def _rests(table: Table) -> bool:
    if table.status is Status.PLAYING:
        return table.manners.pace is Pace.RELAXED or table.alarm is None
    return table.status is Status.PAUSED
