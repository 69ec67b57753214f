"""How many dice of each kind lie somewhere: all that counts for how long it takes to be rid of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engines.desfausse.model import Die

__all__ = ["Kinds", "count_kinds"]


class Kinds(NamedTuple):
    """Numbers of dice by kind (F1)."""

    small: int = 0
    big: int = 0
    angel: int = 0

    @property
    def total(self) -> int:
        """How many dice these are."""
        return self.small + self.big + self.angel

    def plus(self, more: Kinds) -> Kinds:
        """Return these dice and others."""
        return Kinds(self.small + more.small, self.big + more.big, self.angel + more.angel)

    def minus(self, less: Kinds) -> Kinds:
        """Return these dice without some of them."""
        return Kinds(self.small - less.small, self.big - less.big, self.angel - less.angel)


def count_kinds(dice: Iterable[Die]) -> Kinds:
    """Return how many dice of each kind these are."""
    kinds = [die.kind for die in dice]
    return Kinds(kinds.count("small"), kinds.count("big"), kinds.count("angel"))
