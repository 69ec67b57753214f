"""What was typed into forms with faults is kept until they are opened again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.ui.pages.page import Entry, Field

__all__ = ["Typed"]

_KEPT: Final = 100
"""So many forms; the oldest are forgotten."""


class Typed:
    """The values of forms that were refused, by who sent them and what they were about."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str], tuple[str, ...]] = OrderedDict()

    def keep(self, user_id: int, about: str, values: tuple[str, ...]) -> None:
        """Keep the values of a form that was refused."""
        self._kept[user_id, about] = values
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def refill(self, user_id: int, about: str, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """The entries of this form with what this person had typed; only once."""
        typed = self._kept.pop((user_id, about), None)
        if typed is None:
            return tuple(entries)
        filled = (
            replace(entry, value=text) if isinstance(entry, Field) else entry
            for entry, text in zip(entries, typed, strict=False)
        )
        return tuple(filled)
