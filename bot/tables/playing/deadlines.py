"""Clocks of the tables: one loop timer for all of them, set for whichever rings next.

It only wakes the runtime; whether the deadline still stands is decided under the table's lock, against the
key that it was armed for. So a late, early or double ring does no harm.
"""

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from bot.meters import observe
from bot.tables.homes import EVERYTHING, Slots, slot_of
from bot.tables.model import Alarm
from bot.tables.ports import Cancel, Clock
from bot.tables.timing import Bell, Ring, bells

_SLACK = 100
"""How many places in the order may be out of date, beside one for each clock, before it is made anew."""


@dataclass(slots=True)
class _Armed:
    guild_id: int
    key: str
    bells: tuple[Bell, ...]


class Deadlines:
    """At most one clock a table, with its bells in order of time; the last one is the deadline itself.

    `ring(table_id, guild_id, key, bell)` must not block; it usually spawns a task.
    """

    def __init__(self, clock: Clock, ring: Callable[[int, int, str, Bell], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._armed: dict[int, _Armed] = {}
        self._order: list[tuple[int, int]] = []
        """A heap of what rings when (ms UTC), at which table. A clock that was moved leaves a place in it."""
        self._timer: tuple[int, Cancel] | None = None
        """When the timer is due (ms UTC), and what cancels it."""
        self._held: dict[int, set[int]] = {}
        """The slots from which we are cut off, by how many slots there are."""

    def follow(self, table_id: int, guild_id: int, alarm: Alarm | None) -> None:
        """Set this table's clock by its deadline; none runs without one, or while its host has stopped it."""
        if alarm is None or alarm.stopped_at is not None:
            self.disarm(table_id)
        else:
            self.arm(table_id, guild_id, alarm.key, bells(alarm, self._clock.now()))

    def arm(self, table_id: int, guild_id: int, key: str, rings: tuple[Bell, ...]) -> None:
        """Set (or move) this table's clock; what it rings for in order of time."""
        self._armed[table_id] = _Armed(guild_id, key, rings)
        self._place(table_id, rings[0].at)
        self._wind()

    def again(self, table_id: int, guild_id: int, key: str, at: int) -> None:
        """Let this deadline ring once more at this time (ms UTC), unless the table's clock was set anew."""
        if table_id not in self._armed:
            self.arm(table_id, guild_id, key, (Bell(at, Ring.END),))

    def disarm(self, table_id: int) -> None:
        """No deadline for this table any more."""
        if self._armed.pop(table_id, None) is not None:
            self._wind()

    def disarm_all(self, slots: Slots) -> None:
        """No deadlines any more for tables in these slots."""
        self._armed = {key: armed for key, armed in self._armed.items() if not slots.have(armed.guild_id)}
        self._wind()

    def holds(self, guild_id: int) -> bool:
        """Whether we are cut off from this server, so that nothing rings at its tables."""
        return any(slot_of(guild_id, count) in numbers for count, numbers in self._held.items())

    def hold(self, slots: Slots = EVERYTHING) -> None:
        """Let nothing ring in these slots until `release`: nobody can act while we are cut off."""
        self._held.setdefault(slots.count, set()).update(slots.numbers)
        self._wind()

    def release(self, slots: Slots = EVERYTHING) -> None:
        """Let the clocks of these slots run again; what was held among all slots is released among all."""
        self._held.get(slots.count, set()).difference_update(slots.numbers)
        self._put_in_order()
        self._wind()

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._armed

    def __len__(self) -> int:
        return len(self._armed)

    # -- the order of ringing --------------------------------------------------------------------------

    def _place(self, table_id: int, at: int) -> None:
        if len(self._order) > 2 * len(self._armed) + _SLACK:
            self._put_in_order()
        else:
            heappush(self._order, (at, table_id))

    def _put_in_order(self) -> None:
        self._order = [(armed.bells[0].at, table_id) for table_id, armed in self._armed.items()]
        heapify(self._order)

    def _stands(self, at: int, table_id: int) -> bool:
        """Whether this place in the order is not out of date, nor held: `release` finds its place again."""
        armed = self._armed.get(table_id)
        return armed is not None and armed.bells[0].at == at and not self.holds(armed.guild_id)

    def _wind(self) -> None:
        """Have a timer end by the time when something rings next, if anything may.

        One that ends too early runs on, and is set anew then: most decisions are made long before it.
        """
        while self._order and not self._stands(*self._order[0]):
            heappop(self._order)
        due = self._order[0][0] if self._order else None
        if self._timer is not None:
            at, cancel = self._timer
            if due is not None and at <= due:
                return
            cancel()
        self._timer = None if due is None else (due, self._clock.call_at(due, self._rung))

    def _rung(self) -> None:
        self._timer = None
        while self._order and self._order[0][0] <= self._clock.now():
            at, table_id = heappop(self._order)
            if self._stands(at, table_id):
                self._ring_one(table_id, self._armed[table_id])
        self._wind()

    def _ring_one(self, table_id: int, armed: _Armed) -> None:
        now = self._clock.now()
        due = [bell for bell in armed.bells if bell.at <= now]
        later = armed.bells[len(due) :]
        observe("deadline_lag_seconds", (now - due[-1].at) / 1000)
        if later:
            armed.bells = later
            self._place(table_id, later[0].at)
        else:
            del self._armed[table_id]
            due = due[-1:]  # it is over
        for bell in {bell.ring: bell for bell in due}.values():  # several at once: the last of each kind
            self._ring(table_id, armed.guild_id, armed.key, bell)
