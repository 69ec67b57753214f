"""What is worth telling of La Tasse; what was believed stays secret for ever."""

from __future__ import annotations

import pytest

from engines.tasse.events import Duelled, DuelsStarted
from engines.tasse.model import Announce, Doubt, Roll, Show
from engines.tasse.rules import Tasse
from tests.engines.telling import Telling, kinds, tell

GAME = Tasse()


def game(seats: str = "ABC") -> Telling:
    return Telling(GAME, seats, threshold=5)


def bluff(telling: Telling, seat: str, other: str, score: str, *dice: int) -> Telling:
    """A seat announces a score with these dice, and the next one lifts the cup."""
    return telling.act(seat, Roll(), *dice).act(seat, Announce(score)).act(other, Doubt())


def test_T6_the_bluff_that_was_seen_through_by_most_steps_is_told():
    telling = bluff(game(), "A", "B", "66", 6, 5)
    bluff(telling, "A", "B", "44", 4, 1)
    bluff(telling, "A", "B", "11", 6, 5)
    found = kinds(telling.moments())
    assert found["bluff"] == (("A", "B"), {"score": "44", "dice": "41", "steps": 11})
    assert found["liar"] == (("A",), {"times": 3})


def test_T6_a_hidden_special_or_a_small_lie_is_no_great_bluff():
    telling = bluff(game(), "A", "B", "66", 6, 1)
    assert kinds(bluff(telling, "A", "B", "42", 4, 1).moments()) == {"liar": (("A",), {"times": 2})}


def test_T6_a_truth_that_was_not_believed_is_told_if_it_was_a_high_one():
    assert kinds(bluff(game(), "A", "B", "54", 5, 4).moments()) == {}
    assert kinds(bluff(game(), "A", "B", "21", 2, 1).moments())["truth"] == (("A", "B"), {"score": "21"})


@pytest.mark.parametrize("dice", [(6, 6), (4, 1), (3, 1)])
def test_T4_what_was_believed_stays_secret_whatever_lay_there(dice):
    telling = game().act("A", Roll(), *dice).act("A", Announce("66")).act("B", Roll(), 2, 1)
    telling.act("B", Announce("21")).act("C", Doubt())
    found = telling.moments()
    assert kinds(found) == {
        "believed": (("A", "B"), {"score": "66"}),
        "truth": (("B", "C"), {"score": "21"}),
    }
    assert [moment.weight for moment in found] == [66.5, 62]


def test_T4_announcements_believed_in_a_row_are_counted_until_a_cup_is_lifted():
    telling = game().act("A", Roll(), 4, 1)
    for score, (seat, after) in zip(
        ("32", "41", "42", "51", "53"), ("AB", "BC", "CA", "AB", "BC"), strict=True
    ):
        telling.act(seat, Announce(score)).act(after, Roll(), 4, 1)
    assert kinds(telling.moments())["trust"] == (("C",), {"times": 5})
    telling.act("C", Announce("54")).act("A", Doubt()).act("C", Roll(), 4, 1)
    assert kinds(telling.act("C", Announce("41")).act("A", Roll(), 4, 1).moments())["trust"][1] == {
        "times": 5
    }


def test_T11_a_joker_is_told_by_what_it_beat_and_only_if_it_did():
    telling = game().act("A", Roll(), 6, 4).act("A", Announce("64"))
    telling.act("B", Roll(), 3, 2).act("B", Show(), 4, 4)
    assert kinds(telling.moments())["joker"] == (("B", "C"), {"score": "64", "dice": "44"})
    lost = game().act("A", Roll(), 6, 4).act("A", Announce("64")).act("B", Roll(), 3, 2)
    assert "joker" not in kinds(lost.act("B", Show(), 4, 1).moments())


def test_T12_the_duels_of_one_32_on_32_are_counted_together():
    duels = [DuelsStarted("A", ("B", "C")), Duelled("A", "B", "41", "66", True)]
    duels += [
        Duelled("A", "C", "54", "42", False),
        DuelsStarted("B", ("C",)),
        Duelled("B", "C", "54", "42", False),
    ]
    found = kinds(GAME.find_moments(tell("ABC", *duels)))
    assert found["duels"] == (("A",), {"won": 1, "fought": 2})
