"""S1: how strong computers are: a small ladder of each game, and what could be gained where that is exact.

The same tables on every machine; few, so that bounds are wide. `python -m players ladder` plays more of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines import GAMES
from players.contest.match import Event, climb, enter

LEVELS = ("fort", "moyen", "facile")
EVENTS: tuple[tuple[str, int, int, dict[str, Any]], ...] = (
    ("tasse", 2, 60, {}),
    ("tasse", 3, 60, {}),
    ("tasse", 4, 40, {}),
    ("diavolo", 2, 60, {}),
    ("debacle", 2, 4, {}),
    ("desfausse", 2, 60, {}),
    ("desfausse", 4, 40, {}),
    ("defizz", 4, 20, {"reader": "bot"}),
)
"""Game, seats, tables of a pair, options."""


def measure() -> list[tuple[str, str]]:
    """Printable rows."""
    return [row for event in EVENTS for row in _climb(*event)]


def _climb(name: str, seats: int, tables: int, options: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield a row for each level: its Elo with 95 % bounds, and its share of tables against the others."""
    game = GAMES[name]
    ladder = climb(Event(game, options, seats), [enter(game, level) for level in LEVELS], tables)
    for level in LEVELS:
        rating, low, high = ladder.ratings[level]
        shares = ", ".join(
            f"{ladder.share(level, other):.2f} v {other}" for other in LEVELS if other != level
        )
        gained = f"; {ladder.exploitable[level]:.4f} gained" if level in ladder.exploitable else ""
        label = f"S1 {name}, {seats} seats, {tables} tables a pair: {level}"
        yield label, f"{rating:+.0f} [{low:+.0f}, {high:+.0f}]; {shares}{gained}"


__all__ = ["EVENTS", "measure"]
