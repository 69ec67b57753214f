"""Tells by a short text whether two pages show the same: a message with the same digest is not edited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from hashlib import sha256
from json import JSONEncoder
from operator import attrgetter
from typing import Any

from bot.ui.pages.page import Page

__all__ = ["digest"]


def digest(page: Page) -> str:
    """SHA-256 (64 hex digits) of everything that a page shows; the same in every process.

    A sketch counts by the fields of its drawing, so that no picture has to be painted only to compare pages.
    These fields must be plain: texts, numbers, tuples and frozen dataclasses of those. Raises TypeError for
    any other field.
    """
    return sha256(_ENCODER.encode(page).encode("utf-8", "surrogatepass")).hexdigest()


def _take_apart(value: object) -> Any:
    """The kind and the fields of a dataclass, which JSON does not know."""
    if isinstance(value, bytes):
        return sha256(value).hexdigest()
    kind = type(value)
    if kind not in _READERS:
        _READERS[kind] = _make_reader(kind)
    return (kind.__name__, _READERS[kind](value))


def _make_reader(kind: type) -> Callable[[Any], Any]:
    """What reads all fields of a dataclass at once, in C. Raises TypeError for any other kind."""
    if not is_dataclass(kind):
        raise TypeError(f"a page cannot hold a {kind.__name__}")
    names = [field.name for field in fields(kind)]
    return attrgetter(*names) if names else lambda _: ()


_READERS: dict[type, Callable[[Any], Any]] = {}
_ENCODER = JSONEncoder(default=_take_apart, ensure_ascii=False, check_circular=False, separators=(",", ":"))
