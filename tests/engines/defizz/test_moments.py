"""What is worth telling of Défizz: raises, gains, series, fast answers, and from how far back."""

from dataclasses import dataclass

import pytest

from engines.core.records import Event, GameOver
from engines.core.telling import Chronicle, Told
from engines.defizz.events import (
    Answered,
    Challenged,
    ChipsMoved,
    QuestionAsked,
    Refused,
    RoundStarted,
    Settled,
    Staked,
    StakesReturned,
)
from tests.engines.defizz.table import GAME
from tests.engines.telling import NOTHING, kinds, tell


def found(*events: Event):
    return kinds(GAME.find_moments(tell("ABC", *events)))


def turn(number: int, *, again: bool = False) -> RoundStarted:
    return RoundStarted(number, "A", "bot", False, again)


def challenged(seat: str, stake: int, *, raised: bool = True) -> Challenged:
    return Challenged(seat, 0, "", "B", stake, raised, False)


def won(seat: str, pot: int, prize: int = 0, outcome: str = "won") -> Settled:
    return Settled(seat, outcome, pot, prize)


def turns(*winners: tuple[str, int]) -> list[Event]:
    """Turns one after the other, each won by a seat with such a pot."""
    return [event for n, (seat, pot) in enumerate(winners, 1) for event in (turn(n), won(seat, pot))]


def raised(number: int, seat: str, pair: str, stake: int, winner: str) -> list[Event]:
    return [turn(number), challenged(seat, stake), Staked(tuple(pair), stake, stake), won(winner, 2 * stake)]


USUAL = (challenged("A", 300, raised=False), Staked(("A", "B"), 300, 300), won("A", 600))
REFUSED = (challenged("A", 900), Refused("B", 100, False), won("A", 100, outcome="refused"))


def test_Z5_Z7_the_greatest_raise_is_told_with_who_took_it_and_what_was_paid():
    told = found(
        *raised(1, "A", "AB", 400, "A"), *raised(2, "B", "BC", 900, "C"), *raised(3, "C", "CA", 500, "C")
    )
    assert told["raise"] == (("B", "C"), {"stake": 900, "turn": 2})
    less = found(turn(1), challenged("A", 1500), Staked(("A", "B"), 300, 1500), won("A", 600))
    assert less["raise"] == (("A",), {"stake": 300, "turn": 1})


@pytest.mark.parametrize(
    "events",
    [
        (turn(1), *USUAL),
        (turn(1), *REFUSED),
        (turn(1), *USUAL, turn(2), *REFUSED),
        (turn(1), *REFUSED, turn(2), *USUAL[1:]),
    ],
)
def test_Z5_neither_the_minimum_nor_a_raise_that_all_refused_is_one(events):
    assert "raise" not in found(*events)


def test_Z13_a_turn_that_is_played_again_forgets_the_raise_before():
    back = StakesReturned("nobody", {"A": 900, "B": 900}, 0)
    void = (challenged("A", 900), Staked(("A", "B"), 900, 900), back)
    usual = (challenged("A", 100, raised=False), Staked(("A", "B"), 100, 100), won("B", 200))
    told = found(turn(1), *void, turn(1, again=True), *usual)
    assert told == {"gain": (("B",), {"chips": 200, "turn": 1})}


def test_Z16_the_largest_gain_counts_pot_and_prize():
    told = found(turn(1), won("A", 400), turn(2), won("B", 100, 500), turn(3), won("C", 500))
    assert told["gain"] == (("B",), {"chips": 600, "turn": 2})
    assert found(turn(1), won("A", 0)) == {}


def test_Z8_the_longest_series_is_told_and_a_void_challenge_does_not_end_it():
    assert "series" not in found(*turns(("A", 200), ("B", 200), ("A", 200)))
    void = (turn(5), StakesReturned("tie", {}, 0), turn(5, again=True), won("B", 200))
    told = found(*turns(("A", 200), ("A", 200), ("B", 200), ("B", 200)), *void)
    assert told["series"] == (("B",), {"times": 3, "turn": 5})


def asked(mode: str = "chrono") -> QuestionAsked:
    return QuestionAsked(0, mode, "?", ("A", "B"))


def answered(seat: str) -> Answered:
    return Answered(seat, None, None)


def fastest(*steps: tuple[int | None, Event]):
    """What is told of steps, each by a click at this moment."""
    told = tuple(Told((event,), lambda: NOTHING, at) for at, event in steps)
    return kinds(GAME.find_moments(Chronicle(tuple("ABC"), told))).get("fastest")


def test_Z9_the_fastest_right_answer_of_a_chrono_is_told_from_the_click_that_opened_it():
    first = ((None, turn(1)), (10_000, asked()), (10_700, answered("A")), (11_500, answered("B")))
    second = ((None, won("B", 200)), (None, turn(2)), (50_000, asked()), (51_100, answered("C")))
    third = ((None, won("C", 200)), (None, turn(3)), (80_000, asked()), (83_000, answered("A")))
    found = fastest(*first, *second, *third, (None, won("A", 200)))
    assert found == (("C",), {"ms": 1100, "turn": 2})


@pytest.mark.parametrize(
    ("opened_at", "mode", "outcome"),
    [(None, "chrono", "won"), (10_000, "cible", "won"), (10_000, "chrono", "refused")],
)
def test_Z9_only_a_chrono_that_a_click_opened_and_an_answer_won_has_a_time(opened_at, mode, outcome):
    settled = won("A", 200, outcome=outcome)
    steps = ((None, turn(1)), (opened_at, asked(mode)), (10_500, answered("A")), (None, settled))
    assert fastest(*steps) is None


def test_Z9_an_answer_to_an_earlier_question_has_no_time():
    steps = ((None, turn(1)), (10_000, asked()), (10_500, answered("A")), (None, turn(1, again=True)))
    assert fastest(*steps, (90_000, asked()), (None, won("A", 200))) is None


@dataclass(frozen=True)
class Chips:
    """What is seen of a table where only the chips matter."""

    chips: dict[str, int]


def comeback(*steps: tuple[int, Event], seats: str = "AB", whole: int = 3800):
    """What is told of steps after which A has so many chips, and B the rest."""
    told = tuple(Told((event,), lambda own=own: Chips({"A": own, "B": whole - own})) for own, event in steps)
    return kinds(GAME.find_moments(Chronicle(tuple(seats), told))).get("comeback")


@pytest.mark.parametrize(
    ("least", "winners", "told"),
    [
        (900, ("A",), (("A",), {"chips": 900, "turn": 1})),
        (950, ("A",), (("A",), {"chips": 950, "turn": 1})),
        (1000, ("A",), None),
        *((900, winners, None) for winners in (("A", "B"), ("B",), ())),
    ],
)
def test_Z15_a_lone_winner_who_had_half_of_the_start_or_less_comes_from_far(least, winners, told):
    steps = ((1900, turn(1)), (500, Staked(("A", "B"), 1400, 1400)), (least, turn(2)), (1900, turn(3)))
    assert comeback(*steps, (3000, GameOver(winners))) == told


def test_Z15_Z16_the_lowest_point_is_told_but_who_begins_with_nothing_does_not_come_back():
    lows = [(chips, turn(number)) for number, chips in enumerate((1900, 900, 300, 600), start=1)]
    assert comeback(*lows, (3000, GameOver(("A",)))) == (("A",), {"chips": 300, "turn": 2})
    assert comeback((0, turn(1)), (0, turn(2)), (500, GameOver(("A",)))) is None


@pytest.mark.parametrize(
    ("moved", "end", "told"),
    [
        ((), 2000, True),
        ((("A", "B", 800),), 3800, False),
        ((("A", "B", 100), ("B", "A", 100)), 3800, True),
        ((("B", "A", 200),), 2000, False),
        ((("B", "A", 200),), 2400, True),
    ],
    ids=["none", "it took them away", "there and back", "it made the winner", "it only helped"],
)
def test_Z29_chips_that_were_moved_make_no_comeback(moved, end, told):
    steps = [(1900, turn(1)), *((900, ChipsMoved(*each, "jury", "M")) for each in moved), (900, turn(2))]
    found = comeback(*steps, (end, GameOver(("A",))), seats="MAB")
    assert found == ((("A",), {"chips": 900, "turn": 1}) if told else None)
