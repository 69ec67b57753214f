"""Jobs that are done again and again while the bot runs, such as looking after tables at rest."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from bot.tables.ports import Cancel, Clock
from bot.tables.tasks import Tasks

__all__ = ["Rounds"]


class Rounds:
    """Does `job` in the background: `first` ms after the start, and then every `every` ms until stopped."""

    def __init__(
        self,
        clock: Clock,
        tasks: Tasks,
        name: str,
        job: Callable[[], Coroutine[Any, Any, None]],
        *,
        first: int,
        every: int,
    ) -> None:
        self._clock = clock
        self._tasks = tasks
        self._name = name
        self._job = job
        self._first = first
        self._every = every
        self._timer: Cancel | None = None

    def start(self) -> None:
        """Begin; once started, it goes on."""
        if self._timer is None:
            self._wait(self._first)

    def stop(self) -> None:
        """Begin no more rounds."""
        if self._timer is not None:
            self._timer()

    def _wait(self, ms: int) -> None:
        self._timer = self._clock.call_at(self._clock.now() + ms, self._begin)

    def _begin(self) -> None:
        self._wait(self._every)
        self._tasks.spawn(self._job(), self._name)
