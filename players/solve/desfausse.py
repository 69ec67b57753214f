"""How many turns it takes to be rid of a hand of DESfausse: works out what its player knows by heart.

`python -m players.solve.desfausse` writes it down; it takes some minutes.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from math import factorial
from typing import Final, TypeAlias

from engines.desfausse.hands import MOST_DICE
from engines.desfausse.model import Call
from engines.desfausse.turns import REROLLS
from players.desfausse.rolling import TURNS_FILE, Kinds, Lay, Rolling, curse_of

_ENOUGH: Final = 0.03
_MOST_SWEEPS: Final = 30
_VALUES: Final[tuple[Call, ...]] = (2, 3, 4, 5, 6)
_SEATS: Final = range(2, 7)
_SMALL: Final = (1 / 6,) * 6
"""How likely a small die is a devil, and each of the values."""
_BIG: Final = (3 / 6, 0.0, 1 / 6, 1 / 6, 1 / 6, 0.0)
_Thrown: TypeAlias = tuple[float, tuple[int, ...]]


def all_hands(most: int = MOST_DICE) -> Iterator[Kinds]:
    """Yield every hand of at least one die and at most so many, small ones first."""
    for dice in range(1, most + 1):
        for angel, big in product((0, 1), range(dice + 1)):
            if angel + big <= dice:
                yield Kinds(dice - angel - big, big, angel)


def improve(turns: Mapping[Kinds, float], seats: int, hand: Kinds) -> float:
    """Return how many turns a hand takes if one turn is played for the best and the rest takes `turns`."""
    rolling = _rolling(turns, seats)
    return 1 - sum(chance * _best(rolling, lays) for lays, chance in _throws(hand).items())


def solve(seats: int) -> dict[Kinds, float]:
    """Return how many turns each hand takes at a table with so many seats."""
    turns = {hand: 1 + hand.total + hand.big for hand in all_hands()} | {Kinds(): 0.0}
    for _ in range(_MOST_SWEEPS):
        rolling, most = _rolling(turns, seats), 0.0
        for hand in all_hands():
            better = 1 - sum(chance * _best(rolling, lays) for lays, chance in _throws(hand).items())
            most = max(most, abs(better - turns[hand]))
            turns[hand] = better
        if most < _ENOUGH:
            break
    return turns


def write() -> None:
    """Work out everything, and write it down: by seats, with and without the Angel, by big and small dice."""
    plain = {}
    for seats in _SEATS:
        turns = solve(seats)
        plain[seats] = [
            [
                [round(turns[Kinds(small, big, angel)], 2) for small in range(MOST_DICE + 1 - big - angel)]
                for big in range(MOST_DICE + 1 - angel)
            ]
            for angel in (0, 1)
        ]
    TURNS_FILE.write_text(json.dumps(plain, separators=(",", ":")) + "\n", encoding="ascii")


def _rolling(turns: Mapping[Kinds, float], seats: int) -> Rolling:
    return Rolling(lambda hand, cursed: -turns[curse_of(hand, seats) if cursed else hand])


def _best(rolling: Rolling, lays: frozenset[tuple[Call, Lay]]) -> float:
    return max(rolling.plan(value, lay, REROLLS)[0] for value, lay in lays)


@cache
def _throws(hand: Kinds) -> dict[frozenset[tuple[Call, Lay]], float]:
    """Return how dice may lie after the first roll, seen by each value, with chances."""
    throws: dict[frozenset[tuple[Call, Lay]], float] = {}
    angels: tuple[int | None, ...] = (1, *_VALUES) if hand.angel else (None,)
    for (one, small), (other, big), angel in product(
        _fall(hand.small, _SMALL), _fall(hand.big, _BIG), angels
    ):
        lays = frozenset((_like(value), _lay(hand, value, small, big, angel)) for value in _VALUES)
        throws[lays] = throws.get(lays, 0.0) + one * other / len(angels)
    return throws


def _like(value: Call) -> Call:
    """Return the first value that dice are as likely to show."""
    return 3 if value in (3, 4, 5) else 2


def _lay(hand: Kinds, value: Call, small: tuple[int, ...], big: tuple[int, ...], angel: int | None) -> Lay:
    hits = Kinds(small[value - 1], big[value - 1], int(angel in (1, value)))
    devils = Kinds(small[0], big[0], 0)
    return Lay(hits, devils, hand.minus(hits).minus(devils))


def _fall(many: int, chances: tuple[float, ...]) -> Iterator[_Thrown]:
    """Yield how many dice may show each face, with the chance of it."""
    for counts in _counts(many, len(chances)):
        chance = float(factorial(many))
        for count, each in zip(counts, chances, strict=True):
            chance *= each**count / factorial(count)
        if chance:
            yield chance, counts


def _counts(many: int, places: int) -> Iterator[tuple[int, ...]]:
    if places == 1:
        yield (many,)
        return
    for first in range(many + 1):
        for rest in _counts(many - first, places - 1):
            yield (first, *rest)


if __name__ == "__main__":
    write()
