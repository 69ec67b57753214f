"""The daily challenge, kept in dictionaries: answers as the real store does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.tables.daily.model import Attempt, Given, Line, Promise
from bot.tables.homes import NOWHERE, describe_place
from bot.tables.proof.dice import Seed

__all__ = ["MemoryDaily"]


class MemoryDaily:
    """The part of `MemoryStore` that is about the daily challenge."""

    def __init__(self) -> None:
        self._promises: dict[str, Promise] = {}
        self._attempts: dict[tuple[int, str, str], Attempt] = {}

    async def promises(self, days: Sequence[str]) -> Mapping[str, Promise]:
        return {day: self._promises[day] for day in days if day in self._promises}

    async def promise(self, seeds: Mapping[str, Seed], now: int) -> Mapping[str, Promise]:
        for day, seed in seeds.items():
            self._promises.setdefault(day, Promise(seed, now))
        return await self.promises(list(seeds))

    async def attempt(self, day: str, discipline: str, user_id: int) -> Attempt | None:
        return self._attempts.get((user_id, day, discipline))

    async def attempts(self, day: str, user_id: int) -> Sequence[Attempt]:
        return [one for key, one in sorted(self._attempts.items()) if key[:2] == (user_id, day)]

    async def begin_attempt(self, attempt: Attempt) -> Attempt:
        return self._attempts.setdefault(_key(attempt), attempt)

    async def note_given(self, attempt: Attempt, given: Given, clock: int) -> bool:
        stands = self._attempts.get(_key(attempt))
        if stands is None or len(stands.given) != len(attempt.given):
            return False
        self._attempts[_key(attempt)] = replace(stands, given=(*attempt.given, given), clock=clock)
        return True

    async def attempts_on(self, day: str, discipline: str, guild_id: int, count: int) -> Sequence[Line]:
        there = (guild_id, day, discipline, count)
        found = [
            one
            for one in self._attempts.values()
            if (one.guild_id, one.day, one.discipline, len(one.given)) == there
        ]
        found.sort(key=lambda one: (-one.score, one.ms, one.clock, one.user_id))
        return [Line(one.user_id, one.name, one.score, one.ms) for one in found]

    async def days_played(self, user_id: int, first: str, last: str) -> int:
        return len({day for who, day, _ in self._attempts if who == user_id and first <= day <= last})

    # What else the store tells of them

    def told(self, user_id: int) -> list[dict[str, Any]]:
        """What the export says of somebody's attempts."""
        return [
            {
                "day": one.day,
                "discipline": one.discipline,
                "name": one.name,
                "server": describe_place(one.guild_id),
                "score": one.score,
                "ms": one.ms,
                "detail": [list(given) for given in one.given],
                "at": one.clock,
            }
            for key, one in sorted(self._attempts.items())
            if key[0] == user_id
        ]

    def note_erased(self, user_id: int) -> None:
        """Somebody has their data erased."""
        for key in [key for key in self._attempts if key[0] == user_id]:
            del self._attempts[key]

    def forget_server(self, guild_id: int) -> None:
        """All of a server that the bot has left is deleted: attempts are people's own, and stay."""
        for key, one in self._attempts.items():
            if one.guild_id == guild_id:
                self._attempts[key] = replace(one, guild_id=NOWHERE)


def _key(attempt: Attempt) -> tuple[int, str, str]:
    return attempt.user_id, attempt.day, attempt.discipline
