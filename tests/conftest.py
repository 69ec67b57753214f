"""What every test takes for granted."""

import os

import pytest
from hypothesis import settings

from tests.support.log import log_as_it_was
from tests.support.postgres import postgres_server, postgres_url

__all__ = ["log_as_it_was", "postgres_server", "postgres_url"]

# How long an example takes says something about the machine, nothing about the code.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_xdist_auto_num_workers() -> int:
    """Half of the time the wire's tests wait for clocks and rate limits: more workers than cores."""
    return 2 * (os.cpu_count() or 1)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave what takes long to those who have the time."""
    if item.get_closest_marker("long") is not None and "GOBELET_LONG" not in os.environ:
        pytest.skip("it takes long: `make fire` runs it")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest test, so that at the end no core waits for it alone.

    Then those that wait for the real process: what computes runs meanwhile.
    """
    items.sort(
        key=lambda item: (item.get_closest_marker("kill") is None, item.get_closest_marker("wire") is None)
    )
