"""The clock of the bot: discord.py's now, the loop's timers. Tests may replace both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import discord

from bot.tables.ports import Cancel

__all__ = ["LoopClock"]

_FARTHEST = 24 * 3600.0
"""Loop timers much longer than a day are not to be trusted: a long wait is taken in legs."""


class LoopClock:
    """Implements bot.tables.ports.Clock on the running loop."""

    def now(self) -> int:
        """The present, in ms UTC."""
        return int(discord.utils.utcnow().timestamp() * 1000)

    def call_at(self, at: int, callback: Callable[[], None]) -> Cancel:
        """Call back once at this time; the result cancels it."""
        loop = asyncio.get_running_loop()
        timer: asyncio.TimerHandle

        def leg() -> None:
            nonlocal timer
            wait = (at - self.now()) / 1000
            if wait > 0:
                timer = loop.call_later(min(wait, _FARTHEST), leg)
            else:
                callback()

        timer = loop.call_later(min(max(0.0, (at - self.now()) / 1000), _FARTHEST), leg)
        return lambda: timer.cancel()
