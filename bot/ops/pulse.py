"""The pulse of the event loop: beats at a steady pace, and says how late it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["Pulse"]


class Pulse:
    """Calls `beat` with how late it is (seconds), every so many seconds of the loop, until stopped.

    It beats on the loop itself: nobody feels a pulse while the loop is stuck.
    """

    def __init__(self, every: float, beat: Callable[[float], object]) -> None:
        self._every = every
        self._beat = beat
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to beat."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self._every
        self._timer = loop.call_at(due, self._ring, due)

    def stop(self) -> None:
        """Beat no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self, due: float) -> None:
        late = asyncio.get_running_loop().time() - due
        self.start()
        self._beat(late)
