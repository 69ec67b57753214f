"""The ladder of one game: everybody against everybody, ratings with their bounds, and who beats whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from types import MappingProxyType
from typing import Final

from engines.core.draws import SeededDraws
from players.contest.match import Entrant, Event, Tally
from players.contest.rating import rate_with_bounds
from players.core.decision import Level
from players.core.persona import PERSONAS
from players.registry import find_player
from players.tasse.exact import find_gain
from players.tasse.policy import Place, of_level

__all__ = ["EXACT", "Ladder", "climb"]


def _open_up_tasse(level: Level, seats: int) -> float:
    """Return how many points a challenge somebody gains who knows how this level plays strangers."""
    return find_gain(of_level(level, Place(seats), PERSONAS["basile"]), seats)


EXACT: Final[Mapping[str, Callable[[Level, int], float]]] = MappingProxyType({"tasse": _open_up_tasse})
"""How exploitable a level is with so many seats, for the games of which that can be worked out."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """What came of a round robin: each pair's tables, ratings with bounds, and what opponents could gain."""

    names: tuple[str, ...]
    tallies: Mapping[tuple[str, str], Tally]
    ratings: Mapping[str, tuple[float, float, float]]
    exploitable: Mapping[str, float]

    def share(self, one: str, other: str) -> float:
        """Return the share of their tables that `one` has won against `other`."""
        if (one, other) in self.tallies:
            return self.tallies[one, other].share
        return 1 - self.tallies[other, one].share

    def lines(self) -> Iterator[str]:
        """Yield the ladder as lines to print, the best first; beside each the shares against all others."""
        ranked = sorted(self.names, key=lambda name: -self.ratings[name][0])
        wide = max(8, *map(len, ranked))
        gain = f"{'gained':>8}" if self.exploitable else ""
        yield f"{'':{wide}} {'Elo':>6} {'95 %':>14}{gain}  " + " ".join(f"{name:>{wide}}" for name in ranked)
        for name in ranked:
            rating, low, high = self.ratings[name]
            gain = ""
            if self.exploitable:
                gain = f"{self.exploitable[name]:8.4f}" if name in self.exploitable else f"{'':8}"
            row = (f"{'' if name == other else f'{self.share(name, other):.3f}':>{wide}}" for other in ranked)
            yield f"{name:{wide}} {rating:+6.0f} {f'{low:+.0f} to {high:+.0f}':>14}{gain}  {' '.join(row)}"


def climb(event: Event, entrants: Sequence[Entrant], tables: int) -> Ladder:
    """Play so many tables of each pair, who share out the seats, and rate everybody.

    Raises ValueError for fewer than two entrants, or two of one name.
    """
    names = tuple(entrant.name for entrant in entrants)
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError("a ladder needs two entrants, each named once")
    tallies = {
        (one.name, other.name): event.share_out(one, other, tables)
        for one, other in combinations(entrants, 2)
    }
    draws = SeededDraws(sha256(event.seed.encode()).digest(), "bootstrap")
    ratings = rate_with_bounds(names, {pair: tally.shares for pair, tally in tallies.items()}, draws)
    measure, own = EXACT.get(event.game.name), find_player(event.game.name)
    exploitable = {
        entrant.name: measure(entrant.level, event.seats)
        for entrant in entrants
        if measure is not None and entrant.player is own
    }
    return Ladder(names, tallies, ratings, exploitable)
