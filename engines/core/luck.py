"""How lucky dice were: what chance gives of something on average, how far that varies, and how far it went.

Both are kept as whole numbers, in millionths, so that they add up over any number of tables.
"""

from __future__ import annotations

from math import sqrt

__all__ = ["deviation", "millionths"]

_MILLION = 1_000_000


def millionths(parts: int, of: int) -> int:
    """Return a fraction in millionths, rounded once: sum up its parts first."""
    return (parts * _MILLION + of // 2) // of


def deviation(got: int, expected_e6: int, variance_e6: int) -> float | None:
    """Return by how many standard deviations more was got than chance gives; None where chance had no say.

    One in twenty is beyond 2 or -2 on honest dice, as long as there are some twenty dice.
    """
    if not variance_e6:
        return None
    return (got - expected_e6 / _MILLION) / sqrt(variance_e6 / _MILLION)
