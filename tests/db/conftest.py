"""A store of each kind, fresh for every test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import SqliteStore
from tests.support.memory_store import MemoryStore


@pytest.fixture(params=["sqlite", "memory"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SqliteStore | MemoryStore]:
    """Each of the two stores: whoever implements the ports answers the same."""
    if request.param == "memory":
        yield MemoryStore()
        return
    opened = await SqliteStore.open(tmp_path / "gobelet.db")
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """The real store."""
    opened = await SqliteStore.open(tmp_path / "gobelet.db")
    yield opened
    await opened.close()
