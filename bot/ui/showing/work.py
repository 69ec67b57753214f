"""What is still to be shown of one table, and the rests between two tries to show it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

__all__ = ["Work"]


@dataclass(slots=True)
class Work:
    """What there is to do for a table.

    `dirty`: something newer is to be shown; `anew`: the board is to be posted anew; `news`: something
    has changed since the last `take`.
    """

    dirty: bool = True
    anew: bool = False
    news: bool = False
    nap: asyncio.Task[None] | None = None

    def note(self, anew: bool) -> None:
        """There is something newer to show."""
        self.dirty, self.anew, self.news = True, self.anew or anew, True
        if self.nap is not None:
            self.nap.cancel()

    def take(self) -> bool:
        """Begin to show what there is; whether the board is to be posted anew."""
        anew, self.dirty, self.anew, self.news = self.anew, False, False, False
        return anew

    def put_back(self, anew: bool) -> None:
        """It could not be shown: it is still to be."""
        self.dirty, self.anew = True, self.anew or anew

    async def rest(self, seconds: float) -> bool:
        """Wait so long, but no longer than until the next change; whether there was one."""
        if not self.news:
            self.nap = asyncio.create_task(asyncio.sleep(seconds), name="rest")
            try:
                await asyncio.wait((self.nap,))
            finally:
                self.nap.cancel()
                self.nap = None
        return self.news
