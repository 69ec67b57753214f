"""What tests of the bot on a simulated Discord share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import SqliteStore


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """A store in a real file, which outlives the process."""
    opened = await SqliteStore.open(tmp_path / "gobelet.db")
    yield opened
    await opened.close()
