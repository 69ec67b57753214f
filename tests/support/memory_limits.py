"""Limits on opening tables, and the operator's list, kept in dictionaries: a part of the forgetful store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.tables.blocking import Block, Blocked
from bot.tables.homes import describe_place
from bot.tables.limits import HOUR, Rate, TooMany
from bot.tables.model import Table
from bot.tables.ports import Change

__all__ = ["MemoryLimits"]


class MemoryLimits:
    """Answers and refuses as the real store does."""

    def __init__(self) -> None:
        super().__init__()
        self._openings: list[tuple[int, int, int]] = []
        self._blocks: dict[tuple[Blocked, int], Block] = {}

    def _count_opening(self, change: Change, live: Iterable[Table]) -> None:
        limits, opened, table = change.limits, change.entries[0], change.after.table
        user_id, at = opened.user_id, opened.at
        if limits is None or user_id is None:
            return
        tables = list(live)
        if sum(one.host_id == user_id for one in tables) >= limits.a_host:
            raise TooMany("host_full", limits.a_host)
        if sum(one.guild_id == table.guild_id for one in tables) >= limits.a_server:
            raise TooMany("server_full", limits.a_server)
        own = [when for when, who, _ in self._openings if who == user_id]
        here = [when for when, _, where in self._openings if where == table.guild_id]
        check(own, limits.of_person, at, "opening_often")
        check(here, limits.of_server, at, "server_opening_often")
        self.forget_openings(at)
        self._openings.append((at, user_id, table.guild_id))

    def forget_openings(self, at: int) -> None:
        """Openings before the longest rate count no more."""
        self._openings = [one for one in self._openings if one[0] > at - HOUR]

    def _told_of_limits(self, user_id: int) -> dict[str, Any]:
        block = self._blocks.get(("user", user_id))
        return {
            "openings": [
                {"server": describe_place(where), "at": at}
                for at, who, where in self._openings
                if who == user_id
            ],
            "blocks": [] if block is None else [{"reason": block.reason, "at": block.at}],
        }

    async def blocks(self) -> Sequence[Block]:
        return [self._blocks[key] for key in sorted(self._blocks)]

    async def block(self, block: Block) -> None:
        self._blocks[block.kind, block.id] = block

    async def unblock(self, kind: Blocked, whom: int) -> bool:
        return self._blocks.pop((kind, whom), None) is not None


def check(moments: Sequence[int], rates: Sequence[Rate], at: int, reason: str) -> None:
    """Refuse one opening more where a rate is full."""
    for rate in rates:
        recent = sorted(moment for moment in moments if at - rate.within < moment <= at)
        if len(recent) >= rate.most:
            raise TooMany(reason, rate.most, recent[-rate.most] + rate.within)
