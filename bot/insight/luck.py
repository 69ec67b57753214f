"""How lucky somebody was, in numbers that can be said: what was got, what chance gives, and how rare that is.

A high roll is no luck. What is counted is whether dice let their owner do what the rules reward, and a result
is only called unusual where honest dice seldom give one as far from what they give on average.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import erfc, exp, floor, log10, pi, sqrt
from typing import Final

# Whether dice that were rolled are as even as chance makes them, in numbers that can be said. Pure.
#
# How far all faces together are from what is expected of them is one number (Pearson's chi-square), and how
# often honest dice are at least that far another: nothing is said of single faces, for of six one is always
# the furthest.

SIDES: Final = 6
ENOUGH_ROLLS: Final = 60
"""With fewer dice nothing is said of how even they are: ten of each face are expected from here on."""
RARE: Final = 0.05
"""A spread that honest dice have less often than this is called rare."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """What was drawn at `tables` tables: each face of a die, 1 to 6, so often, and so many `others`."""

    faces: tuple[int, ...] = (0,) * SIDES
    others: int = 0
    tables: int = 0

    def __add__(self, more: Rolled) -> Rolled:
        """The sum of both, as if they had been rolled at different tables."""
        faces = tuple(mine + theirs for mine, theirs in zip(self.faces, more.faces, strict=True))
        return Rolled(faces, self.others + more.others, self.tables + more.tables)

    @property
    def dice(self) -> int:
        """How many six-sided dice were rolled."""
        return sum(self.faces)

    @property
    def expected(self) -> float:
        """How often chance gives each face on average."""
        return self.dice / SIDES

    @property
    def chi_square(self) -> float:
        """How far the faces are from that, all together; 5 on average on honest dice, 0 without any."""
        if not self.dice:
            return 0.0
        return sum((face - self.expected) ** 2 for face in self.faces) / self.expected

    @property
    def share(self) -> float | None:
        """How often honest dice are at least as far from it (0 to 1); None before there are enough."""
        return chi_square_share(self.chi_square) if self.dice >= ENOUGH_ROLLS else None


def sum_rolled(parts: Iterable[Rolled]) -> Rolled:
    """Sum them up; nothing at all is a sum, too."""
    return sum(parts, Rolled())


def chi_square_share(chi_square: float) -> float:
    """How often a chi-square of five degrees of freedom (six faces) is this large or larger: exact."""
    x = chi_square
    return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)


ENOUGH: Final = 20
"""With fewer tries nothing is said of how unusual a result is."""
_RATHER: Final = 1.0
_RARE: Final = 2.0
"""Standard deviations: honest dice are further away in 32, and in 4.6, of a hundred cases."""
MOST: Final = 1_000_000
"""Nothing is called rarer than once in so many cases."""


class Rarity(StrEnum):
    """How unusual a result is."""

    UNKNOWN = "unknown"
    AVERAGE = "average"
    RATHER = "rather"
    RARE = "rare"


@dataclass(frozen=True, slots=True)
class Luck:
    """What dice gave `got` times in `tries`, and chance gives `expected` times.

    That is `deviation` standard deviations more (negative: less); None where chance had no say.
    """

    got: int
    tries: int
    expected: float
    deviation: float | None

    @property
    def more(self) -> bool:
        """Whether it was got more often than chance gives it."""
        return self.got > self.expected

    @property
    def rarity(self) -> Rarity:
        """How unusual it is."""
        if self.deviation is None or self.tries < ENOUGH:
            return Rarity.UNKNOWN
        far = abs(self.deviation)
        return Rarity.AVERAGE if far < _RATHER else Rarity.RATHER if far <= _RARE else Rarity.RARE

    @property
    def one_in(self) -> int:
        """Honest dice are so far from what they give on average, above or below, once in so many cases.

        Rounded to two digits, 1 where chance had no say, a million at most.
        """
        return once_in(erfc(abs(self.deviation or 0.0) / sqrt(2)))


def once_in(share: float) -> int:
    """In how many cases something happens once that happens so often (0 to 1): two digits, `MOST` at most."""
    cases = 1 / share if share > 1 / MOST else MOST
    unit: int = 10 ** max(0, floor(log10(cases)) - 1)
    return round(cases / unit) * unit
