"""Luck: rare is what honest dice seldom give."""

from math import sqrt
from random import Random

import pytest

from bot.insight.luck import ENOUGH, Luck, Rarity


def luck(deviation, got=41, tries=97, expected=43.0):
    return Luck(got, tries, expected, deviation)


@pytest.mark.parametrize(
    ("deviation", "rarity"),
    [
        (0.0, Rarity.AVERAGE),
        (-0.99, Rarity.AVERAGE),
        (1.0, Rarity.RATHER),
        (-1.99, Rarity.RATHER),
        (2.0, Rarity.RATHER),
        (2.01, Rarity.RARE),
        (-3.5, Rarity.RARE),
        (None, Rarity.UNKNOWN),
    ],
)
def test_a_result_is_average_rather_unusual_or_rare(deviation, rarity):
    assert luck(deviation).rarity is rarity


def test_few_tries_say_nothing():
    assert luck(3.0, got=19, tries=ENOUGH - 1, expected=9).rarity is Rarity.UNKNOWN
    assert luck(3.0, got=19, tries=ENOUGH, expected=9).rarity is Rarity.RARE


@pytest.mark.parametrize(
    ("deviation", "cases"),
    [(0.0, 1), (1.0, 3), (2.0, 22), (-2.0, 22), (2.5, 81), (3.0, 370), (9.0, 1_000_000), (None, 1)],
)
def test_it_is_said_once_in_how_many_cases(deviation, cases):
    assert luck(deviation).one_in == cases


def test_more_is_more_than_expected():
    assert luck(1.0, got=44).more
    assert not luck(-1.0).more


def test_honest_dice_are_called_rare_as_seldom_as_is_said():
    random = Random(4)
    ways, said = [random.randrange(3, 34) / 36 for _ in range(40)], []
    for _ in range(10_000):  # as under the cup: what a roll is good for depends on the score to match
        tries = [random.choice(ways) for _ in range(random.randint(40, 400))]
        got = sum(random.random() < p for p in tries)
        expected, variance = sum(tries), sum(p * (1 - p) for p in tries)
        said.append(Luck(got, len(tries), expected, (got - expected) / sqrt(variance)))
    rare = sum(one.rarity is Rarity.RARE for one in said) / len(said)
    assert 0.040 <= rare <= 0.051
