"""Forgetting tables that ended long ago: their logs and games go, their results stay."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

import structlog

from bot.tables.homes import HOUSE, Alone, Homes
from bot.tables.model import Denied, SceneText, Table
from bot.tables.ports import Clock, Entry, Stored
from bot.tables.tasks import Tasks
from engines.core.game import AnyGame

_log = structlog.get_logger(__name__)
DAY: Final = 24 * 3600 * 1000
"""In ms."""
_ELSEWHERE: Final = 10 * 60_000
"""So long (ms) after it was found to be another process's work we look again whether it is ours."""
_AT_ONCE = 10
"""So many tables are forgotten in one transaction: nobody who plays meanwhile waits for long."""


def refuse_forgotten(table: Table) -> None:
    """Refuse what needs the log or the game of a table that has been forgotten; Denied "forgotten" (days)."""
    if table.end.forgotten_at is not None:
        raise forgotten(table)


def forgotten(table: Table) -> Denied:
    """What is said to who asks for more of a table than is kept: "forgotten" (days, if it took several)."""
    days = 0 if table.end.forgotten_at is None else (table.end.forgotten_at - table.changed_at) // DAY
    return Denied("forgotten", **({"days": days} if days > 1 else {}))


class Forgetting(Protocol):
    """A store that can forget."""

    async def find_old(
        self, after: int, before: int, guild_id: int | None = None
    ) -> tuple[Sequence[int], int | None]:
        """Closed tables that are not forgotten and changed last before this time (ms UTC).

        Those of a stretch of numbers behind `after`, and where the next stretch begins (None: nowhere).
        """

    async def forget(self, table_ids: Sequence[int], now: int) -> int:
        """Drop logs, setups, positions, scenes and the places of messages of closed tables; of how many."""


async def old_tables(
    store: Forgetting, before: int, guild_id: int | None = None
) -> AsyncIterator[Sequence[int]]:
    """Yield, a few at a time, the closed tables (of a server) that changed last before this time (ms UTC)."""
    after: int | None = 0
    while after is not None:
        found, after = await store.find_old(after, before, guild_id)
        for first in range(0, len(found), _AT_ONCE):
            yield found[first : first + _AT_ONCE]


async def forget_old(store: Forgetting, before: int, now: int, guild_id: int | None = None) -> int:
    """Forget them, in small transactions; how many there were."""
    forgotten = 0
    async for few in old_tables(store, before, guild_id):
        forgotten += await store.forget(few, now)
    return forgotten


class Retention:
    """Forgets closed tables after so many days (None: never), once a day, while the bot runs.

    One process does it for all.
    """

    def __init__(
        self, store: Forgetting, clock: Clock, tasks: Tasks, days: int | None, homes: Homes | None = None
    ) -> None:
        self._store = store
        self._homes: Homes = homes or Alone()
        self._clock = clock
        self._tasks = tasks
        self._days = days
        self._stopped = False

    def start(self) -> None:
        """Forget what is old enough now, and again every day."""
        if self._stopped or self._days is None:
            return
        ours = self._homes.is_home(HOUSE)
        if ours:
            self._tasks.spawn(self._forget(self._days), "forget old tables")
        self._clock.call_at(self._clock.now() + (DAY if ours else _ELSEWHERE), self.start)

    def stop(self) -> None:
        """Do not begin again."""
        self._stopped = True

    async def _forget(self, days: int) -> None:
        now = self._clock.now()
        forgotten = await forget_old(self._store, now - days * DAY, now)
        if forgotten:
            _log.info("old tables forgotten", tables=forgotten, days=days)


# Taking out of a table what a person typed there, when they have their data erased. Pure.
#
# What the words were read as (a verdict, a score) stays, so that the game replays as it was played.

_NOTHING = "null"
_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError)
"""What reading stored JSON that is damaged, or none, raises."""
_WORDED = frozenset({"act", "draft"})
"""The kinds of log lines that hold an action, and so perhaps words."""


@dataclass(frozen=True, slots=True)
class Blanks:
    """What a table's stored parts are without somebody's words; `lines` are payloads by their numbers."""

    lines: Mapping[int, Mapping[str, Any]]
    position: str | None = field(repr=False)
    scenes: tuple[SceneText, ...] = field(repr=False)


def blank_words(stored: Stored, log: Sequence[Entry], user_id: int, game: AnyGame) -> Blanks | None:
    """What remains of a table without the words of this user; None where they typed nothing.

    Where several people share a seat, the position and the scenes lose the words of all of them.
    """
    lines = {}
    for entry in log:
        if entry.user_id == user_id and entry.seat is not None and entry.kind in _WORDED:
            left = game.without_words("action", dict(entry.payload), entry.seat)
            if left != entry.payload:
                lines[entry.seq] = left
    if not lines:
        return None
    seats = seats_of(log, lines)
    scenes = tuple(_scene(scene, seats, game) for scene in stored.scenes)
    return Blanks(lines, _position(stored, seats, game), scenes)


def _position(stored: Stored, seats: Sequence[str], game: AnyGame) -> str | None:
    """The position without these seats' words; one that nobody can read may hold any, and goes."""
    if stored.position is None:
        return None
    try:
        plain = json.loads(stored.position)
        for seat in seats:
            plain = game.without_words("position", plain, seat)
    except _UNREADABLE:
        return _NOTHING
    return _text(plain)


def _scene(scene: SceneText, seats: Sequence[str], game: AnyGame) -> SceneText:
    """The scene without these seats' words; nothing happens in one that cannot be read."""
    try:
        events = json.loads(scene.events)
        for seat in seats:
            events = [game.without_words("event", event, seat) for event in events]
    except _UNREADABLE:
        return replace(scene, events="[]")
    return replace(scene, events=_text(events))


def seats_of(log: Sequence[Entry], lines: Mapping[int, Any]) -> list[str]:
    """The seats that these lines of a log belong to, in the order of the log."""
    return list(dict.fromkeys(entry.seat for entry in log if entry.seq in lines and entry.seat is not None))


def _text(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
