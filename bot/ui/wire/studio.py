"""Paints pictures off the event loop, keeps them, and makes pages ready to be sent.

Painting on the event loop would delay the gateway's heartbeat, so it runs in worker threads, two at most at a
time. Equal drawings are painted once, even if many people ask for them at the same time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeAlias

import structlog

from bot.tables.aside import Aside
from bot.tables.tasks import Tasks
from bot.ui.pages.page import Block, Drawing, Page, Picture, Sketch, Stored, Text
from bot.ui.wire.gallery import Gallery
from bot.ui.wire.parcels import Parcel

__all__ = ["Studio"]

_log = structlog.get_logger(__name__)
_KEPT_BYTES: Final = 24 * 1024 * 1024
"""Bytes of pictures to keep: about a thousand boards."""
_AT_ONCE: Final = 2

Fetch: TypeAlias = Callable[[str], Awaitable[bytes | None]]


class Studio:
    """Turns sketches into pictures. One per process.

    `keep` is how many bytes of pictures are kept; those that nobody asked for longest are dropped first.
    `fetch` gives a stored picture by its digest; without it, or where it gives none, words take its place.
    """

    def __init__(self, tasks: Tasks, keep: int = _KEPT_BYTES, fetch: Fetch | None = None) -> None:
        self._tasks = tasks
        self._keep = keep
        self._fetch = fetch
        self._kept: OrderedDict[Drawing | Stored, bytes] = OrderedDict()
        self._weight = 0
        self._under_way: dict[Drawing | Stored, asyncio.Future[bytes | None]] = {}
        self._easels = Aside("easels", _AT_ONCE)
        self.gallery = Gallery()

    async def paint_page(self, page: Page) -> Page:
        """Paint every sketch of a page; one that cannot be painted is replaced by its words, if any."""
        for block in page.blocks:
            if isinstance(block, Sketch):
                self.paint_ahead(block.drawing)  # all at once, then one is awaited after the other
        painted = [await self._paint_block(block) for block in page.blocks]
        return replace(page, blocks=tuple(block for block in painted if block is not None))

    async def pack(self, page: Page, message_id: int | None = None) -> Parcel:
        """Paint a page and make it ready to be sent, or for the edit of this message.

        Raises ValueError if Discord would refuse it.
        """
        return Parcel.of(page, await self.paint_page(page), self.gallery, message_id)

    def paint_ahead(self, drawing: Drawing | Stored) -> None:
        """Begin to paint, in the background, a picture that will probably be needed soon."""
        self._find_or_begin(drawing)

    async def _paint_block(self, block: Block) -> Block | None:
        if not isinstance(block, Sketch):
            return block
        data = await self._picture_of(block.drawing)
        if data is not None:
            return Picture(block.name, block.alt, data)
        return Text(block.words) if block.words else None

    async def _picture_of(self, drawing: Drawing | Stored) -> bytes | None:
        found = self._find_or_begin(drawing)
        # One who goes away must not take the picture from the others who wait for it.
        return found if isinstance(found, bytes) else await asyncio.shield(found)

    def _find_or_begin(self, drawing: Drawing | Stored) -> bytes | asyncio.Future[bytes | None]:
        if drawing in self._kept:
            self._kept.move_to_end(drawing)
            return self._kept[drawing]
        future = self._under_way.get(drawing)
        if future is None:
            future = self._under_way[drawing] = asyncio.get_running_loop().create_future()
            self._tasks.spawn(self._paint(drawing, future), f"paint {type(drawing).__name__}")
        return future

    async def _paint(self, drawing: Drawing | Stored, future: asyncio.Future[bytes | None]) -> None:
        data = None
        try:
            if isinstance(drawing, Stored):
                data = None if self._fetch is None else await self._fetch(drawing.digest)
            else:
                data = await self._easels.run(drawing.paint)
            if data is not None:
                self._store(drawing, data)
        except Exception:
            _log.exception("picture not painted", drawing=type(drawing).__name__)
        finally:
            del self._under_way[drawing]
            if not future.done():
                future.set_result(data)

    def _store(self, drawing: Drawing | Stored, data: bytes) -> None:
        self._kept[drawing] = data
        self._weight += len(data)
        while self._weight > self._keep:
            self._weight -= len(self._kept.popitem(last=False)[1])
