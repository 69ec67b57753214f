"""Where a protocol table's outcomes come from: a script or a seed. Both are immutable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from engines.core.codec import Codec
from engines.core.draws import Draws, ScriptedDraws, SeededDraws
from engines.core.events import Count, Frozen

T = TypeVar("T")

_PREFIX = "gobelet-1:protocol"


@dataclass(frozen=True, slots=True)
class Script(Frozen):
    """Outcomes written down beforehand, to be used in order."""

    outcomes: tuple[int, ...]
    type: Literal["script"] = "script"

    def use(self, step: Callable[[Draws], T]) -> tuple[T, Source]:
        """Return the result of a step that takes these outcomes, and the outcomes left."""
        draws = ScriptedDraws(self.outcomes)
        return step(draws), Script(draws.rest)


@dataclass(frozen=True, slots=True)
class Seed(Frozen):
    """Outcomes derived from a text; `taken` of them are used already."""

    seed: str
    taken: Count = 0
    type: Literal["seed"] = "seed"

    def use(self, step: Callable[[Draws], T]) -> tuple[T, Source]:
        """Return the result of a step that takes these outcomes, and the seed as it stands afterwards."""
        draws = SeededDraws(self.seed.encode(), _PREFIX, self.taken)
        return step(draws), Seed(self.seed, draws.taken)


Source: TypeAlias = Script | Seed
SOURCES: Codec[Source] = Codec(Script, Seed)
