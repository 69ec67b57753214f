"""Ties, places, leavers and silence (S21 to S24)."""

from __future__ import annotations

from engines.core.draws import ScriptedDraws
from engines.soiree.model import Proceed, Tell
from tests.engines.soiree.table import CHRONO, CIBLE, GAME, Evening

ONE = {**CHRONO, "length": 1}


def tied(**options: object) -> Evening:
    """An evening after whose one question A and B are first."""
    return Evening(ONE, **options).ready().say(A="Reims", B="Reims", C="Rennes").ready()


def test_S21_a_cible_is_asked_of_those_who_are_first() -> None:
    evening = tied()
    assert evening.told[-2:] == ["tied", "question_posed"]
    assert (evening.turn, evening.public.tied) == ("answer AB", ("A", "B"))
    assert evening.why("C", Tell("7", 1)) == "not_in_the_tie"
    evening.tell("A", "300").tell("B", "310")
    assert (evening.turn, evening.position.winners, evening.points) == ("over", ("B",), "1 1 0")
    assert [place.seats for place in GAME.places(evening.state)] == [("B",), ("A",), ("C",)]


def test_S21_another_one_is_asked_three_at_most_and_then_it_is_shared() -> None:
    evening = tied()
    for _ in range(2):
        evening.tell("A", "300").tell("B", "300")
        assert evening.turn == "reveal ABC"
        evening.ready()
        assert evening.turn == "answer AB"
    evening.timeout().ready()
    assert (evening.turn, evening.position.winners) == ("over", ("A", "B"))


def test_S21_who_stays_alone_in_a_tie_has_won() -> None:
    assert tied().leave("A").position.winners == ("B",)


def test_S21_without_a_cible_the_victory_is_shared() -> None:
    evening = Evening({**CIBLE, "length": 10}).ready()
    for _ in range(10):
        evening.timeout().timeout()
    assert (evening.turn, evening.position.winners) == ("over", ("A", "B", "C"))


def test_S22_places_by_points_and_leavers_last() -> None:
    evening = Evening(CHRONO, seats="ABCD").ready("ABCD").say(A="Reims", B="Reims", C=None, D="Reims")
    evening.leave("D")
    assert [(place.number, place.seats) for place in GAME.places(evening.state)] == [
        *((1, ("A", "B")), (3, ("C",)), (4, ("D",))),
    ]


def test_S22_the_first_to_leave_comes_last_of_all() -> None:
    evening = Evening(CHRONO, seats="ABCD").ready("ABCD").say(A=None, B="Reims", C=None, D="Reims")
    evening.leave("D").leave("B")
    assert [(place.number, place.seats) for place in GAME.places(evening.state)] == [
        *((1, ("A", "C")), (3, ("B",)), (4, ("D",))),
    ]


def test_S23_a_leaver_is_no_longer_awaited_and_its_answer_does_not_count() -> None:
    evening = Evening(CHRONO).ready().tell("A", "Reims").tell("B", "Reims").leave("A")
    assert (evening.turn, [reply.seat for reply in evening.position.said]) == ("answer C", ["B"])
    evening = Evening(CHRONO, seats="ABCD").ready("ABCD").say(A="Reims", B="Reims", C=None).leave("D")
    assert (evening.turn, evening.points) == ("reveal ABC", "1 1 0 0")
    assert Evening(CHRONO).ready().leave("A").leave("B").position.winners == ("C",)


def test_S23_a_break_goes_on_without_a_leaver() -> None:
    assert Evening(CHRONO).ready("AB").leave("C").turn == "answer AB"


def test_S23_the_bot_goes_on_for_a_quizmaster_who_leaves() -> None:
    evening = Evening(CHRONO, quizmaster="A").act("A", Proceed()).say(B="Reims", C="Rennes").leave("A")
    assert (evening.turn, evening.points) == ("reveal BC", "0 1 0")
    assert evening.told[0] == "quizmaster_replaced"
    assert evening.public.quizmaster == "bot"
    assert Evening(CHRONO, quizmaster="A").command("replace_quizmaster").turn == "break BC"
    assert Evening(CHRONO, quizmaster="A").leave("B").position.winners == ("C",)


def test_S24_nobody_is_put_out_for_being_silent() -> None:
    evening = Evening({**CHRONO, "length": 4}, CIBLE)
    steps = 0
    while evening.position.phase != "over":
        step = GAME.expire(evening.state, ScriptedDraws((1,) * 9))
        evening.state, steps = step.state, steps + 1
        assert evening.position.gone == ()
        assert set(evening.position.missed) == {0}
    assert evening.position.winners == ("A", "B", "C")
    assert steps < 30
