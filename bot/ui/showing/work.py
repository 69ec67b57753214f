"""What is still to be shown of one table, and the waiting between two tries."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

__all__ = ["Work"]


@dataclass(slots=True)
class Work:
    """What the publishing task of a table still has to do.

    `dirty`: something newer has to be shown; `anew`: the board has to be posted anew; `news`: something has
    changed since the last `take`.
    """

    dirty: bool = True
    anew: bool = False
    news: bool = False
    nap: asyncio.Task[None] | None = None

    def note(self, anew: bool) -> None:
        """Note that there is something newer to show; this ends a `rest`."""
        self.dirty, self.anew, self.news = True, self.anew or anew, True
        if self.nap is not None:
            self.nap.cancel()

    def take(self) -> bool:
        """Begin to show the newest state. Returns whether the board has to be posted anew."""
        anew, self.dirty, self.anew, self.news = self.anew, False, False, False
        return anew

    def put_back(self, anew: bool) -> None:
        """Note that what was taken could not be shown, and still has to be."""
        self.dirty, self.anew = True, self.anew or anew

    async def rest(self, seconds: float) -> bool:
        """Wait for so many seconds, or until the next change. Returns whether there was a change."""
        if not self.news:
            self.nap = asyncio.create_task(asyncio.sleep(seconds), name="rest")
            try:
                await asyncio.wait((self.nap,))
            finally:
                self.nap.cancel()
                self.nap = None
        return self.news
