"""What a seat says to a question that wants a number: the number itself, or how far off people are."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from math import exp
from types import MappingProxyType
from typing import Final

from engines.defizz.deck import Cible
from players.core.chance import draw_normal
from players.core.decision import Level
from players.librarian.defizz.knowledge import Grasp

__all__ = ["recall_number"]

SPREADS: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 0.9, Level.MEDIUM: 0.55, Level.STRONG: 0.3}
)
"""How far off each level is: the deviation of the logarithm, at difficulty 2."""
YEARS: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 1.6, Level.MEDIUM: 1.0, Level.STRONG: 0.6}
)
"""The same for years, as a factor of `_YEARS_OFF`."""
_YEARS_OFF: Final = (5, 15, 40)
_HARDER: Final = (0.7, 1.0, 1.4)
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_DIGITS: Final = 2
"""People round: so many digits of a guess count."""


def recall_number(grasped: Grasp[Cible]) -> str:
    """Return the number that the seat says; whoever does not know it misses it."""
    question, level = grasped.question, grasped.memory.level
    truth, harder = Decimal(str(question.number)), grasped.difficulty - 1
    if grasped.knows:
        return _write(truth)
    off = draw_normal(grasped.draws("misses"))
    if _is_year(question):
        return _write(_miss(truth, YEARS[level] * _YEARS_OFF[harder] * off, Decimal(1), off))
    factor = exp(SPREADS[level] * _HARDER[harder] * off)
    guess = truth * Decimal(factor) if truth else Decimal(off)
    return _write(_miss(truth, float(guess - truth), _step(guess, truth), off))


def _miss(truth: Decimal, by: float, step: Decimal, side: float) -> Decimal:
    """Return a number about `by` away from the truth, in whole steps, and never the truth itself."""
    guess = round((truth + Decimal(by)) / step) * step
    if guess != truth:
        return guess
    return truth + (step if side > 0 or truth == step else -step)


def _is_year(question: Cible) -> bool:
    whole = Decimal(str(question.number)) % 1 == 0
    return question.unit is None and whole and _FIRST_YEAR <= question.number <= _LAST_YEAR


def _step(guess: Decimal, truth: Decimal) -> Decimal:
    """Return what a guess is a multiple of: its second digit, but nothing finer than the truth itself."""
    finest = min(0, _exponent(truth))
    return Decimal(1).scaleb(max(finest, guess.adjusted() - _DIGITS + 1))


def _exponent(number: Decimal) -> int:
    exponent = number.normalize().as_tuple().exponent
    assert isinstance(exponent, int), "a deck's numbers are finite"
    return exponent


def _write(number: Decimal) -> str:
    """Return a number as it is typed here, with a comma."""
    text = f"{number.normalize():f}"
    return text.replace(".", ",")
