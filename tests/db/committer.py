"""The process that test_durability kills: commits for ever, and says each commit once it is answered."""

import asyncio
import sys
from itertools import count
from pathlib import Path

from db.store import SqliteStore
from tests.support.stored import act, opening


async def play(store: SqliteStore, home_id: int) -> None:
    """One table, acting as fast as it is answered."""
    stored = await store.commit(opening(home_id=home_id))
    for moves in count(1):
        stored = await store.commit(act(stored, position=f'{{"moves":{moves}}}'))
        sys.stdout.write(f"{stored.table.id} {stored.table.version}\n")
        sys.stdout.flush()


async def main(path: str, tables: str) -> None:
    store = await SqliteStore.open(Path(path))
    await asyncio.gather(*(play(store, 100 + n) for n in range(int(tables))))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
