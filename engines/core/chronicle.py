"""A game from its beginning to its end as everybody may know it, and the moments that make it worth telling.

A chronicle holds only what all may know: what was secret for ever stays so in every moment that is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias

from engines.core.events import EventT, SeatName
from engines.core.state import ObservationT

__all__ = ["Chronicle", "Fact", "Moment", "Told", "choose", "weigh"]

Fact: TypeAlias = int | str


@dataclass(frozen=True, slots=True)
class Moment:
    """Something worth telling: its `kind`, the seats in it (its hero first), and the facts by their names.

    The greater its `weight`, the more it is worth telling; weights lie between 0 and 100.
    """

    kind: str
    seats: tuple[SeatName, ...]
    facts: Mapping[str, Fact]
    weight: float


@dataclass(frozen=True, slots=True)
class Told(Generic[EventT, ObservationT]):
    """One step: its events, and when the click was made that led to it (ms UTC; None where none did).

    `see` says what everybody knew after it.
    """

    events: tuple[EventT, ...]
    see: Callable[[], ObservationT] = field(repr=False, compare=False)
    clicked_at: int | None = None


@dataclass(frozen=True, slots=True)
class Chronicle(Generic[EventT, ObservationT]):
    """All steps of a game, in order."""

    seats: tuple[SeatName, ...]
    steps: tuple[Told[EventT, ObservationT], ...]

    def events(self) -> Iterator[EventT]:
        """Yield all events, in order."""
        for told in self.steps:
            yield from told.events


def choose(found: Iterable[Moment]) -> tuple[Moment, ...]:
    """Choose the weightiest moment of each kind (of equal ones the first), the weightiest of all first."""
    best: dict[str, Moment] = {}
    for moment in found:
        known = best.get(moment.kind)
        if known is None or moment.weight > known.weight:
            best[moment.kind] = moment
    return tuple(sorted(best.values(), key=lambda moment: -moment.weight))


def weigh(nothing: float, endless: float, amount: float, half: float) -> float:
    """Return a weight that goes from `nothing` (for 0) towards `endless`; at `half` it is half way there."""
    return nothing + (endless - nothing) * amount / (amount + half)
