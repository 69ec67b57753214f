"""Sums of dice and luck: a planted bias is found, honest dice are called rare as seldom as is said."""

from collections import Counter
from math import inf, sqrt
from random import Random

import pytest

from bot.insight.luck import ENOUGH as TRIES
from bot.insight.luck import ENOUGH_ROLLS, RARE, Luck, Rarity, Rolled, chi_square_share, sum_rolled
from engines.core.draws import Draws, SeededDraws

MANY = 100_000


def rolled(*faces: int) -> Rolled:
    return Rolled(faces, 0, 1)


def roll(many: int, draws: Draws, face: Draws) -> Rolled:
    """So many dice, each of which `face` reads from `draws`."""
    counted = Counter(face(draws) for _ in range(many))
    return rolled(*(counted[one] for one in range(1, 7)))


def honest(draws: Draws) -> int:
    return draws(6)


def biased(draws: Draws) -> int:
    """A die that shows 6 one time in a hundred more than it should: 265 of 1500 ways, the others 247."""
    way = draws(1500)
    return 6 if way <= 265 else 1 + (way - 266) // 247


@pytest.mark.parametrize(
    ("chi_square", "share"),
    [
        (0.0, 1.0),
        (1.145476, 0.95),
        (4.351460, 0.50),
        (9.236357, 0.10),
        (11.070498, 0.05),
        (15.086272, 0.01),
        (20.515006, 0.001),
        (25.744832, 0.0001),
    ],
)
def test_the_share_of_chi_square_is_that_of_the_tables(chi_square, share):
    assert chi_square_share(chi_square) == pytest.approx(share, rel=1e-5)


def test_the_larger_the_rarer():
    shares = [chi_square_share(tenths / 10) for tenths in range(2000)]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == len(shares)
    assert chi_square_share(5_000) == 0.0
    assert 0 < chi_square_share(1_000) < 1e-200 < inf


def test_chi_square_is_the_squares_of_the_ways_by_what_is_expected():
    one = rolled(10, 10, 10, 10, 5, 15)
    assert (one.dice, one.expected, one.chi_square) == (60, 10, 5)
    assert rolled(7, 7, 7, 7, 7, 7).chi_square == 0
    assert Rolled().chi_square == 0


def test_it_says_nothing_of_few_dice():
    assert rolled(0, 0, 0, 0, 0, ENOUGH_ROLLS - 1).share is None
    assert rolled(0, 0, 0, 0, 0, ENOUGH_ROLLS).share == pytest.approx(0, abs=1e-50)


def test_sums_add_everything():
    both = [Rolled((1, 2, 3, 4, 5, 6), 7, 1), Rolled((10, 20, 30, 40, 50, 60), 70, 2)]
    assert sum_rolled(both) == Rolled((11, 22, 33, 44, 55, 66), 77, 3)
    assert sum_rolled(()) == Rolled()


def test_a_bias_of_one_in_a_hundred_on_a_face_is_found_at_a_hundred_thousand_dice():
    on_average = rolled(*[round(MANY * 247 / 1500)] * 5, round(MANY * 265 / 1500))
    assert on_average.chi_square == pytest.approx(72, rel=0.01)
    assert on_average.share < 1e-12
    for seed in range(5):
        random = Random(seed)
        found = roll(MANY, lambda sides, random=random: random.randrange(sides) + 1, biased)
        assert found.dice == MANY
        assert found.share < 1e-6, seed


def test_the_dice_of_the_house_are_not_rare_at_a_hundred_thousand():
    shares = [roll(MANY, SeededDraws(bytes([seed] * 32), "honest"), honest).share for seed in range(2)]
    assert min(shares) > RARE / 5
    assert max(shares) - min(shares) > 0.1, "and not always as even"


@pytest.mark.parametrize("many", [ENOUGH_ROLLS, 600])
def test_honest_dice_are_called_rare_as_seldom_as_is_said(many):
    random = Random(6)
    shares = []
    for _ in range(10_000):
        counted = Counter(random.choices(range(6), k=many))
        shares.append(rolled(*(counted[face] for face in range(6))).share)
    assert 0.040 <= sum(share < RARE for share in shares) / len(shares) <= 0.055
    for tenth in range(1, 10):
        below = sum(share < tenth / 10 for share in shares) / len(shares)
        assert below == pytest.approx(tenth / 10, abs=0.03)


# -- luck --------------------------------------------------------------------------------------------------


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
    assert luck(3.0, got=19, tries=TRIES - 1, expected=9).rarity is Rarity.UNKNOWN
    assert luck(3.0, got=19, tries=TRIES, expected=9).rarity is Rarity.RARE


@pytest.mark.parametrize(
    ("deviation", "cases"),
    [(0.0, 1), (1.0, 3), (2.0, 22), (-2.0, 22), (2.5, 81), (3.0, 370), (9.0, 1_000_000), (None, 1)],
)
def test_it_is_said_once_in_how_many_cases(deviation, cases):
    assert luck(deviation).one_in == cases


def test_more_is_more_than_expected():
    assert luck(1.0, got=44).more
    assert not luck(-1.0).more


def test_honest_luck_is_called_rare_as_seldom_as_is_said():
    random = Random(4)
    ways, said = [random.randrange(3, 34) / 36 for _ in range(40)], []
    for _ in range(10_000):  # as under the cup: what a roll is good for depends on the score to match
        tries = [random.choice(ways) for _ in range(random.randint(40, 400))]
        got = sum(random.random() < p for p in tries)
        expected, variance = sum(tries), sum(p * (1 - p) for p in tries)
        said.append(Luck(got, len(tries), expected, (got - expected) / sqrt(variance)))
    rare = sum(one.rarity is Rarity.RARE for one in said) / len(said)
    assert 0.040 <= rare <= 0.051
