"""Pure work of some tens of milliseconds beside the event loop, in threads that nobody else waits for.

asyncio's own threads are left to what the libraries do in them (looking up names of hosts, for one). Threads
share the interpreter: what somebody could make as long as they like belongs into `bot.chores`, not here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

__all__ = ["Aside"]

T = TypeVar("T")


class Aside:
    """A few threads of its own (`threads`); more work than they can do waits its turn."""

    def __init__(self, name: str, threads: int = 1) -> None:
        self._threads = ThreadPoolExecutor(threads, name)

    async def run(self, work: Callable[[], T]) -> T:
        """Do this in a thread; what it raises is raised here."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
