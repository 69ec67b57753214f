"""How lucky somebody was, in numbers that can be said: what was got, what chance gives, and how rare that is.

A high roll is no luck. What is counted is whether dice let their owner do what the rules reward, and a result
is only called unusual where honest dice seldom give one as far from what they give on average.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import erfc, floor, log10, sqrt
from typing import Final

__all__ = ["ENOUGH", "MOST", "Luck", "Rarity", "once_in"]

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
