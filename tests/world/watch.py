"""Looks on while a world lives: whatever waits for the bot is being seen to by it, whatever goes wrong."""

from collections.abc import Collection, Iterator
from typing import Any, Final

from bot.tables.computers.thought import find_awaited
from tests.world.process import SimProcess
from tests.world.world import SimWorld

_EVERY: Final = 1.0
_GAP: Final = 5.0
"""Between looks that are further apart, nobody knows what happened: it may have been frozen, or cut off."""
_LEFT: Final = 8.0
"""Seconds for which something may wait without anybody at it: an answer is near."""
_NOTED: Final = 90.0
"""Seconds in which it is noted what was shown, also where the disk fails each second for a minute."""
_THINKS: Final = 25.0
"""Seconds in which a computer decides, also where its decision could not be written at first."""
_CUT_OFF: Final = 30.0
"""Seconds after which people can act again, where Discord is heard, though the disk fails."""


class Watch:
    """Looks at what a process knows after an exchange with Discord, at most once a second.

    It adds nothing to the world: no task, no timer, no chance. `found` is what nobody saw to in time.
    """

    def __init__(self, world: SimWorld) -> None:
        self.found: list[str] = []
        self._world = world
        self._loop = world.ground.loop
        self._looked = 0.0
        self._since: dict[tuple[Any, ...], float] = {}
        """Since when each thing waits that nobody is at."""
        world.server.answered.subscribe(lambda _exchange: self._look())

    def _look(self) -> None:
        now = self._loop.time()
        if now - self._looked < _EVERY:
            return
        if now - self._looked > _GAP:
            self._since = {}
        self._looked = now
        waiting = {key: most for each in self._world.processes for key, most in self._waiting(each)}
        self._since = {key: self._since.get(key, now) for key in waiting}
        self.found += [
            f"nobody sees to {key[1:]} since {since:.3f}, at {now:.3f}"
            for key, since in self._since.items()
            if now - since > waiting[key]
        ]

    def _waiting(self, process: SimProcess) -> Iterator[tuple[tuple[Any, ...], float]]:
        """What waits in a process that nobody is at, and for how long it may."""
        life, bot = process.life, process.bot
        house = getattr(bot, "house", None)  # one that is starting has none yet
        if (
            house is None
            or life.dead
            or life.frozen
            or life.leaving
            or life.skew
            or not self._world.connected
        ):
            return
        tables, name = house.tables, life.name
        notes = tables._store.door._notes
        busy = {task.get_name() for task in life.tasks if not task.done()}
        rows = self._world.rows(
            "SELECT id, guild_id, version, published, alarm_key, alarm_stopped_at FROM tables"
            " WHERE status IN ('lobby', 'playing')"
        )
        for row in rows:
            if not tables.homes.is_home(row[1]):
                continue
            if tables.deadlines.holds(row[1]):
                yield (name, "a server that is cut off", row[1]), _CUT_OFF
            elif f"renew {row[0]}" not in busy:
                yield from (((name, *what), most) for what, most in _left(tables, busy, notes, *row))


def _left(
    tables: Any,
    busy: Collection[str],
    notes: Collection[Any],
    table: int,
    _guild: int,
    version: int,
    published: int,
    key: str | None,
    stopped_at: int | None,
) -> Iterator[tuple[tuple[Any, ...], float]]:
    """What of a table waits, and no task is at it."""
    rung = table in tables.deadlines._armed or f"expire {table}" in busy
    if key is not None and stopped_at is None and not rung:
        yield ("the deadline of a table", table, key), _LEFT
    if published < version and f"publish {table}" not in busy:
        noted = ("published", table) in notes
        yield ("what a table has to show", table, version, noted), _NOTED if noted else _LEFT
    held = tables._ledger._cache.get(table)
    if held is None or held.table.version != version or published < version:
        return
    if held.table.alarm is not None and held.table.alarm.unseen:
        yield ("a race that is shown", table, key), _LEFT
    for seat in find_awaited(held, tables.game(held.table.game)):
        yield ("a computer's seat", table, version, seat), _THINKS
