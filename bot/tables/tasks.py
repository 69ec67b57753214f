"""Background tasks that are kept, named, watched and awaited at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import structlog

from bot.tables.precedence import Precedence

__all__ = ["Tasks"]

_log = structlog.get_logger(__name__)


class Tasks:
    """Holds a reference to every running task, so that none is collected or fails unseen.

    `precedence` is of those who wait for an answer over what runs in the background.
    """

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self.precedence = Precedence()

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Start it; an exception is logged, never lost."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    @contextmanager
    def here(self) -> Iterator[None]:
        """Count the running task as ours for a while, so that `drain` waits for it."""
        task = asyncio.current_task()
        if task is None or task in self._running:
            yield
            return
        self._running.add(task)
        try:
            yield
        finally:
            self._running.discard(task)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("background task failed", task=task.get_name(), exc_info=error)

    async def drain(self, seconds: float) -> None:
        """Let what is running, and what that leads to, finish for so long; then cancel the rest."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while self._running and (left := end - loop.time()) > 0:
            await asyncio.wait(self._running, timeout=left)
        late = tuple(self._running)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def __len__(self) -> int:
        return len(self._running)
