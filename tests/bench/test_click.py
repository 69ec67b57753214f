"""What is measured beside our own clicks is a click on a real board, and it is answered."""

import asyncio
from pathlib import Path

from bench.click import TABLES, Ours
from bench.theirs import Theirs


async def test_both_sides_answer_their_clicks(tmp_path: Path) -> None:
    ours, theirs = Ours(), Theirs()
    await ours.start(tmp_path)
    await theirs.start(await ours.board())
    try:
        async with asyncio.timeout(60):
            assert await theirs.clicks(2) > 0
            assert await ours.clicks(TABLES, shown=True) > 0
    finally:
        await theirs.stop()
        await ours.store.close()
