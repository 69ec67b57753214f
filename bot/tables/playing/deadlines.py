"""Clocks of the tables: loop timers armed from what the store keeps.

A timer only wakes the runtime; whether the deadline still stands is decided under the table's lock, against
the key that it was armed for. So a late, early or double timer does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.tables.model import Alarm
from bot.tables.ports import Cancel, Clock, TableStore
from bot.tables.timing import Bell, Ring, bells

__all__ = ["Deadlines", "postpone"]

_GRACE = 60_000
"""At least so long (ms) is left of a deadline after the bot was away."""


@dataclass(slots=True)
class _Armed:
    """What a table's clock is to ring for. `wakes_at` (ms UTC) is when its timer ends, never too late."""

    key: str
    bells: tuple[Bell, ...]
    wakes_at: int = 0
    cancel: Cancel | None = None

    def stop(self) -> None:
        """Cancel the timer, if one runs."""
        if self.cancel is not None:
            self.cancel()
            self.cancel = None


class Deadlines:
    """At most one timer a table, which ends by the next of its bells; the last one is the deadline itself.

    `ring(table_id, key, bell)` must not block; it usually spawns a task.
    """

    def __init__(self, clock: Clock, ring: Callable[[int, str, Bell], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._armed: dict[int, _Armed] = {}
        self._held = False

    def follow(self, table_id: int, alarm: Alarm | None) -> None:
        """Set this table's clock by its deadline; none runs without one, or while its host has stopped it."""
        if alarm is None or alarm.stopped_at is not None:
            self.disarm(table_id)
        else:
            self.arm(table_id, alarm.key, bells(alarm, self._clock.now()))

    def arm(self, table_id: int, key: str, rings: tuple[Bell, ...]) -> None:
        """Set (or move) this table's clock; what it rings for in order of time.

        A timer that ends before them runs on, and is set anew only then: most decisions are made long before
        their deadline.
        """
        armed = self._armed.get(table_id)
        if armed is None:
            self._armed[table_id] = armed = _Armed(key, rings)
        armed.key, armed.bells = key, rings
        if armed.cancel is None or armed.wakes_at > rings[0].at:
            self._start(table_id, armed)

    def again(self, table_id: int, key: str, at: int) -> None:
        """Let this deadline ring once more at this time (ms UTC), unless the table's clock was set anew."""
        if table_id not in self._armed:
            self.arm(table_id, key, (Bell(at, Ring.END),))

    def disarm(self, table_id: int) -> None:
        """No deadline for this table any more."""
        armed = self._armed.pop(table_id, None)
        if armed is not None:
            armed.stop()

    @property
    def held(self) -> bool:
        """Whether we are cut off, so that nothing rings."""
        return self._held

    def hold(self) -> None:
        """Let nothing ring until `release`: people cannot act while we are cut off from Discord."""
        self._held = True
        for armed in self._armed.values():
            armed.stop()

    def release(self) -> None:
        """Let the clocks run again."""
        if not self._held:
            return
        self._held = False
        for table_id, armed in list(self._armed.items()):
            self._start(table_id, armed)

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._armed

    def __len__(self) -> int:
        return len(self._armed)

    def _start(self, table_id: int, armed: _Armed) -> None:
        armed.stop()
        if self._held:
            return
        armed.wakes_at = armed.bells[0].at
        armed.cancel = self._clock.call_at(armed.wakes_at, lambda: self._rung(table_id, armed))

    def _rung(self, table_id: int, armed: _Armed) -> None:
        if self._armed.get(table_id) is not armed:
            return
        armed.cancel = None
        if armed.wakes_at < armed.bells[0].at:
            self._start(table_id, armed)
            return
        bell, *later = armed.bells
        while later and later[0].at <= self._clock.now():  # several at once: only the last one matters
            bell, *later = later
        if later:
            armed.bells = tuple(later)
            self._start(table_id, armed)
        else:
            del self._armed[table_id]
        self._ring(table_id, armed.key, bell)


async def postpone(store: TableStore, since: int, now: int) -> int:
    """Move the stored deadlines by the time in which nobody could act; how many. Times in ms UTC.

    A decision that opened after `since` moves by less: we were there then, whatever our last sign of life. So
    one that was open stays open.
    """
    lives = await store.live()
    younger = {
        live.table_id: now - live.alarm.opened_at
        for live in lives
        if live.alarm is not None and since < live.alarm.opened_at <= now
    }
    for table_id, by in younger.items():
        await store.shift_alarms(by, now + _GRACE, [table_id])
    rest = [live.table_id for live in lives if live.table_id not in younger] if younger else None
    return len(younger) + await store.shift_alarms(max(0, now - since), now + _GRACE, rest)
