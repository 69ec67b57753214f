"""Wishes to be called, kept in dictionaries: answers as the real store does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.tables.calls import KEPT, QUIET, Call, CallOut
from bot.tables.homes import Slots
from bot.tables.model import Status

if TYPE_CHECKING:
    from tests.support.memory_store import MemoryStore

__all__ = ["MemoryCalls"]


class MemoryCalls:
    """The part of `MemoryStore` that is about being called to tables."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._calls: dict[tuple[int, str, int], Call] = {}
        self._called: dict[int, int] = {}
        self._outs: dict[int, CallOut] = {}

    async def calls_of(self, user_id: int) -> Sequence[Call]:
        return [self._told(call) for _, call in sorted(self._calls.items()) if call.user_id == user_id]

    async def calls_for(self, guild_id: int, game: str) -> Sequence[Call]:
        return [self._told(call) for key, call in sorted(self._calls.items()) if key[:2] == (guild_id, game)]

    def _told(self, call: Call) -> Call:
        return replace(call, called_at=self._called.get(call.user_id))

    async def put_call(self, call: Call) -> None:
        self._calls = {key: each for key, each in self._calls.items() if each.kept_at > call.kept_at - KEPT}
        self._called = {user: at for user, at in self._called.items() if at > call.kept_at - QUIET}
        self._calls[call.guild_id, call.game, call.user_id] = replace(call, called_at=None)

    async def drop_call(self, guild_id: int, game: str, user_id: int) -> bool:
        return self._calls.pop((guild_id, game, user_id), None) is not None

    async def renew_calls(self, guild_id: int, game: str, user_ids: Sequence[int], now: int) -> None:
        for key in [(guild_id, game, user_id) for user_id in user_ids]:
            if key in self._calls:
                self._calls[key] = replace(self._calls[key], kept_at=now)

    async def waiting_tables(self, guild_id: int, game: str) -> Sequence[int]:
        tables = [stored.table for stored in self._store._tables.values()]
        wanted = (guild_id, game, Status.LOBBY)
        return sorted(table.id for table in tables if (table.guild_id, table.game, table.status) == wanted)

    async def call_out(self, out: CallOut, called: Sequence[Call], now: int) -> bool:
        stored = self._store._tables.get(out.table_id)
        if stored is None or stored.table.status is not Status.LOBBY or out.table_id in self._outs:
            return False
        if any((call.guild_id, call.game, call.user_id) not in self._calls for call in called):
            return False
        if any(self._called.get(call.user_id, 0) > now - QUIET for call in called):
            return False
        self._outs[out.table_id] = CallOut(out.table_id, out.channel_id)
        self._called |= {call.user_id: now for call in called}
        return True

    async def note_call_out(self, table_id: int, message_id: int) -> None:
        if table_id in self._outs:
            self._outs[table_id] = self._outs[table_id]._replace(message_id=message_id)

    async def drop_call_out(self, table_id: int) -> None:
        self._outs.pop(table_id, None)

    async def call_outs(self, slots: Slots) -> Sequence[CallOut]:
        tables = self._store._tables
        return [out for key, out in self._outs.items() if slots.have(tables[key].table.guild_id)]

    # What the other parts of the store do to these

    def export(self, user_id: int) -> dict[str, Any]:
        wished = [call for _, call in sorted(self._calls.items()) if call.user_id == user_id]
        hours = {call: call.hours or (None, None) for call in wished}
        return {
            "calls": [
                {
                    "server": call.guild_id,
                    "game": call.game,
                    "least": call.least,
                    "from_hour": hours[call][0],
                    "until_hour": hours[call][1],
                    "channel": call.channel_id,
                    "kept_at": call.kept_at,
                }
                for call in wished
            ],
            "called": [{"at": at} for user, at in self._called.items() if user == user_id],
        }

    def forget_person(self, user_id: int) -> None:
        self._calls = {key: call for key, call in self._calls.items() if call.user_id != user_id}
        self._called.pop(user_id, None)

    def forget_server(self, guild_id: int) -> None:
        self._calls = {key: call for key, call in self._calls.items() if call.guild_id != guild_id}

    def servers(self) -> set[int]:
        return {call.guild_id for call in self._calls.values()}

    def forget_table(self, table_id: int) -> None:
        self._outs.pop(table_id, None)
