"""What two dice are worth (T2): the ladder of normal scores, and the specials between 66 and 21."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from engines.core.draws import Draws

Score: TypeAlias = str
"""Two digits, the high die first: "64", "32", doubles "11" to "66"."""

Special: TypeAlias = Literal["seven", "double_five", "thirty_one", "nine"]

# fmt: off
Normal: TypeAlias = Literal[
    "32", "41", "42", "51", "53", "54", "62", "64", "65", "11", "22", "33", "44", "66", "21",
]
# fmt: on
"""A score that may be announced."""

NORMAL: tuple[Normal, ...] = get_args(Normal)
"""The normal ladder, from low to high."""

LOWEST: Normal = NORMAL[0]
"""32: the lowest score, and the joker where there is a score to beat (T11)."""

HIGHEST: Normal = NORMAL[-1]

SPECIALS: Mapping[Score, Special] = MappingProxyType(
    {"52": "seven", "61": "seven", "43": "seven", "55": "double_five", "31": "thirty_one", "63": "nine"}
)

DUEL_SCORES: tuple[Score, ...] = NORMAL[:-1]
"""What may be declared in a duel (T12): nothing beats 21, so it is left out."""

_PLACES: dict[Score, int] = {score: place for place, score in enumerate(NORMAL)}
_SPECIAL_PLACE = len(DUEL_SCORES)
_FULL_SCALE: dict[Score, int] = {
    **_PLACES,
    **dict.fromkeys(SPECIALS, _SPECIAL_PLACE),
    HIGHEST: _SPECIAL_PLACE + 1,
}

ALL_SCORES = frozenset(_FULL_SCALE)
"""All 21 rolls of two dice."""

_READ: dict[tuple[int, int], Score] = {
    (one, two): f"{max(one, two)}{min(one, two)}" for one in range(1, 7) for two in range(1, 7)
}


def roll(draws: Draws) -> Score:
    """Roll two dice, in order (T4), and return the score as it is read."""
    first = draws(6)
    return _READ[first, draws(6)]


def beats(score: Score, other: Score) -> bool:
    """Return whether `score` is strictly higher than `other` on the full scale, where specials are equal."""
    return _FULL_SCALE[score] > _FULL_SCALE[other]


def place(score: Score) -> int:
    """Return the place of a normal score on the ladder, from 0; KeyError for any other text."""
    return _PLACES[score]
