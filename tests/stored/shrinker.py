"""Makes a file smaller, and says each table that is done: on its own the process that test_shrunk kills."""

import asyncio
import sys
from pathlib import Path

from bot.tables.care import shrinking
from bot.tables.care.shrinking import Shrinking
from bot.tables.tasks import Tasks
from db.store import SqliteStore, Store
from engines import GAMES
from tests.support.clock import NOON, FakeClock

LATER = NOON + 2 * 3_600_000
"""When the next version stands over a frozen file: an hour after the last sign of life."""


class Telling(SqliteStore):
    """Says every step once it is committed."""

    async def divide_setup(self, table_id: int, setup: str, deck: object) -> None:
        await super().divide_setup(table_id, setup, deck)  # type: ignore[arg-type]
        tell(f"divided {table_id}")

    async def put_away(self, table_id: int) -> bool:
        done = await super().put_away(table_id)
        tell(f"packed {table_id}")
        return done


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def shrink(store: Store) -> None:
    """Make all of a frozen file's tables smaller that can be."""
    shrinking._PAUSE = 0
    await Shrinking(store, GAMES, FakeClock(LATER), Tasks()).look()


async def main(path: str) -> None:
    """Do it to this file."""
    store = await Telling.open(Path(path))
    await shrink(store)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
