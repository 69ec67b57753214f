"""What is worth telling of Débâcle: chains of captures, doubles, rounds, and how far behind."""

from __future__ import annotations

from engines.debacle.events import (
    CapturedDie,
    DoublesTaken,
    GameOver,
    RoundEnded,
    RoundStarted,
    TurnStarted,
)
from engines.debacle.rules import Debacle
from tests.engines.telling import kinds, tell

GAME = Debacle()


def captured(seat: str, before: int, value: int, *, bounce: bool = False) -> CapturedDie:
    return CapturedDie(seat, "a1", "a2", before, value, bounce)


def found(*events):
    return kinds(GAME.find_moments(tell("AB", RoundStarted(2, "A", False), *events)))


def test_B5_the_longest_chain_of_one_die_is_told_with_its_turn():
    told = found(
        TurnStarted("A", 3, 2, 0),
        captured("A", 5, 4),
        captured("A", 5, 3),
        captured("A", 3, 2, bounce=True),
        TurnStarted("B", 4, 2, 0),
        captured("B", 6, 5),
        captured("B", 5, 4, bounce=True),
        captured("B", 4, 1, bounce=True),
    )
    assert told == {"chain": (("B",), {"dice": 3, "points": 10, "round": 2, "turn": 4})}


def test_B5_an_ace_that_captures_a_six_is_told():
    assert found(captured("A", 6, 1)) == {}
    assert found(captured("A", 1, 5)) == {}
    assert found(TurnStarted("A", 9, 2, 0), captured("A", 1, 6)) == {"ace": (("A",), {"round": 2, "turn": 9})}


def test_B7_most_dice_taken_as_doubles_at_once_are_told():
    one, three = DoublesTaken("A", ("a2",), (4,)), DoublesTaken("B", ("a2", "b2", "c5"), (4, 4, 2))
    assert found(one) == {}
    assert found(one, three)["doubles"] == (("B",), {"dice": 3, "points": 10, "round": 2, "turn": 0})


def test_B9_the_richest_round_and_a_winner_who_was_behind_are_told():
    first = RoundEnded(1, "captured", ((6, 5, 4, 3, 2), (1,)), (20, 1))
    second = RoundEnded(2, "captured", ((), (6, 6, 6, 6, 6)), (20, 31))
    assert "comeback" not in found(first)
    told = found(first, second, GameOver(("B",)))
    assert told["round"] == (("B",), {"points": 30, "round": 2})
    assert told["comeback"] == (("B",), {"points": 19, "round": 1})
    assert "comeback" not in found(first, GameOver(("A",)))
