"""Tells by a short text whether two pages show the same: a message with the same digest is not edited."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import orjson

from bot.ui.pages.page import Page, Sketch

__all__ = ["digest"]


def digest(page: Page) -> str:
    """SHA-256 (64 hex digits) of everything that a page shows; the same in every process.

    A sketch counts by the fields of its drawing, so that no picture has to be painted only to compare pages.
    These fields must be plain: texts, numbers, tuples and frozen dataclasses of those. Raises TypeError for
    any other field.
    """
    drawings = [type(block.drawing).__name__ for block in page.blocks if isinstance(block, Sketch)]
    return sha256(orjson.dumps([page, drawings], default=_plain)).hexdigest()


def _plain(value: Any) -> str:
    if isinstance(value, bytes):
        return sha256(value).hexdigest()
    raise TypeError(f"{type(value).__name__} has no digest")
