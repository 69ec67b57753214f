"""A server and a bot for each test, and the judges at the end of each."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.support.wire import Play
from tests.support.wire_judges import judge


@pytest_asyncio.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    """The bot on the loopback Discord, ready to hear people; judged at the end, ended always."""
    made = Play(tmp_path)
    try:
        await made.open()
        yield made
        judge(made)
    finally:
        await made.close()
