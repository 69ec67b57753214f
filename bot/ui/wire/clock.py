"""The bot's clock: the time of discord.py and the timers of the event loop, both of which tests replace."""

import asyncio
from collections.abc import Callable

import discord

from bot.tables.ports import Cancel

_FARTHEST = 24 * 3600.0
"""Seconds. Loop timers of many days are not reliable: a longer wait is made of several timers."""


class LoopClock:
    """Implements bot.tables.ports.Clock on the running loop."""

    def now(self) -> int:
        """The present moment, in ms UTC."""
        return int(discord.utils.utcnow().timestamp() * 1000)

    def call_at(self, at: int, callback: Callable[[], None]) -> Cancel:
        """Call `callback` once at the moment `at` (ms UTC). Calling the returned function cancels that."""
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
