"""A whole game, secrets included, as it is told once it is over, and what each seat did in it.

Nobody learns a story while its game runs. What is counted in it (*facts*) are whole numbers that add up over
any number of tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from engines.core.events import Event, SeatName
from engines.core.state import AnyState

__all__ = ["Deed", "Facts", "Kind", "Sheet", "Story", "Tally", "blank_sheets"]

Kind: TypeAlias = Literal["begin", "act", "leave", "expire", "system"]

Facts: TypeAlias = Mapping[SeatName, Mapping[str, int]]
"""What each seat did: numbers by their names, English nouns in snake_case."""

Sheet: TypeAlias = dict[str, int]
Tally: TypeAlias = dict[SeatName, Sheet]
"""Facts that are still being counted."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One entry of the log that the rules answered: what was done, and what came of it.

    `seat` is None for the beginning, a deadline, a command; `action` is None for all but an "act", `before`
    for the beginning. `events` are those for all audiences. `at` (ms UTC) is when it was committed,
    `clicked_at` when the click was made that led to it; None where none did.
    """

    kind: Kind
    seat: SeatName | None
    action: Any | None
    before: AnyState | None
    after: AnyState
    events: tuple[Event, ...]
    at: int
    clicked_at: int | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """All seats of a game, those that lead it included, and all deeds in order, the beginning first.

    While the table was paused no time passed: `pauses` are the moments (ms UTC) at which its clock stopped
    and went on, in order.
    """

    seats: tuple[SeatName, ...]
    deeds: tuple[Deed, ...]
    pauses: tuple[tuple[int, int], ...] = ()

    def events(self) -> Iterator[Event]:
        """Yield all events, in order."""
        for deed in self.deeds:
            yield from deed.events

    def paused(self, since: int, until: int) -> int:
        """Return for how long (ms) the table stood still between two moments (ms UTC)."""
        return sum(max(0, min(until, ends) - max(since, begins)) for begins, ends in self.pauses)

    def last(self) -> AnyState:
        """Return the state that the game ended in, or was stopped in."""
        return self.deeds[-1].after


def blank_sheets(seats: Iterable[SeatName], names: Iterable[str]) -> Tally:
    """Return a sheet for each seat on which nothing has been counted yet."""
    nothing = dict.fromkeys(names, 0)
    return {seat: dict(nothing) for seat in seats}
