"""What going back to a backup must not undo: it closes tables, erases people again, keeps their wishes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import SystemRandom

from bot.tables.care.closing import close_table
from bot.tables.proof.dice import Seed
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.ui.wire.clock import LoopClock
from db.jobs.restoring import (
    Present,
    is_continued_by,
    list_erased,
    list_live_fingerprints,
    take_lasting,
)
from db.sql import Sql
from db.store import Store
from engines.core.game import AnyGame

__all__ = ["take_over"]


async def take_over(
    store: Store,
    present: Present | None,
    raise_numbers: Callable[[Sql, Present | None], None],
    games: Mapping[str, AnyGame],
) -> list[str]:
    """Close the tables of a copy that went on after it was made. Returns sentences on what was done.

    If it is not known what happened since (`present` is None), all tables are closed: somebody may remember
    dice or seeds that were shown meanwhile. `raise_numbers` sees to it that no id is given twice.
    """
    if present is not None:
        known = present
        present = known if await store.door.write(lambda it: is_continued_by(it, known)) else None
    left = present
    live = await store.door.write(list_live_fingerprints)
    await store.door.write(lambda connection: raise_numbers(connection, left))
    erased = [] if left is None else await store.door.write(lambda connection: list_erased(connection, left))
    before = {} if left is None else left.fingerprints
    closed = [table_id for table_id, now in live.items() if before.get(table_id) != now]
    clock, chance = LoopClock(), SystemRandom()
    for table_id in closed:
        await close_table(store, games, clock, chance, table_id, "restored")
    tables = Tables(store, games, clock, Seed.new, chance, Tasks())
    for user_id in erased:
        if not await store.tables_of(user_id):
            await tables.erase(user_id, store)
    if left is not None:
        await store.door.write(lambda connection: take_lasting(connection, left))
    return _account(left, closed, len(live) - len(closed), len(erased))


def _account(present: Present | None, closed: list[int], going_on: int, erased: int) -> list[str]:
    lines = []
    if present is None:
        lines.append("No present database could be read that continues the backup: no table may go on.")
    if closed:
        numbers = ", ".join(str(table_id) for table_id in closed)
        lines.append(f"Closed, because they may have gone on after the backup: table {numbers}.")
    lines.append(f"Going on just as they stood: {going_on} live tables.")
    if erased:
        lines.append(f"Erased again: the data of {erased} people who wished so after the backup.")
    return lines
