"""What every test takes for granted."""

import os

import pytest
from hypothesis import settings

from tests.support.dealing import deal
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
    """Begin with the longest tests, then with those that wait for the real process or for a browser.

    Each of several workers begins with some of them: so at the end none is left alone with a long one.
    """
    items.sort(key=lambda item: (item.get_closest_marker("kill") is None, not _is_long(item)))
    items[:] = deal(items, _is_long, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def _is_long(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(marker) is not None for marker in ("kill", "wire", "browser"))
