"""What comes out of a player, and how well and how long it may think about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeAlias

from engines.core.state import ActionT

__all__ = ["AnyDecision", "Budget", "Decision", "Level"]


class Level(Enum):
    """How well a player plays; people read these words, and records keep them."""

    EASY = "facile"
    MEDIUM = "moyen"
    STRONG = "fort"


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a player may think: so many positions looked at, on every machine the same."""

    nodes: int


@dataclass(frozen=True, slots=True)
class Decision(Generic[ActionT]):
    """What a player does: one action or, where a turn is made of several, all of them in order.

    `agrees` answers the view's offer; then there are no actions. `delay_ms` is how long a person would have
    taken, in ms, in a race since it opened; `nodes` how many positions were looked at.
    """

    actions: tuple[ActionT, ...] = ()
    delay_ms: int = 0
    nodes: int = 0
    agrees: bool | None = None


AnyDecision: TypeAlias = Decision[Any]
