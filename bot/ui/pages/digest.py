"""Tells by a short text whether two pages show the same: a message with the same digest is not edited.

One half of it stands for the page's files alone: a message that has them already need not be sent them again.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import orjson

from bot.ui.pages.page import Attachment, Page, Picture, Sketch

__all__ = ["digest", "have_same_files"]

_HALF = 32
"""Hex digits that stand for the files of a page: the last ones of its digest."""


def digest(page: Page) -> str:
    """64 hex digits, by SHA-256, that stand for all that a page shows; the same in every process.

    A sketch counts by the fields of its drawing, so that no picture has to be painted only to compare pages.
    These fields must be plain: texts, numbers, tuples and frozen dataclasses of those. Raises TypeError for
    any other field.
    """
    drawings = [type(block.drawing).__name__ for block in page.blocks if isinstance(block, Sketch)]
    whole = _digest_of([page, drawings])
    files = [_content(block) for block in page.blocks if isinstance(block, Sketch | Picture | Attachment)]
    return whole[:-_HALF] + _digest_of(files)[-_HALF:] if files else whole


def have_same_files(one: str, other: str) -> bool:
    """Whether two digests are of pages that have files, and the same ones."""
    return one[-_HALF:] == other[-_HALF:]


def _content(block: Sketch | Picture | Attachment) -> tuple[Any, ...]:
    """What a file is, without what is said of it."""
    if isinstance(block, Sketch):
        return block.name, type(block.drawing).__name__, block.drawing
    return block.name, block.data


def _digest_of(value: Any) -> str:
    return sha256(orjson.dumps(value, default=_plain)).hexdigest()


def _plain(value: Any) -> str:
    if isinstance(value, bytes):
        return sha256(value).hexdigest()
    raise TypeError(f"{type(value).__name__} has no digest")
