"""Which rolls are good ones: what may be said truly (T5) or shown (T9, T11), and how likely that is."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engines.tasse.scores import ALL_SCORES, LOWEST, NORMAL, SPECIALS, Score, place

__all__ = ["WAYS", "can_be_said", "good_ways", "is_good"]

WAYS: Final = 36
"""In so many ways, all as likely, two dice fall."""


def can_be_said(dice: Score, to_match: Score | None) -> bool:
    """Return whether dice can be announced as they are: a normal score, not below the standing one."""
    return dice not in SPECIALS and (to_match is None or place(dice) >= place(to_match))


def is_good(dice: Score, to_match: Score | None) -> bool:
    """Return whether dice need no lie: they can be said truly, or shown as a special or the joker."""
    return dice in SPECIALS or dice == LOWEST or can_be_said(dice, to_match)


def _count_good(to_match: Score | None) -> int:
    """Count the ways in which dice fall that need no lie; a double falls in one way, all others in two."""
    return sum(1 + (dice[0] != dice[1]) for dice in ALL_SCORES if is_good(dice, to_match))


_GOOD: Mapping[Score | None, int] = MappingProxyType({score: _count_good(score) for score in (None, *NORMAL)})


def good_ways(to_match: Score | None) -> int:
    """Return in how many of the `WAYS` dice fall that need no lie."""
    return _GOOD[to_match]
