"""A house over the store in memory, fresh for every test; and both stores, for what depends on them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.memory_store import MemoryStore
from tests.support.old_hands import OldHands
from tests.support.tables import House


@pytest.fixture
async def house() -> House:
    return House()


@pytest.fixture(params=["sqlite", "memory"])
async def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Any]:
    """Each of the two stores."""
    store: Any = MemoryStore() if request.param == "memory" else await OldHands.open(tmp_path / "a.db")
    yield store
    if request.param == "sqlite":
        await store.close()
