"""A server and a bot for each test, and the judges at the end of each."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest_asyncio

from tests.support.wire import Play
from tests.support.wire_judges import judge


@asynccontextmanager
async def judged(
    folder: Path, *, cold: bool = False, module: str = "bot", **settings: str
) -> AsyncIterator[Play]:
    made = Play(folder, cold=cold, module=module, **settings)
    try:
        await made.open()
        yield made
        judge(made)
    finally:
        await made.close()


@pytest_asyncio.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    """The bot on the loopback Discord, ready to hear people; judged at the end, ended always."""
    async with judged(tmp_path) as made:
        yield made


@pytest_asyncio.fixture
async def cold_play(tmp_path: Path) -> AsyncIterator[Play]:
    """The same with a bot that was started as people start it."""
    async with judged(tmp_path, cold=True) as made:
        yield made
