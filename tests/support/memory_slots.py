"""Who holds which slots, in memory: a SlotStore without a database."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from bot.homes.ports import Beat, Lease, OtherCount, Process, Roster, Taken
from bot.tables.homes import Slots


@dataclass
class Row:
    """A slot as the database has it."""

    holder: str = ""
    token: int = 0
    until: int = 0
    heard_at: int | None = None


class MemorySlots:
    """`moved` has the slots whose deadlines were moved, and by how many ms; they are moved in `tables`."""

    def __init__(self, tables: Any = None) -> None:
        self._tables = tables
        self.processes: dict[str, tuple[Process, int, int]] = {}
        self.rows: dict[int, Row] = {}
        self.turns: dict[int, int] = {}
        self.moved: list[tuple[int, int]] = []
        self.broken: Exception | None = None

    def _ask(self) -> None:
        if self.broken is not None:
            raise self.broken

    async def count_slots(self, now: int) -> int | None:
        counts = [count for _, count, until in self.processes.values() if until > now]
        return counts[0] if counts else None

    async def join(self, beat: Beat, *, alone: bool) -> int:
        self._ask()
        living = {} if alone else {name: row for name, row in self.processes.items() if row[2] > beat.now}
        if other := [count for _, count, _ in living.values() if count != beat.count]:
            raise OtherCount(other[0])
        me = replace(beat.process, started=beat.now)
        self.processes = {**living, me.holder: (me, beat.count, beat.now + beat.lease)}
        if len(self.rows) != beat.count:
            heard_at = max((row.heard_at or 0 for row in self.rows.values()), default=0) or None
            self.rows = {slot: Row(heard_at=heard_at) for slot in range(beat.count)}
        if alone and self._tables is not None:
            for row in self.rows.values():
                row.heard_at = max(row.heard_at or 0, self._tables.last_commit) or None
        return beat.now

    async def beat(self, beat: Beat) -> Roster:
        self._ask()
        me, until = beat.process, beat.now + beat.lease
        if self._tables is not None:
            self._tables.forget_openings(beat.now)
        self.processes[me.holder] = (me, beat.count, until)
        for slot, row in self.rows.items():
            if row.holder == me.holder:
                row.until = until
                if slot in beat.hearing:
                    row.heard_at = beat.now
        alive = [(each, end) for each, _, end in self.processes.values() if end > beat.now]
        return Roster(
            tuple(each for each, _ in alive),
            tuple(Lease(slot, row.holder, row.token) for slot, row in self.rows.items()),
            min((end - beat.now for _, end in alive), default=None),
        )

    async def take(self, beat: Beat, slot: int, token: int, *, alone: bool) -> Taken | None:
        self._ask()
        row = self.rows[slot]
        if row.token != token:
            return None
        moved = away = 0
        heard = row.until > beat.now and (row.heard_at or 0) + beat.lease >= row.until
        if row.heard_at is not None and (alone or not heard):
            away = beat.now - row.heard_at
            self.moved.append((slot, away))
            if self._tables is not None:
                here = Slots(frozenset({slot}), beat.count)
                moved = await self._tables.shift_alarms(row.heard_at, beat.now, beat.now + 60_000, 10, here)
        self.rows[slot] = Row(beat.process.holder, token + 1, beat.now + beat.lease, beat.now)
        return Taken(token + 1, moved, away)

    async def give_back(self, beat: Beat, slots: Collection[int]) -> None:
        self._ask()
        for slot in slots:
            row = self.rows[slot]
            if row.holder == beat.process.holder:
                heard_at = beat.now if slot in beat.hearing else row.heard_at
                self.rows[slot] = Row("", row.token + 1, 0, heard_at)

    async def leave(self, holder: str) -> None:
        self._ask()
        self.processes.pop(holder, None)

    async def take_turn(self, bucket: int, every: int, now: int) -> int:
        begins = max(now, self.turns.get(bucket, now))
        self.turns[bucket] = begins + every
        return begins - now
