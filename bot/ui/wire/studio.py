"""Paints pictures off the event loop, keeps them, and makes pages ready to be sent.

Painting on the event loop would delay the gateway's heartbeat, so it runs in worker threads, two at most at a
time. Equal drawings are painted once, even if many people ask for them at the same time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, Self, TypeAlias, TypeVar

import discord
import structlog
from aiohttp import ClientError

from bot.tables.tasks import Aside, Tasks
from bot.ui.pages.ids import without_dead
from bot.ui.pages.layout import Body, body_of, file_blocks, files_of
from bot.ui.pages.page import Attachment, Block, Drawing, Page, Picture, Sketch, Stored, Text
from bot.ui.wire.rest import AnsweredElsewhere

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
        self.answers: Callable[[str], bool] = lambda _verb: True
        """Whether a verb is answered; buttons and lists of others are left out of pages."""

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
        page = without_dead(page, self.answers)
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


# Which files hang in messages, so that an edit uploads only what has changed.
#
# Discord keeps a file of an edited message where the edit names it by its id. What hangs in the messages
# that were sent or edited lately is remembered, in memory alone: any other message is sent all its files.

_KEPT: Final = 4096
"""How many messages' files are remembered; those of the messages that were edited longest ago go first."""


@dataclass(frozen=True, slots=True)
class _Hung:
    """A file of a message: Discord's id for it, and the SHA-256 of its content."""

    attachment_id: int
    digest: bytes


class Gallery:
    """The files of the messages that were sent or edited lately. One per process."""

    def __init__(self, keep: int = _KEPT) -> None:
        self._keep = keep
        self._walls: OrderedDict[int, Mapping[str, _Hung]] = OrderedDict()

    def find(self, message_id: int | None, files: Sequence[Picture | Attachment]) -> dict[str, int]:
        """Which of these files hang in a message as they are: their names, with Discord's ids for them."""
        wall = self._walls.get(message_id or 0, {})
        return {
            file.name: wall[file.name].attachment_id
            for file in files
            if file.name in wall and wall[file.name].digest == _digest(file)
        }

    def note(self, message: Body, files: Sequence[Picture | Attachment]) -> None:
        """Remember what a message has that was sent or edited with these files, as Discord gave it back."""
        message_id, ids = int(message["id"]), list(_uploaded(message["components"]))
        self.forget(message_id)
        if not files or len(ids) != len(files):
            return
        self._walls[message_id] = {
            file.name: _Hung(attachment_id, _digest(file))
            for file, attachment_id in zip(files, ids, strict=True)
        }
        if len(self._walls) > self._keep:
            self._walls.popitem(last=False)

    def retain(self, message_id: int | None, names: Collection[str]) -> None:
        """Remember of a message's files only those with these names; the others are gone."""
        wall = self._walls.pop(message_id or 0, {})
        if message_id is not None and names:
            self._walls[message_id] = {name: hung for name, hung in wall.items() if name in names}

    def forget(self, message_id: int | None) -> None:
        """Forget what a message has: it has no files any more, or nobody knows."""
        self._walls.pop(message_id or 0, None)


def _digest(file: Picture | Attachment) -> bytes:
    return sha256(file.data).digest()


def _uploaded(components: Sequence[Mapping[str, Any]]) -> Iterator[int]:
    """The ids of the files that the components of a message show, in their order."""
    for component in components:
        shown = [item.get("media") for item in component.get("items", ())]
        for media in (*shown, component.get("file")):
            if media and media.get("attachment_id"):
                yield int(media["attachment_id"])
        yield from _uploaded(component.get("components", ()))


# Pages that are ready to be sent, with their files; in words where Discord does not take these.

_NO_TABLE: Final = 0
_BAD_REQUEST: Final = 400
_NO_UPLOAD: Final = frozenset({50013, 50001, 40005, 20009})
"""Discord's errors: no permission to attach files (or to do anything), too large, or refused by a filter."""

Sent = TypeVar("Sent")
Send = Callable[[Body, list[discord.File]], Awaitable[Sent]]
"""Sends a body with its files, and may give back the message. Each time it is called with new ones."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A page that is ready to be sent once: its body and its files.

    `message_id` is the message to edit, None for a new one; `kept` names those of its files that stay there,
    with their ids. `page` is as it was wanted, `painted` has its pictures.
    """

    page: Page
    painted: Page
    gallery: Gallery
    message_id: int | None
    kept: Mapping[str, int]
    body: Body
    files: list[discord.File]

    @classmethod
    def of(cls, page: Page, painted: Page, gallery: Gallery, message_id: int | None) -> Self:
        """Make a page ready. Raises ValueError if Discord would refuse it."""
        kept = gallery.find(message_id, file_blocks(painted))
        body, files = body_of(painted, kept), files_of(painted, kept)
        return cls(page, painted, gallery, message_id, kept, body, files)

    async def deliver(self, send: Send[Sent]) -> Sent:
        """Send the page; if Discord does not take its files, send it again in words.

        Raises what `send` raises if the files are not to blame, if the page is there only for its file, or if
        the words do not arrive either.
        """
        try:
            sent = await send(self.body, self.files)
        except AnsweredElsewhere:  # by what is not known here
            self.gallery.forget(self.message_id)
            raise
        except (discord.HTTPException, TimeoutError, OSError, ClientError) as error:
            self.gallery.forget(self.message_id)
            if self.kept and isinstance(error, discord.HTTPException) and error.status == _BAD_REQUEST:
                _log.info("files not kept, all are sent", error=str(error))
                return await Parcel.of(self.page, self.painted, self.gallery, self.message_id).deliver(send)
            if not self.files or _is_for_its_file(self.page) or not _blames_files(error):
                raise
            _log.warning("files not taken, words go instead", error=str(error))
            return await send(body_of(put_in_words(self.page)), [])
        self._note(sent)
        return sent

    def _note(self, sent: Any) -> None:
        """Remember what hangs in the message now, if the answer says so."""
        if isinstance(sent, dict) and "components" in sent:
            self.gallery.note(sent, file_blocks(self.painted))
        else:
            self.gallery.retain(self.message_id, self.kept)


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


def _blames_files(error: Exception) -> bool:
    """Whether the same message may well arrive without files."""
    if not isinstance(error, discord.HTTPException):
        return True
    return error.code in _NO_UPLOAD or error.status == 413 or error.status >= 500
