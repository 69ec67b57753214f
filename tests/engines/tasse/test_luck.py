"""Luck in La Tasse is called unusual as seldom as it is on honest dice, and often on others."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from statistics import fmean

import pytest

from engines.core.draws import Draws
from engines.core.luck import deviation, millionths
from tests.engines.tasse.luck import deviations, honest, share_beyond

TABLES, LOADED = 60, 24


def measure(dice: Callable[[int], Draws], tables: int) -> list[float]:
    return [z for number in range(tables) for z in deviations(number, dice(number))]


def without_fours(number: int) -> Draws:
    """Dice with two threes, and so with more sevens, 31 and double threes."""
    draws = honest(number)
    return lambda n: 3 if (outcome := draws(n)) == 4 else outcome


def test_T4_on_honest_dice_few_seats_are_unusually_lucky_or_unlucky():
    """The bounds are some three standard errors wide; `python -m tests.engines.tasse.luck` measures more."""
    found = measure(honest, TABLES)
    assert abs(fmean(found)) < 0.2
    assert 0.7 < fmean(z * z for z in found) < 1.3
    assert 0.005 < share_beyond(found, 2) < 0.085


def test_T4_loaded_dice_are_seen():
    found = measure(without_fours, LOADED)
    assert fmean(found) > 0.5
    assert share_beyond(found, 2) > 0.085


@pytest.mark.parametrize(("parts", "of"), [(0, 36), (17, 36), (36, 36), (1234, 1296), (100_001, 36)])
def test_millionths_are_as_near_as_whole_numbers_come(parts, of):
    assert abs(Fraction(millionths(parts, of), 1_000_000) - Fraction(parts, of)) <= Fraction(1, 2_000_000)


def test_a_deviation_is_counted_in_standard_deviations_and_needs_chance():
    assert deviation(48, 43_000_000, 25_000_000) == 1
    assert deviation(38, 43_000_000, 6_250_000) == -2
    assert deviation(5, 5_000_000, 0) is None
