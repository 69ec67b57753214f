"""Refusals of the table itself, beside those of the rules."""

from __future__ import annotations

from typing import Any

__all__ = ["Broken", "Denied", "is_passing"]


class Denied(Exception):
    """A wish that the table does not grant: a reason and its parameters, never a sentence.

    Nothing was changed. `bot.ui.frame.notices` has a sentence for every reason.
    """

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.params = params


class Broken(Exception):
    """The rules failed where they may not: nothing was changed, and trying again would fail again."""


def is_passing(error: BaseException | None) -> bool:
    """Whether nothing is wrong but the way to the store: soon, the same may go well."""
    return bool(getattr(error, "is_lost", False))
