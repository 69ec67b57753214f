"""What is worth telling of Défizz: raises, gains, series, fast answers, and from how far back."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engines.core.chronicle import Chronicle, Told
from engines.core.events import Event
from engines.defizz.events import (
    Answered,
    Challenged,
    ChipsMoved,
    GameOver,
    QuestionAsked,
    Refused,
    RoundStarted,
    Settled,
    Staked,
    StakesReturned,
)
from engines.defizz.rules import Defizz
from engines.defizz.seen import Observation
from tests.engines.telling import NOTHING, kinds, tell

GAME = Defizz()


def found(*events: Event):
    return kinds(GAME.find_moments(tell("ABC", *events)))


def turn(number: int, *, again: bool = False) -> RoundStarted:
    return RoundStarted(number, "A", "bot", False, again)


def challenged(seat: str, stake: int, *, raised: bool = True) -> Challenged:
    return Challenged(seat, 0, "", "B", stake, raised, False)


def won(seat: str, pot: int, prize: int = 0, outcome: str = "won") -> Settled:
    return Settled(seat, outcome, pot, prize)


def test_Z5_the_greatest_raise_is_told_with_who_took_it():
    told = found(
        turn(1),
        challenged("A", 400),
        Staked(("A", "B"), 400, 400),
        won("A", 800),
        turn(2),
        challenged("B", 900),
        Staked(("B", "C"), 900, 900),
        won("C", 1800),
        turn(3),
        challenged("C", 500),
        Staked(("C", "A"), 500, 500),
        won("C", 1000),
    )
    assert told["raise"] == (("B", "C"), {"stake": 900, "turn": 2})


def test_Z7_a_raise_is_worth_what_was_paid_for_it():
    less = found(turn(1), challenged("A", 1500), Staked(("A", "B"), 300, 1500), won("A", 600))
    assert less["raise"] == (("A",), {"stake": 300, "turn": 1})


def test_Z5_neither_the_minimum_nor_a_raise_that_all_refused_is_one():
    usual = (challenged("A", 300, raised=False), Staked(("A", "B"), 300, 300), won("A", 600))
    assert "raise" not in found(turn(1), *usual)
    refused = (challenged("A", 900), Refused("B", 100, False), won("A", 100, outcome="refused"))
    assert "raise" not in found(turn(1), *refused)
    assert "raise" not in found(turn(1), *usual, turn(2), *refused)
    assert "raise" not in found(turn(1), *refused, turn(2), *usual[1:])


def test_Z13_a_turn_that_is_played_again_forgets_the_raise_before():
    void = (
        challenged("A", 900),
        Staked(("A", "B"), 900, 900),
        StakesReturned("nobody", {"A": 900, "B": 900}, 0),
    )
    usual = (challenged("A", 100, raised=False), Staked(("A", "B"), 100, 100), won("B", 200))
    told = found(turn(1), *void, turn(1, again=True), *usual)
    assert told == {"gain": (("B",), {"chips": 200, "turn": 1})}


def test_Z16_the_largest_gain_counts_pot_and_prize():
    told = found(turn(1), won("A", 400), turn(2), won("B", 100, 500), turn(3), won("C", 500))
    assert told["gain"] == (("B",), {"chips": 600, "turn": 2})
    assert found(turn(1), won("A", 0)) == {}


def test_Z8_the_longest_series_is_told_and_a_void_challenge_does_not_end_it():
    assert "series" not in found(turn(1), won("A", 200), turn(2), won("B", 200), turn(3), won("A", 200))
    told = found(
        turn(1),
        won("A", 200),
        turn(2),
        won("A", 200),
        turn(3),
        won("B", 200),
        turn(4),
        won("B", 200),
        turn(5),
        StakesReturned("tie", {}, 0),
        turn(5, again=True),
        won("B", 200),
    )
    assert told["series"] == (("B",), {"times": 3, "turn": 5})


def clicked(*steps: tuple[int | None, Event]) -> Chronicle:
    """A chronicle of steps, each by a click at this moment."""
    return Chronicle(tuple("ABC"), tuple(Told((event,), lambda: NOTHING, at) for at, event in steps))


def asked(mode: str = "chrono") -> QuestionAsked:
    return QuestionAsked(0, mode, "?", ("A", "B"))


def fastest(*steps: tuple[int | None, Event]):
    return kinds(GAME.find_moments(clicked(*steps))).get("fastest")


def test_Z9_the_fastest_right_answer_of_a_chrono_is_told_from_the_click_that_opened_it():
    steps = (
        (None, turn(1)),
        (10_000, asked()),
        (10_700, Answered("A", None, None)),
        (11_500, Answered("B", None, None)),
        (None, won("B", 200)),
        (None, turn(2)),
        (50_000, asked()),
        (51_100, Answered("C", None, None)),
        (None, won("C", 200)),
        (None, turn(3)),
        (80_000, asked()),
        (83_000, Answered("A", None, None)),
        (None, won("A", 200)),
    )
    assert fastest(*steps) == (("C",), {"ms": 1100, "turn": 2})


@pytest.mark.parametrize(
    ("opened_at", "mode", "outcome"),
    [(None, "chrono", "won"), (10_000, "cible", "won"), (10_000, "chrono", "refused")],
)
def test_Z9_only_a_chrono_that_a_click_opened_and_an_answer_won_has_a_time(opened_at, mode, outcome):
    settled = won("A", 200, outcome=outcome)
    steps = ((None, turn(1)), (opened_at, asked(mode)), (10_500, Answered("A", None, None)), (None, settled))
    assert fastest(*steps) is None


def test_Z9_an_answer_to_an_earlier_question_has_no_time():
    steps = (
        (None, turn(1)),
        (10_000, asked()),
        (10_500, Answered("A", None, None)),
        (None, turn(1, again=True)),
        (90_000, asked()),
        (None, won("A", 200)),
    )
    assert fastest(*steps) is None


@dataclass(frozen=True)
class Chips:
    """What is seen of a table where only the chips matter."""

    chips: dict[str, int]


def told_with(chips: int, *events: Event) -> Told:
    """A step after which A has so many chips."""
    seen: Observation = Chips({"A": chips, "B": 1900})  # type: ignore[assignment]
    return Told(events, lambda: seen)


@pytest.mark.parametrize(
    ("least", "winners", "told"),
    [
        (900, ("A",), (("A",), {"chips": 900, "turn": 1})),
        (950, ("A",), (("A",), {"chips": 950, "turn": 1})),
        (1000, ("A",), None),
        (900, ("A", "B"), None),
        (900, ("B",), None),
        (900, (), None),
    ],
)
def test_Z15_a_lone_winner_who_had_half_of_the_start_or_less_comes_from_far(least, winners, told):
    steps = (
        told_with(1900, turn(1)),
        told_with(500, Staked(("A", "B"), 1400, 1400)),
        told_with(least, turn(2)),
        told_with(1900, turn(3)),
        told_with(3000, GameOver(winners)),
    )
    assert kinds(GAME.find_moments(Chronicle(("A", "B"), steps))).get("comeback") == told


def test_Z15_the_lowest_point_is_told():
    lows = [told_with(chips, turn(number)) for number, chips in enumerate((1900, 900, 300, 600), start=1)]
    moments = GAME.find_moments(Chronicle(("A", "B"), (*lows, told_with(3000, GameOver(("A",))))))
    assert kinds(moments)["comeback"] == (("A",), {"chips": 300, "turn": 2})


@pytest.mark.parametrize(
    ("chips", "moved", "end", "told"),
    [
        (900, (), 2000, {"chips": 900, "turn": 1}),
        (900, (("A", "B", 800),), 3800, None),
        (900, (("A", "B", 100), ("B", "A", 100)), 3800, {"chips": 900, "turn": 1}),
        (900, (("B", "A", 200),), 2000, None),
        (900, (("B", "A", 200),), 2400, {"chips": 900, "turn": 1}),
    ],
    ids=["none", "it took them away", "there and back", "it made the winner", "it only helped"],
)
def test_Z29_chips_that_were_moved_make_no_comeback(chips, moved, end, told):
    def seen(own: int) -> Observation:
        return Chips({"A": own, "B": 3800 - own})  # type: ignore[return-value]

    steps = (
        Told((turn(1),), lambda: seen(1900)),
        *(Told((ChipsMoved(*each, "jury", "M"),), lambda: seen(chips)) for each in moved),
        Told((turn(2),), lambda: seen(chips)),
        Told((GameOver(("A",)),), lambda: seen(end)),
    )
    found = {one.kind: one.facts for one in GAME.find_moments(Chronicle(("M", "A", "B"), steps))}
    assert found.get("comeback") == told


def test_Z16_who_begins_with_nothing_does_not_come_back():
    steps = (told_with(0, turn(1)), told_with(0, turn(2)), told_with(500, GameOver(("A",))))
    assert kinds(GAME.find_moments(Chronicle(("A", "B"), steps))) == {}
