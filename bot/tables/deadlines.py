"""Clocks of the tables: loop timers armed from what the store keeps.

A timer only wakes the runtime; whether the deadline still stands is decided under the table's lock, against
the key that it was armed for. So a late, early or double timer does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.tables.model import Alarm
from bot.tables.ports import Cancel, Clock

__all__ = ["Deadlines", "warning_at"]

_WARNING = 30
"""Seconds before the deadline at which the warning goes out, a third of its length at most."""
_REMINDED = frozenset({"lobby"})
"""Kinds that nobody is warned of."""


def warning_at(alarm: Alarm) -> int | None:
    """When to warn of this deadline (ms UTC), None if it was done or none is due."""
    if alarm.warned or alarm.kind in _REMINDED:
        return None
    return alarm.at - min(_WARNING, alarm.seconds // 3) * 1000


@dataclass(slots=True)
class _Armed:
    key: str
    at: int
    warn_at: int | None
    cancel: Cancel | None = None


class Deadlines:
    """At most one timer a table: first the warning, then the deadline itself.

    `fire(table_id, key)` and `warn(table_id, key)` must not block; they usually spawn a task.
    """

    def __init__(
        self, clock: Clock, fire: Callable[[int, str], None], warn: Callable[[int, str], None]
    ) -> None:
        self._clock = clock
        self._fire = fire
        self._warn = warn
        self._armed: dict[int, _Armed] = {}
        self._held = False

    def arm(self, table_id: int, key: str, at: int, warn_at: int | None = None) -> None:
        """Set (or move) this table's clock; times in ms UTC."""
        self.disarm(table_id)
        self._armed[table_id] = armed = _Armed(key, at, warn_at)
        self._start(table_id, armed)

    def disarm(self, table_id: int) -> None:
        """No deadline for this table any more."""
        armed = self._armed.pop(table_id, None)
        if armed is not None and armed.cancel is not None:
            armed.cancel()

    def hold(self) -> None:
        """Let nothing fire until `release`: people cannot act while we are cut off from Discord."""
        self._held = True
        for armed in self._armed.values():
            if armed.cancel is not None:
                armed.cancel()
                armed.cancel = None

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
        if self._held:
            return
        at = armed.at if armed.warn_at is None else min(armed.warn_at, armed.at)
        armed.cancel = self._clock.call_at(at, lambda: self._ring(table_id, armed))

    def _ring(self, table_id: int, armed: _Armed) -> None:
        if self._armed.get(table_id) is not armed:
            return
        armed.cancel = None
        if armed.warn_at is not None and self._clock.now() < armed.at:
            armed.warn_at = None
            self._warn(table_id, armed.key)
            self._start(table_id, armed)
            return
        del self._armed[table_id]
        self._fire(table_id, armed.key)
