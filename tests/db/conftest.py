"""A store of each kind, fresh for every test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.opening import open_shared
from db.store import SqliteStore, Store
from tests.support.memory_store import MemoryStore


@pytest.fixture(params=["sqlite", "postgres", "memory"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store | MemoryStore]:
    """Each of the stores: whoever implements the ports answers the same."""
    if request.param == "memory":
        yield MemoryStore()
        return
    opened: Store
    if request.param == "postgres":
        opened = await open_shared(request.getfixturevalue("postgres_url"), "tested")
    else:
        opened = await SqliteStore.open(tmp_path / "gobelet.db")
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """The real store."""
    opened = await SqliteStore.open(tmp_path / "gobelet.db")
    yield opened
    await opened.close()
