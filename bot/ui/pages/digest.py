"""What a page shows, in one short text: equal digests need no new sending."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from typing import Any

from bot.ui.pages.page import Page

__all__ = ["digest"]


def digest(page: Page) -> str:
    """SHA-256 (hex) of everything in the page; the same in every process.

    Of a sketch it takes what the drawing shows, so that nothing need be painted to know that nothing changed.
    A drawing's fields must therefore be plain: texts, numbers, tuples and frozen dataclasses of those, else
    TypeError.
    """
    canonical = json.dumps(
        _plain(replace(page, farewell=())), sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        parts = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
        return {"is": type(value).__name__, **parts}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, bytes):
        return sha256(value).hexdigest()
    return value
