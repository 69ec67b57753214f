"""The ladder of one game: everybody against everybody, ratings with their bounds, and who beats whom."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from math import log10
from types import MappingProxyType
from typing import Final, TypeAlias

from engines.core.draws import Draws, SeededDraws
from players.contest.match import Entrant, Event, Tally
from players.core.player import PERSONAS, Level
from players.registry import find_player
from players.tasse.exact import find_gain
from players.tasse.policy import Place, of_level


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


# Ratings of a round robin: how strong each must be for its results (the model of Bradley and Terry).

Results: TypeAlias = Mapping[tuple[str, str], Sequence[float]]
"""By pair: of each table the share (0 to 1) that the first has won. A pair stands there once."""

_SCALE: Final = 400
"""Elo's: whoever is so many points better wins ten of eleven tables."""
_ROUNDS: Final = 500
_CLOSE: Final = 1e-9


def rate(names: Sequence[str], results: Results) -> dict[str, float]:
    """Return Elo ratings, 0 on average. A pair counts as one table more, drawn, lest any be endless."""
    won, played = _sum_up(results)
    strength = dict.fromkeys(names, 1.0)
    for _ in range(_ROUNDS):
        new = {
            name: sum(won[name, other] for other in names if (name, other) in won)
            / sum(
                count / (strength[name] + strength[other])
                for (one, other), count in played.items()
                if one == name
            )
            for name in names
        }
        whole = sum(new.values()) / len(new)
        new = {name: value / whole for name, value in new.items()}
        done = max(abs(new[name] - strength[name]) for name in names) < _CLOSE
        strength = new
        if done:
            break
    elo = {name: _SCALE * log10(value) for name, value in strength.items()}
    mean = sum(elo.values()) / len(elo)
    return {name: value - mean for name, value in elo.items()}


def rate_with_bounds(
    names: Sequence[str], results: Results, draws: Draws, samples: int = 100
) -> dict[str, tuple[float, float, float]]:
    """Return each rating with the bounds that hold 95 of 100 others, from tables drawn again (bootstrap).

    Both are of a pair's own tables and one more won by either, so that there are bounds where one wins all.
    """
    pools = {pair: (*shares, 1.0, 0.0) for pair, shares in results.items()}
    rated = rate(names, pools)
    others: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(samples):
        again = {pair: [pools[pair][draws(len(pools[pair])) - 1] for _ in results[pair]] for pair in pools}
        for name, value in rate(names, again).items():
            others[name].append(value)
    bounds = {}
    for name in names:
        found = sorted(others[name])
        outside = round(0.025 * len(found))
        bounds[name] = (rated[name], found[outside], found[-1 - outside])
    return bounds


def _sum_up(results: Results) -> tuple[dict[tuple[str, str], float], dict[tuple[str, str], float]]:
    """Return, for each pair both ways round, how many tables were won, and played."""
    won, played = {}, {}
    for (one, other), shares in results.items():
        won[one, other] = sum(shares) + 0.5
        won[other, one] = len(shares) - sum(shares) + 0.5
        played[one, other] = played[other, one] = len(shares) + 1.0
    return won, played
