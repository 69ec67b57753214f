"""Tells by a short text whether two pages show the same: a message with the same digest is not edited."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from typing import Any

from bot.ui.pages.page import Page

__all__ = ["digest"]


def digest(page: Page) -> str:
    """SHA-256 (64 hex digits) of everything that a page shows; the same in every process.

    A sketch counts by the fields of its drawing, so that no picture has to be painted only to compare pages.
    These fields must be plain: texts, numbers, tuples and frozen dataclasses of those. Raises TypeError for
    any other field.
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
