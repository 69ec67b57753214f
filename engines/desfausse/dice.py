"""The dice: which ones there are, what they show, and who gets which in a round (F1, F11)."""

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, cast

from engines.core.draws import Draws
from engines.core.records import SeatName
from engines.desfausse.model import Color, Die, DieFace, Kind, Numbers

DEVIL: Final = "D"
ANGEL: Final = "A"
SET: Final[tuple[tuple[Kind, Color], ...]] = (
    ("small", "red"),
    ("small", "red"),
    ("small", "green"),
    ("small", "green"),
    ("big", "red"),
    ("big", "green"),
)
"""The dice of a seat, in the order of their ids (F1)."""

_BIG_RED: Final = SET.index(("big", "red"))
_FACES: Mapping[Kind, tuple[DieFace, ...]] = MappingProxyType(
    {
        "small": (DEVIL, 2, 3, 4, 5, 6),
        "big": (DEVIL, DEVIL, 3, 4, 5, DEVIL),
        "angel": (ANGEL, 2, 3, 4, 5, 6),
    }
)
"""What each kind shows for the draws 1 to 6 (F1)."""


def angel(seats: int) -> int:
    """Return the Angel's id at a table with so many seats."""
    return len(SET) * seats + 1


def own_set(place: int) -> range:
    """Return the ids of the six dice that belong to the seat of that place, from 0."""
    return range(len(SET) * place + 1, len(SET) * (place + 1) + 1)


@lru_cache(1 << 11)
def die(number: int, seats: int, face: DieFace | None = None) -> Die:
    """Return the die with that id at a table with so many seats; `face` is what it shows, if known."""
    if number == angel(seats):
        return Die(number, "angel", "white", face)
    kind, color = SET[(number - 1) % len(SET)]
    return Die(number, kind, color, face)


def faces(kind: Kind) -> frozenset[DieFace]:
    """Return every face that a die of this kind can show."""
    return frozenset(_FACES[kind])


def ways(kind: Kind, face: DieFace) -> int:
    """Return with how many of the draws 1 to 6 a die of this kind shows a face."""
    return _FACES[kind].count(face)


def throw(kind: Kind, draws: Draws) -> DieFace:
    """Throw a die of this kind by one draw, and return what it shows (F1)."""
    return _FACES[kind][draws(6) - 1]


def deal(
    seats: Sequence[SeatName],
    present: Container[SeatName],
    blessed: SeatName | None = None,
    burdened: SeatName | None = None,
) -> tuple[Numbers, ...]:
    """Return each seat's dice at the start of a round.

    `blessed` has the Angel instead of its big red die, which goes to `burdened` (F11).
    """
    hands = [list(own_set(place)) if seat in present else [] for place, seat in enumerate(seats)]
    if blessed is not None and burdened is not None:
        demon = hands[seats.index(blessed)].pop(_BIG_RED)
        hands[seats.index(blessed)].append(angel(len(seats)))
        hands[seats.index(burdened)].append(demon)
    return cast("tuple[Numbers, ...]", tuple(tuple(sorted(hand)) for hand in hands))
