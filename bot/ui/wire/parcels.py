"""Pages that are ready to be sent, with their files; in words where Discord does not take these."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self, TypeVar

import discord
import structlog
from aiohttp import ClientError

from bot.ui.pages.layout import Body, body_of, file_blocks, files_of
from bot.ui.pages.page import Attachment, Block, Page, Picture, Sketch, Text
from bot.ui.wire.gallery import Gallery
from bot.ui.wire.rest import AnsweredElsewhere

__all__ = ["Parcel", "Send", "put_in_words"]

_log = structlog.get_logger(__name__)
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
