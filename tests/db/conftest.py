"""A store of each kind, fresh for every test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from db.opening import open_shared
from db.store import SqliteStore, Store

if TYPE_CHECKING:
    from db.postgres.store import PostgresStore


@pytest.fixture(params=["sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """Each of the stores: whoever implements the ports answers the same."""
    opened: Store
    if request.param == "postgres":
        opened = await open_shared(request.getfixturevalue("postgres_url"), "tested")
    else:
        opened = await SqliteStore.open(tmp_path / "gobelet.db")
    yield opened
    await opened.close()


@pytest.fixture
async def pair(postgres_url: str) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    """Two processes over one database."""
    one, other = await open_shared(postgres_url, "one"), await open_shared(postgres_url, "other")
    yield one, other
    await one.close()
    await other.close()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """The real store."""
    opened = await SqliteStore.open(tmp_path / "gobelet.db")
    yield opened
    await opened.close()
