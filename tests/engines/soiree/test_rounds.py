"""The course of a round: ready, question, verdict, reveal (S6 to S10, S17, S25, S26)."""

from __future__ import annotations

import pytest

from engines.core.moments import order_of, tick_of
from engines.soiree.model import Award, EndAfterRound, Forgo, Proceed, Ready, Rule, SkipRound, Tell, Withdraw
from tests.engines.soiree.table import CHRONO, CIBLE, DUELS, GAME, LIST, Evening


def led(*rounds: dict[str, object], seats: str = "ABC") -> Evening:
    """An evening that A leads."""
    return Evening(*rounds, seats=seats, quizmaster="A")


def test_S6_a_round_begins_when_all_teams_are_ready() -> None:
    evening = Evening(CHRONO)
    assert evening.turn == "break ABC"
    assert evening.act("B", Ready()).turn == "break AC"
    assert evening.public.answered == ("B",)
    assert evening.why("B", Ready()) == "already_ready"
    assert evening.ready("AC").turn == "answer ABC"
    assert evening.told == ["team_ready", "round_began", "question_posed"]


def test_S6_a_round_begins_at_the_deadline_or_by_the_host() -> None:
    assert Evening(CHRONO).timeout().turn == "answer ABC"
    assert Evening(CHRONO).command("proceed").turn == "answer ABC"


def test_S6_a_quizmaster_is_awaited_alone() -> None:
    evening = led(CHRONO)
    assert evening.turn == "break A"
    assert evening.why("B", Ready()) == "quizmaster_goes_on"
    assert evening.act("A", Proceed()).turn == "answer BC"
    assert led(CHRONO).timeout().turn == "answer BC"


def test_S7_answers_are_final_and_secret_but_for_a_quizmaster() -> None:
    evening = led(CHRONO).act("A", Proceed()).tell("C", "Reims", 5)
    assert (evening.turn, evening.told) == ("answer B", ["told"])
    assert evening.public.answered == ("C",)
    assert evening.why("C", Tell("Rennes", 9)) == "already_answered"
    assert (evening.own("C").answer, evening.own("B").answer, evening.public.answer) == (
        "Reims",
        None,
        None,
    )
    assert evening.own("B").said is evening.own("B").solution is evening.public.solution is None
    seen = evening.own("A")
    assert [(one.seat, one.text, one.bot) for one in seen.said or ()] == [("C", "Reims", 1)]
    assert seen.solution is not None
    assert seen.solution.answers == (("Reims",),)
    assert evening.why("A", Forgo()) == "leads"


def test_S7_it_is_over_when_all_have_answered_at_the_deadline_or_by_command() -> None:
    asked = Evening(CHRONO).ready().tell("A", "Reims")
    assert asked.act("B", Forgo()).act("C", Forgo()).turn == "reveal ABC"
    for close in (lambda evening: evening.timeout(), lambda evening: evening.command("proceed")):
        evening = close(Evening(CHRONO).ready().tell("A", "Reims"))
        assert evening.told == ["forwent", "forwent", "answer_told"]
        assert evening.event("answer_told").said[0].seat == "A"


def test_S8_the_moment_of_the_click_counts() -> None:
    order = order_of(1_700_000_000_123)
    stamped = GAME.stamp(Tell("Reims"), order)
    assert isinstance(stamped, Tell)
    assert stamped.at == tick_of(order)
    assert GAME.stamp(Ready(), order) == Ready()
    evening = Evening({**CHRONO, "speed": True}).ready()
    evening.tell("A", "Reims", 30).tell("B", "Reims", 10).tell("C", "Reims", 20)
    assert evening.points == "1 3 2"
    assert [one.seat for one in evening.event("answer_told").said] == ["B", "C", "A"]
    deadline = GAME.deadline(Evening(CHRONO).ready().state)
    assert deadline is not None
    assert deadline.race
    assert deadline.always


def test_S9_a_quizmaster_rules_before_the_verdicts_are_final() -> None:
    evening = led(CHRONO).act("A", Proceed()).say(B="Rennes", C="Reims")
    assert evening.turn == "verdict A"
    assert evening.points == "0 0 0"
    evening.act("A", Rule("B", 1))
    assert evening.event("ruled").audience == ("A",)
    assert evening.why("A", Rule("B", 1)) == "same_ruling"
    assert evening.why("A", Rule("A", 1)) == "nothing_to_rule"
    assert evening.why("A", Rule("B", 2)) == "same_ruling"
    assert evening.act("A", Rule("C", 0)).act("A", Proceed()).points == "0 1 0"
    assert [(one.bot, one.right) for one in evening.event("answer_told").said] == [(0, 1), (1, 0)]


def test_S9_the_bots_verdicts_stand_after_the_deadline_and_its_verdict_is_kept() -> None:
    assert led(CHRONO).act("A", Proceed()).say(B="Rennes", C="reims").timeout().points == "0 0 1"
    evening = Evening(CHRONO).ready()
    heard = GAME.decide(evening.state, "A", Tell("Reims", 3))
    assert isinstance(heard, Tell)
    assert heard.verdict is not None
    assert heard.verdict.right == 1
    forgotten = Tell("", 3, heard.verdict)
    assert evening.act("A", forgotten).position.said[0].right == 1


@pytest.mark.parametrize("rounds", [CIBLE, LIST])
def test_S9_numbers_and_silence_need_no_ruling(rounds: dict[str, object]) -> None:
    evening = led(rounds).act("A", Proceed()).say(B=None, C="300" if rounds is CIBLE else None)
    assert evening.turn == "reveal A"


def test_S10_a_ruling_after_the_reveal_counts_the_points_anew() -> None:
    evening = (
        led({**CHRONO, "speed": True}).act("A", Proceed()).say(B="Rennes", C="Reims").act("A", Proceed())
    )
    assert (evening.turn, evening.points) == ("reveal A", "0 0 3")
    evening.act("A", Rule("B", 1))
    assert evening.points == "0 3 2"
    assert evening.told == ["ruled", "answer_told"]
    assert (evening.event("ruled").audience, evening.event("answer_told").again) == (None, True)
    assert evening.act("A", Proceed()).why("A", Rule("C", 0)) == "nothing_to_rule"


def test_S10_the_answer_and_who_had_what_are_told() -> None:
    evening = Evening(CIBLE).ready().say(A="300", B=None, C="312 mètres")
    told = evening.event("answer_told")
    assert (told.solution.number, told.solution.unit) == (312, "mètre")
    assert [(one.seat, one.text, one.number, one.points) for one in told.said] == [
        *(("A", "300", "300", 0), ("C", "312 mètres", "312", 3), ("B", None, None, 0)),
    ]
    last = evening.public.last
    assert last is not None
    assert last.said == told.said


def test_S17_a_question_is_withdrawn_and_another_one_asked() -> None:
    evening = Evening(CHRONO).ready().say(A="Reims", B=None, C=None)
    assert evening.points == "1 0 0"
    evening.command("withdraw")
    assert (evening.points, evening.turn, evening.public.number) == ("0 0 0", "answer ABC", 1)
    assert evening.told == ["question_withdrawn", "question_posed"]
    evening = led(CHRONO).act("A", Proceed()).tell("B", "Reims").act("A", Withdraw())
    assert (evening.turn, evening.position.used) == ("answer BC", ("d1", "d2"))


def test_S17_without_a_card_the_round_ends() -> None:
    evening = Evening({**CHRONO, "length": 9}).ready()
    for _ in range(9):
        evening.command("withdraw")
    assert evening.told[:3] == ["question_withdrawn", "cards_ran_out", "standing"]


def test_S25_deadlines() -> None:
    evening = Evening(CHRONO, {**CIBLE, "stakes": True}, LIST)
    seconds = []

    def note() -> None:
        deadline = GAME.deadline(evening.state)
        assert deadline is not None
        seconds.append((deadline.kind, deadline.seconds))
        assert deadline.counted == (evening.state.position.phase == "answer"), "only answers run out in a bar"

    for _ in range(9):
        note()
        evening.timeout()
    assert seconds[:5] == [("break", 180), ("chrono", 30), ("reveal", 20), ("chrono", 30), ("reveal", 20)]
    assert seconds[5:] == [("break", 180), ("wager", 30), ("cible", 40), ("reveal", 20)]
    evening = led(LIST).act("A", Proceed())
    note()
    evening.say(B="do", C="x")
    note()
    evening.act("A", Proceed())
    note()
    assert seconds[-3:] == [("list", 75), ("verdict", 60), ("commented", 120)]


def test_S26_a_round_is_skipped_with_its_question() -> None:
    evening = Evening(CHRONO, CIBLE).ready().say(A="Reims", B=None, C=None).ready().tell("B", "Reims")
    evening.command("skip_round")
    assert (evening.turn, evening.points, evening.public.round) == ("break ABC", "1 0 0", 1)
    assert evening.told == ["question_withdrawn", "standing", "round_coming"]
    assert evening.event("standing").skipped
    evening = led(CHRONO, CIBLE).act("A", Proceed()).say(B="Reims", C=None).act("A", Proceed())
    assert evening.act("A", SkipRound()).points == "0 1 0", "what is revealed stands"
    assert evening.why("A", SkipRound()) == "no_round_in_play"


def test_S26_a_round_whose_last_question_is_revealed_is_not_cut_short() -> None:
    evening = Evening({**CHRONO, "length": 1}, CIBLE).ready().say(A="Reims", B=None, C=None)
    assert not evening.command("skip_round").event("standing").skipped
    assert (evening.turn, evening.points) == ("break ABC", "1 0 0")


def test_S26_the_end_after_this_round() -> None:
    evening = Evening(CHRONO, CIBLE).ready().command("end_after_round").say(A="Reims", B=None, C=None)
    evening.ready().say(A=None, B=None, C=None).ready()
    assert (evening.turn, evening.position.winners) == ("over", ("A",))
    evening = led(CHRONO, DUELS).act("A", EndAfterRound())
    assert evening.why("A", EndAfterRound()) == "already_ending"


def test_S2_a_quizmaster_may_act_though_nobody_awaits_them() -> None:
    evening = led(CHRONO).act("A", Proceed())
    assert evening.turn == "answer BC"
    evening.act("A", Award("B", 2, "chanson"))
    assert evening.act("A", Proceed()).turn == "reveal A"
