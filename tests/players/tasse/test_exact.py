"""How well La Tasse is played, worked out exactly: no chance, no sample."""

from __future__ import annotations

import pytest

from players.core.decision import Level
from players.core.persona import PERSONAS
from players.tasse.casual import Habits
from players.tasse.challenge import RANKS, ROLLS
from players.tasse.exact import find_gain, find_win_chance
from players.tasse.notes import Tally
from players.tasse.policy import ByHeart, Casual, Place, Policy, of_level
from players.tasse.table import SIZE, read_table

CASUAL = (Habits(0.05, 0.45), Habits(0.15, 0.65), Habits(0.25, 0.75))
"""People who do not calculate: from those who hardly lie to those who lie a lot."""
EASY, MEDIUM, STRONG = Level
BASILE = PERSONAS["basile"]


def level(which: Level, seats: int, persona: str = "basile") -> Policy:
    return of_level(which, Place(seats), PERSONAS[persona])


@pytest.mark.parametrize("seats", range(2, 9))
def test_nobody_gains_much_against_what_is_known_by_heart(seats: int) -> None:
    assert find_gain(ByHeart(read_table(seats)), seats) <= (0.001 if seats == 2 else 0.0015)


def test_the_best_opponent_wins_at_most_52_of_100_rounds_of_two() -> None:
    solved = level(STRONG, 2)
    assert find_win_chance(solved, solved) == pytest.approx(0.5)
    assert 0.5 < find_win_chance(solved) <= 0.52


def test_a_worse_table_is_found_out() -> None:
    cells = bytearray(read_table(2).cells)
    doubts = len(ROLLS) * (len(RANKS) + 1)  # on nothing, behind the rows of all rolls
    cells[doubts + RANKS[-1]] = 0  # whoever announces a 21 at once is believed
    assert len(cells) == SIZE
    assert find_gain(ByHeart(type(read_table(2))(bytes(cells))), 2) > 0.01


@pytest.mark.parametrize("habits", CASUAL, ids=str)
def test_with_two_the_strong_beat_people_who_do_not_calculate(habits: Habits) -> None:
    assert find_gain(Casual(2, habits), 2, level(STRONG, 2)) > 0.05


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("habits", CASUAL, ids=str)
def test_with_more_the_strong_gain_by_not_playing_by_heart(habits: Habits, seats: int) -> None:
    people = Casual(seats, habits)
    strong = find_gain(people, seats, level(STRONG, seats))
    assert strong > find_gain(people, seats, ByHeart(read_table(seats))) > 0


def test_each_level_beats_the_one_below_with_two() -> None:
    easy, medium, strong = (level(each, 2) for each in Level)
    assert find_win_chance(easy, medium) >= 0.65
    assert find_win_chance(medium, strong) >= 0.65


@pytest.mark.parametrize("persona", PERSONAS)
def test_each_level_gains_by_the_one_below_whoever_plays_it(persona: str) -> None:
    easy, medium, strong = (level(each, 2, persona) for each in Level)
    assert find_gain(easy, 2, medium) > 0.05
    assert find_gain(medium, 2, strong) > 0.05


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_each_level_gains_among_those_below_with_more(seats: int) -> None:
    easy, medium, strong = (level(each, seats) for each in Level)
    assert find_gain(easy, seats, medium) > 0.005 > -0.005 > find_gain(medium, seats, easy)
    assert find_gain(medium, seats, strong) > 0.02


@pytest.mark.parametrize(("lies", "doubts"), [(0, 90), (90, 0), (0, 0)])
def test_whoever_pretends_to_be_somebody_else_gains_little_more(lies: int, doubts: int) -> None:
    """Somebody pretends for a whole evening to lie or to doubt always, or never."""
    misled = of_level(STRONG, Place(3, Tally(30, lies).factor, Tally(30, doubts).factor), BASILE)
    assert find_gain(misled, 3) < 1.6 * find_gain(level(STRONG, 3), 3)
