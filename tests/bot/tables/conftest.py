"""A house over a fresh store for every test."""

import pytest

from tests.support.store import FreshStore
from tests.support.tables import House


@pytest.fixture
async def house() -> House:
    return House()


@pytest.fixture
async def any_store() -> FreshStore:
    return FreshStore()
