"""A house over the store in memory, fresh for every test."""

from __future__ import annotations

import pytest

from tests.support.tables import House


@pytest.fixture
async def house() -> House:
    return House()
