"""Whether dice that were rolled are as even as chance makes them, in numbers that can be said. Pure.

How far all faces together are from what is expected of them is one number (Pearson's chi-square), and how
often honest dice are at least that far another: nothing is said of single faces, for of six one is always
the furthest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import erfc, exp, pi, sqrt
from typing import Final

__all__ = ["ENOUGH", "RARE", "SIDES", "Rolled", "chi_square_share", "sum_rolled"]

SIDES: Final = 6
ENOUGH: Final = 60
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
        return chi_square_share(self.chi_square) if self.dice >= ENOUGH else None


def sum_rolled(parts: Iterable[Rolled]) -> Rolled:
    """Sum them up; nothing at all is a sum, too."""
    return sum(parts, Rolled())


def chi_square_share(chi_square: float) -> float:
    """How often a chi-square of five degrees of freedom (six faces) is this large or larger: exact."""
    x = chi_square
    return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)
