"""Ratings of a round robin: how strong each must be for its results (the model of Bradley and Terry)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Final, TypeAlias

from engines.core.draws import Draws

__all__ = ["Results", "rate", "rate_with_bounds"]

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
