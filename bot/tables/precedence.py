"""Who goes first: people who wait for an answer. What nobody waits for lets them pass.

One event loop does everything, piece by piece. A click's own pieces are a few milliseconds; whatever comes
between them, for boards or for computers, makes it late, and could as well be done right after.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

__all__ = ["Precedence"]

_PATIENCE: Final = 0.1
"""Seconds after which others go on all the same: where people are always waiting, boards must follow, too."""


class Precedence:
    """Knows whether anybody waits for an answer."""

    def __init__(self, patience: float = _PATIENCE) -> None:
        self._patience = patience
        self._waiting: set[object] = set()
        self._nobody_waits = asyncio.Event()
        self._nobody_waits.set()

    def begin(self) -> Callable[[], None]:
        """Somebody waits from now on, until the result is called: then the answer is on its way.

        Calling it again does nothing.
        """
        one = object()
        self._waiting.add(one)
        self._nobody_waits.clear()

        def end() -> None:
            self._waiting.discard(one)
            if not self._waiting:
                self._nobody_waits.set()

        return end

    async def let_pass(self) -> None:
        """Go on once nobody waits, or after a moment's patience."""
        if self._nobody_waits.is_set():
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                while not self._nobody_waits.is_set():  # the next one may have come before we are woken
                    await self._nobody_waits.wait()
