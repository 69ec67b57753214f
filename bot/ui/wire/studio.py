"""Paints pictures off the event loop, keeps them, and puts pages in words where pictures cannot be sent.

Painting on the event loop would delay the gateway's heartbeat, so it runs in worker threads, two at most at a
time. Equal drawings are painted once, even if many people ask for them at the same time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeVar

import discord
import structlog
from aiohttp import ClientError

from bot.tables.aside import Aside
from bot.tables.tasks import Tasks
from bot.ui.pages.layout import Body, body_of, files_of
from bot.ui.pages.page import Attachment, Block, Drawing, Page, Picture, Sketch, Text

__all__ = ["Parcel", "Send", "Studio", "put_in_words"]

_log = structlog.get_logger(__name__)
_KEPT_BYTES: Final = 24 * 1024 * 1024
"""Bytes of pictures to keep: about a thousand boards."""
_AT_ONCE: Final = 2
_NO_TABLE: Final = 0
_NO_UPLOAD: Final = frozenset({50013, 50001, 40005, 20009})
"""Discord's errors: no permission to attach files (or to do anything), too large, or refused by a filter."""

Sent = TypeVar("Sent")
Send = Callable[[Body, list[discord.File]], Awaitable[Sent]]
"""Sends a body with its files. It is called at most three times, each time with new ones."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A page that is ready to be sent once: its body and its files.

    `whole` packs the files, too, if they were left out because the message is believed to have them.
    """

    page: Page
    body: Body
    files: list[discord.File]
    whole: Callable[[], Awaitable[Parcel]] | None = None

    async def deliver(self, send: Send[Sent]) -> Sent:
        """Send the page; if Discord does not take its files, send it again in words.

        If it misses files that the message was believed to have, the page is sent again with them. Raises
        what `send` raises if the files are not to blame, if the page is there only for its file, or if the
        words do not arrive either.
        """
        try:
            return await send(self.body, self.files)
        except (discord.HTTPException, TimeoutError, OSError, ClientError) as error:
            if self.whole is not None and _misses_files(error):
                return await (await self.whole()).deliver(send)
            if not self.files or _is_for_its_file(self.page) or not _blames_files(error):
                raise
            _log.warning("files not taken, words go instead", error=str(error))
            return await send(body_of(put_in_words(self.page)), [])


class Studio:
    """Turns sketches into pictures. One per process.

    `keep` is how many bytes of pictures are kept; those that nobody asked for longest are dropped first.
    """

    def __init__(self, tasks: Tasks, keep: int = _KEPT_BYTES) -> None:
        self._tasks = tasks
        self._keep = keep
        self._kept: OrderedDict[Drawing, bytes] = OrderedDict()
        self._weight = 0
        self._under_way: dict[Drawing, asyncio.Future[bytes | None]] = {}
        self._easels = Aside("easels", _AT_ONCE)

    async def paint_page(self, page: Page) -> Page:
        """Paint every sketch of a page; one that cannot be painted is replaced by its words, if any."""
        for block in page.blocks:
            if isinstance(block, Sketch):
                self.paint_ahead(block.drawing)  # all at once, then one is awaited after the other
        painted = [await self._paint_block(block) for block in page.blocks]
        return replace(page, blocks=tuple(block for block in painted if block is not None))

    async def pack(self, page: Page, kept: bool = False) -> Parcel:
        """Paint a page and make it ready to be sent. Raises ValueError if Discord would refuse it.

        `kept`: it is an edit of a message that has these very files, so nothing is painted or uploaded.
        """
        if kept:
            return Parcel(page, body_of(page, kept=True), [], partial(self.pack, page))
        painted = await self.paint_page(page)
        return Parcel(page, body_of(painted), files_of(painted))

    def paint_ahead(self, drawing: Drawing) -> None:
        """Begin to paint, in the background, a picture that will probably be needed soon."""
        self._find_or_begin(drawing)

    async def _paint_block(self, block: Block) -> Block | None:
        if not isinstance(block, Sketch):
            return block
        data = await self._picture_of(block.drawing)
        return _put_block_in_words(block) if data is None else Picture(block.name, block.alt, data)

    async def _picture_of(self, drawing: Drawing) -> bytes | None:
        found = self._find_or_begin(drawing)
        # One who goes away must not take the picture from the others who wait for it.
        return found if isinstance(found, bytes) else await asyncio.shield(found)

    def _find_or_begin(self, drawing: Drawing) -> bytes | asyncio.Future[bytes | None]:
        if drawing in self._kept:
            self._kept.move_to_end(drawing)
            return self._kept[drawing]
        future = self._under_way.get(drawing)
        if future is None:
            future = self._under_way[drawing] = asyncio.get_running_loop().create_future()
            self._tasks.spawn(self._paint(drawing, future), f"paint {type(drawing).__name__}")
        return future

    async def _paint(self, drawing: Drawing, future: asyncio.Future[bytes | None]) -> None:
        data = None
        try:
            data = await self._easels.run(drawing.paint)
            self._store(drawing, data)
        except Exception:
            _log.exception("picture not painted", drawing=type(drawing).__name__)
        finally:
            del self._under_way[drawing]
            if not future.done():
                future.set_result(data)

    def _store(self, drawing: Drawing, data: bytes) -> None:
        self._kept[drawing] = data
        self._weight += len(data)
        while self._weight > self._keep:
            self._weight -= len(self._kept.popitem(last=False)[1])


def put_in_words(page: Page) -> Page:
    """Take all files out of a page: words stand for pictures, and a name for any other file."""
    told = (_put_block_in_words(block) for block in page.blocks)
    return replace(page, blocks=tuple(block for block in told if block is not None))


def _put_block_in_words(block: Block) -> Block | None:
    match block:
        case Sketch():
            return Text(block.words) if block.words else None
        case Picture():
            return Text(block.alt)
        case Attachment():
            return Text(f"📎 {block.name} ✗")
        case _:
            return block


def _is_for_its_file(page: Page) -> bool:
    """Whether a page makes no sense without its file: somebody's data, a record."""
    return page.table_id == _NO_TABLE and any(isinstance(block, Attachment) for block in page.blocks)


def _misses_files(error: Exception) -> bool:
    """Whether Discord has refused an edit, as it does if its body names a file that the message has not."""
    return isinstance(error, discord.HTTPException) and error.status == 400


def _blames_files(error: Exception) -> bool:
    """Whether the same message may well arrive without files."""
    if not isinstance(error, discord.HTTPException):
        return True
    return error.code in _NO_UPLOAD or error.status == 413 or error.status >= 500
