"""Logging belongs to the whole test process: whatever a test makes of it ends with that test."""

import logging
import sys
from collections.abc import Iterator

import pytest
import structlog

LIBRARIES = ("discord", "aiosqlite", "aiohttp", "asyncio", "PIL")


@pytest.fixture(autouse=True)
def log_as_it_was() -> Iterator[None]:
    """Put logging back as the other tests expect it; what runs a command sets it up for its own process."""
    root, hook = logging.getLogger(), sys.excepthook
    handlers = list(root.handlers)
    levels = {name: logging.getLogger(name).level for name in (None, *LIBRARIES)}
    yield
    root.handlers, sys.excepthook = handlers, hook
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()
