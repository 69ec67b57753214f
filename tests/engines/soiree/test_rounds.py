"""The course of an evening: ready, question, verdict, reveal, the end (S2, S6-S10, S17, S21-S26), counts."""

from functools import partial

import pytest

from engines.core.clicks import order_of, tick_of
from engines.core.draws import ScriptedDraws
from engines.defizz.deck import mark_of
from engines.soiree.model import Award, EndAfterRound, Forgo, Proceed, Ready, Rule, SkipRound, Tell
from tests.engines.soiree.table import CHRONO, CIBLE, DUELS, GAME, LIST, Evening

ONE = {**CHRONO, "length": 1}
SPEEDY = {**CHRONO, "speed": True}
ASKED, NUMBERS, LISTED = (partial(Evening, kind) for kind in (CHRONO, CIBLE, LIST))
LED = partial(Evening, CHRONO, quizmaster="A")
TIED = "ready, A Reims, B Reims, C Rennes, ready"
"""A and B are first after the one question."""
MULTI = "A multi 0, A: Rennes, C: Reims, B: Reims"


@pytest.mark.parametrize(
    ("start", "script", "seen"),
    [
        (ASKED, "", "break ABC; 0 0 0"),  # S6: a round begins when all teams are ready
        (ASKED, "ready B", "break AC; 0 0 0"),
        (ASKED, "ready B, ready AC", "answer ABC; 0 0 0"),
        (ASKED, "time", "answer ABC; 0 0 0"),  # or at the deadline, or by the host
        (ASKED, "!proceed", "answer ABC; 0 0 0"),
        (LED, "", "break A; 0 0 0"),  # a quizmaster is awaited alone
        (LED, "go on", "answer BC; 0 0 0"),
        (LED, "time", "answer BC; 0 0 0"),
        (LED, "go on, C Reims", "answer B; 0 0 0"),  # S7
        (ASKED, "ready, A Reims, B -, C -", "reveal ABC; 1 0 0"),
        (ASKED, "ready, A Reims, time", "reveal ABC; 1 0 0"),
        (ASKED, "ready, A Reims, !proceed", "reveal ABC; 1 0 0"),
        (LED, "go on, B Rennes, C Reims", "verdict A; 0 0 0"),  # S9: a quizmaster rules before they are final
        (LED, "go on, B Rennes, C Reims, rules B 1, rules C 0, go on", "reveal A; 0 1 0"),
        (LED, "go on, B Rennes, C reims, time", "reveal A; 0 0 1"),  # else the bot's verdicts stand
        (
            partial(Evening, CIBLE, quizmaster="A"),
            "go on, B -, C 300",
            "reveal A; 0 0 3",
        ),  # numbers need no ruling
        (partial(Evening, LIST, quizmaster="A"), "go on, B -, C -", "reveal A; 0 0 0"),  # nor does silence
        (partial(Evening, SPEEDY, quizmaster="A"), "go on, B Rennes, C Reims, go on", "reveal A; 0 0 3"),
        # S10: a ruling after the reveal counts the points anew
        (
            partial(Evening, SPEEDY, quizmaster="A"),
            "go on, B Rennes, C Reims, go on, rules B 1",
            "reveal A; 0 3 2",
        ),
        (ASKED, "ready, A Reims, B -, C -, !withdraw", "answer ABC; 0 0 0"),  # S17: another one is asked
        (
            partial(Evening, CHRONO, CIBLE),
            "ready, A Reims, B -, C -, ready, B Reims, !skip_round",
            "break ABC; 1 0 0",
        ),
        (partial(Evening, ONE, CIBLE), "ready, A Reims, B -, C -, !skip_round", "break ABC; 1 0 0"),  # S26
        (
            *(
                partial(Evening, CHRONO, CIBLE),
                "ready, !end_after_round, A Reims, B -, C -, ready, A -, B -, C -, ready",
            ),
            "over A; 1 0 0",
        ),
        (partial(Evening, ONE), TIED, "answer AB; 1 1 0"),  # S21: a Cible is asked of those who are first
        (partial(Evening, ONE), f"{TIED}, A 300, B 310", "over B; 1 1 0"),
        (partial(Evening, ONE), f"{TIED}, A 300, B 300", "reveal ABC; 1 1 0"),  # and another one
        (partial(Evening, ONE), f"{TIED}, A 300, B 300, ready", "answer AB; 1 1 0"),
        (  # three at most: then it is shared
            *(partial(Evening, ONE), f"{TIED}, A 300, B 300, ready, A 300, B 300, ready, time, ready"),
            "over AB; 1 1 0",
        ),
        (partial(Evening, ONE), f"{TIED}, A leaves", "over B; 1 1 0"),
        (  # without a Cible left the victory is shared
            *(partial(Evening, {**CIBLE, "length": 10}), f"ready{', time, time' * 10}"),
            "over ABC; 0 0 0",
        ),
        (ASKED, "ready, A Reims, B Reims, A leaves", "answer C; 0 0 0"),  # S23: a leaver is no longer awaited
        (
            partial(Evening, CHRONO, seats="ABCD"),
            "ready, A Reims, B Reims, C -, D leaves",
            "reveal ABC; 1 1 0 0",
        ),
        (ASKED, "ready, A leaves, B leaves", "over C; 0 0 0"),
        (ASKED, "ready AB, C leaves", "answer AB; 0 0 0"),
        (LED, "go on, B Reims, C Rennes, A leaves", "reveal BC; 0 1 0"),  # the bot goes on for a quizmaster
        (LED, "!replace_quizmaster", "break BC; 0 0 0"),
        (LED, "B leaves", "over C; 0 0 0"),
    ],
)
def test_S6_S7_S9_S10_S17_S21_S23_S26_the_course_of_an_evening(start, script, seen):
    assert start().play(script).seen == seen


@pytest.mark.parametrize(
    ("start", "script", "seat", "action", "why"),
    [
        (ASKED, "ready B", "B", Ready(), "already_ready"),
        (LED, "", "B", Ready(), "quizmaster_goes_on"),
        (LED, "go on, C Reims", "C", Tell("Rennes", 9), "already_answered"),
        (LED, "go on, C Reims", "A", Forgo(), "leads"),
        (LED, "go on, B Rennes, C Reims, rules B 1", "A", Rule("B", 1), "same_ruling"),
        (LED, "go on, B Rennes, C Reims, rules B 1", "A", Rule("B", 2), "same_ruling"),
        (LED, "go on, B Rennes, C Reims", "A", Rule("A", 1), "nothing_to_rule"),
        (LED, "go on, B Rennes, C Reims, go on, go on", "A", Rule("C", 0), "nothing_to_rule"),
        (partial(Evening, ONE), TIED, "C", Tell("7", 1), "not_in_the_tie"),
    ],
)
def test_S6_S7_S9_S10_S21_what_is_refused_says_why(start, script, seat, action, why):
    assert start().play(script).why(seat, action) == why


@pytest.mark.parametrize(
    ("start", "script", "told"),
    [
        (ASKED, "ready", "team_ready round_began question_posed"),
        (LED, "go on, C Reims", "told"),
        (ASKED, "ready, A Reims, time", "forwent forwent answer_told"),
        (LED, "go on, B Rennes, C Reims, go on, rules B 1", "ruled answer_told"),
        (ASKED, "ready, A Reims, B -, C -, !withdraw", "question_withdrawn question_posed"),
        (  # S17: without a card the round ends
            *(partial(Evening, {**CHRONO, "length": 9}), f"ready{', !withdraw' * 9}"),
            "question_withdrawn cards_ran_out standing tied question_posed",
        ),
        (
            *(partial(Evening, CHRONO, CIBLE), "ready, A Reims, B -, C -, ready, B Reims, !skip_round"),
            "question_withdrawn standing round_coming",
        ),
    ],
)
def test_S6_S7_S10_S17_S26_what_is_told_of_it(start, script, told):
    assert start().play(script).told == told.split()


def test_S7_answers_are_secret_but_for_a_quizmaster() -> None:
    evening = LED().play("go on, C Reims")
    assert (evening.public.answered, evening.own("C").answer) == (("C",), "Reims")
    for seen in (evening.own("B"), evening.public):
        assert seen.answer is seen.said is seen.solution is None
    seen = evening.own("A")
    assert [(one.seat, one.text, one.bot) for one in seen.said] == [("C", "Reims", 1)]
    assert seen.solution.answers == (("Reims",),)


def test_S8_the_moment_of_the_click_counts() -> None:
    order = order_of(1_700_000_000_123)
    assert GAME.stamp(Tell("Reims"), order).at == tick_of(order)
    assert GAME.stamp(Ready(), order) == Ready()
    evening = Evening(SPEEDY).ready().tell("A", "Reims", 30).tell("B", "Reims", 10).tell("C", "Reims", 20)
    assert evening.points == "1 3 2"
    assert [one.seat for one in evening.event("answer_told").said] == ["B", "C", "A"]
    deadline = ASKED().ready().deadline
    assert (deadline.race, deadline.always) == (True, True)


def test_S9_S10_rulings_are_kept_beside_the_bots_verdicts_and_told_once_they_are_final() -> None:
    evening = LED().play("go on, B Rennes, C Reims, rules B 1")
    assert evening.event("ruled").audience == ("A",)
    said = evening.play("rules C 0, go on").event("answer_told").said
    assert [(one.bot, one.right) for one in said] == [(0, 1), (1, 0)]
    late = LED().play("go on, B Rennes, C Reims, go on, rules B 1")
    assert (late.event("ruled").audience, late.event("answer_told").again) == (None, True)


def test_S9_the_bots_verdict_is_kept_with_an_answer() -> None:
    evening = ASKED().ready()
    verdict = GAME.decide(evening.state, "A", Tell("Reims", 3)).verdict
    assert verdict.right == 1
    assert evening.act("A", Tell("", 3, verdict)).position.said[0].right == 1


def test_S10_the_answer_and_who_had_what_are_told() -> None:
    evening = NUMBERS().ready().say(A="300", B=None, C="312 mètres")
    told = evening.event("answer_told")
    assert (told.solution.number, told.solution.unit) == (312, "mètre")
    assert [(one.seat, one.text, one.number, one.points) for one in told.said] == [
        *(("A", "300", "300", 0), ("C", "312 mètres", "312", 3), ("B", None, None, 0)),
    ]
    assert evening.public.last.said == told.said


def test_S17_S26_what_is_withdrawn_or_skipped_uses_its_card_and_stands_for_nothing() -> None:
    assert ASKED().play("ready, A Reims, B -, C -, !withdraw").public.number == 1
    assert LED().play("go on, B Reims").command("withdraw").position.used == ("d1", "d2")
    skipped = Evening(CHRONO, CIBLE).play("ready, A Reims, B -, C -, ready, B Reims, !skip_round")
    assert (skipped.public.round, skipped.event("standing").skipped) == (1, True)
    whole = Evening(ONE, CIBLE).play("ready, A Reims, B -, C -, !skip_round")
    assert not whole.event("standing").skipped
    evening = Evening(CHRONO, CIBLE, quizmaster="A").play("go on, B Reims, C -, go on").act("A", SkipRound())
    assert evening.points == "0 1 0", "what is revealed stands"
    assert evening.why("A", SkipRound()) == "no_round_in_play"
    ending = Evening(CHRONO, DUELS, quizmaster="A").act("A", EndAfterRound())
    assert ending.why("A", EndAfterRound()) == "already_ending"


def clock(evening: Evening) -> str:
    deadline = evening.deadline
    assert deadline.counted == (evening.position.phase == "answer"), "only answers run out in a bar"
    return f"{deadline.kind} {deadline.seconds}"


def test_S25_deadlines() -> None:
    evening, seconds = Evening(CHRONO, {**CIBLE, "stakes": True}, LIST), []
    for _ in range(9):
        seconds.append(clock(evening))
        evening.timeout()
    question = ["chrono 30", "reveal 20"]
    assert seconds == ["break 180", *question, *question, "break 180", "wager 30", "cible 40", "reveal 20"]
    evening = Evening(LIST, quizmaster="A").play("go on")
    spoken = [clock(evening), clock(evening.play("B do, C x")), clock(evening.play("go on"))]
    assert spoken == ["list 75", "verdict 60", "commented 120"]


def test_S2_a_quizmaster_may_act_though_nobody_awaits_them() -> None:
    evening = LED().play("go on").act("A", Award("B", 2, "chanson"))
    assert evening.act("A", Proceed()).turn == "reveal A"


@pytest.mark.parametrize(
    ("start", "script", "order"),
    [
        (partial(Evening, ONE), f"{TIED}, A 300, B 310", "1B 2A 3C"),
        (
            partial(Evening, CHRONO, seats="ABCD"),
            "ready, A Reims, B Reims, C -, D Reims, D leaves",
            "1AB 3C 4D",
        ),
        (
            partial(Evening, CHRONO, seats="ABCD"),
            "ready, A -, B Reims, C -, D Reims, D leaves, B leaves",
            "1AC 3B 4D",
        ),
    ],
)
def test_S21_S22_places_by_points_and_leavers_last(start, script, order) -> None:
    assert start().play(script).order == order


def test_S21_S23_what_is_told_of_a_tie_and_of_who_takes_over() -> None:
    evening = Evening(ONE).play(TIED)
    assert (evening.told[-2:], evening.public.tied) == (["tied", "question_posed"], ("A", "B"))
    replaced = LED().play("go on, B Reims, C Rennes, A leaves")
    assert (replaced.told[0], replaced.public.quizmaster) == ("quizmaster_replaced", "bot")
    left = ASKED().play("ready, A Reims, B Reims, A leaves")
    assert [reply.seat for reply in left.position.said] == ["B"], "a leaver's answer does not count"


def test_S24_nobody_is_put_out_for_being_silent() -> None:
    evening, steps = Evening({**CHRONO, "length": 4}, CIBLE), 0
    while evening.position.phase != "over":
        step = GAME.expire(evening.state, ScriptedDraws((1,) * 9))
        evening.state, steps = step.state, steps + 1
        assert (evening.position.gone, set(evening.position.missed)) == ((), {0})
    assert evening.position.winners == ("A", "B", "C")
    assert steps < 30


@pytest.mark.parametrize(
    ("start", "script", "counts"),
    [
        (ASKED, "ready, A Rennes, B Reims", []),  # a question is counted when it is revealed
        (ASKED, "ready, A Rennes, B Reims, C -", [(1, 1, 0)]),
        (ASKED, "ready, A Rennes, B -, C Lyon", [(1, 0, 0)]),
        (NUMBERS, "ready, A 300, B 311, C -", [(1, 0, 0)]),  # what counts as solved
        (NUMBERS, "ready, A 300, B 312, C -", [(1, 1, 0)]),
        (LISTED, "ready, A do; ré; zut, B -, C -", [(1, 1, 0)]),
        (LISTED, "ready, A zut, B -, C -", [(1, 0, 0)]),
        (LED, "go on, B Rennes, C -, rules B 1", []),  # S9: a ruling against the bot
        (LED, "go on, B Rennes, C -, rules B 1, go on", [(1, 1, 1)]),
        (LED, "go on, B Rennes, C -, go on", [(1, 0, 0)]),  # S10: then ruled right, and back
        (LED, "go on, B Rennes, C -, go on, rules B 1", [(1, 1, 1)]),
        (LED, "go on, B Rennes, C -, go on, rules B 1, rules B 0", [(1, 0, 0)]),
        (LED, "go on, !withdraw", []),  # S17: what is withdrawn is not counted
        (LED, "go on, !withdraw, B Reims, C -, go on", [(1, 1, 0)]),
        (LED, "go on, !withdraw, B Reims, C -, go on, !withdraw", [(0, 0, 0)]),
        (partial(Evening, {**DUELS, "length": 2}, CHRONO), f"ready, {MULTI}", [(1, 1, 0)]),  # S18: défis
        (partial(Evening, DUELS, CHRONO), f"ready, {MULTI}", [(1, 1, 0)]),
        (
            partial(Evening, DUELS, CHRONO),
            f"ready, {MULTI}, ready",
            [(1, 1, 0)],
        ),  # once the round is closed, too
        (partial(Evening, DUELS), f"ready, {MULTI}, ready", [(1, 1, 0)]),
        (
            partial(Evening, ONE),
            "ready, A Reims, B Reims, C -, ready, A 312, B 3",
            [(1, 1, 0), (1, 1, 0)],
        ),  # S21
    ],
)
def test_S9_S10_S17_S18_S21_what_is_counted_of_a_question(start, script, counts) -> None:
    assert start().play(script).counts == counts


def test_a_question_is_counted_by_its_mark() -> None:
    evening = ASKED().play("ready, A Rennes, B Reims, C -")
    (counted,) = evening.asked
    asked = evening.position.last.asked
    assert counted.mark == mark_of(evening.state.setup.deck.card(asked.card).questions[asked.question])
