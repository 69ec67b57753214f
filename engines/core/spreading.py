"""Laying what was shuffled so that neighbours have little in common (Z28). Pure, and without chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

__all__ = ["LOOKED_AT", "spread"]

LOOKED_AT: Final = 40
"""Among so many of those left, in their order, the next one is looked for."""


def spread(
    order: Sequence[str], marks: Mapping[str, Sequence[int]], before: str | None = None
) -> tuple[str, ...]:
    """Return the same things: each time the first of those left that shares fewest marks with the one before.

    `before` lies before all of them. What has no marks shares none. The same order gives the same every time.
    """
    left, laid = list(order), list[str]()
    last = frozenset(marks.get(before, ())) if before is not None else frozenset[int]()
    while left:
        place = _find_next(left, marks, last)
        laid.append(left.pop(place))
        last = frozenset(marks.get(laid[-1], ()))
    return tuple(laid)


def _find_next(left: Sequence[str], marks: Mapping[str, Sequence[int]], last: frozenset[int]) -> int:
    best, fewest = 0, len(last) + 1
    for place, name in enumerate(islice(left, LOOKED_AT)):
        shared = len(last.intersection(marks.get(name, ())))
        if shared < fewest:
            best, fewest = place, shared
        if not fewest:
            break
    return best
