"""Waiting for what other processes, threads and the system do: it tells nobody, so one looks at it again.

Nothing here says how quick a machine is: the limit is for what never comes.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

NEVER = 120.0
"""Seconds after which something counts as never to come."""
_LOOK = 0.005
Met = TypeVar("Met")


async def rest() -> None:
    """Let a moment pass before one looks again; whoever uses it bounds how often."""
    await asyncio.sleep(_LOOK)


async def settled() -> None:
    """Let everything be done that waits for no time, no thread and no test."""
    for _ in range(50):
        await asyncio.sleep(0)


def jump(seconds: float) -> None:
    """So much later, all at once, by the clock of the running loop: what was to ring meanwhile rings now."""
    loop = asyncio.get_running_loop()
    told = loop.time
    loop.time = lambda: told() + seconds  # type: ignore[method-assign]


async def until(condition: Callable[[], Met]) -> Met:
    """Wait until a condition holds; what it gave."""
    async with asyncio.timeout(NEVER):
        while not (met := condition()):  # noqa: ASYNC110 - there is nobody who would set an event
            await asyncio.sleep(_LOOK)
    return met


def until_now(condition: Callable[[], Met]) -> Met:
    """Wait as `until` does, where there is no event loop to be kept going."""
    end = time.monotonic() + NEVER
    while not (met := condition()):
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(_LOOK)
    return met
