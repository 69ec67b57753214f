"""A person judges, the bot's verdict beside (Z14)."""

from __future__ import annotations

from itertools import permutations

from engines.defizz.model import Answer, Judge
from tests.engines.defizz.decks import chrono, cible, deck, pingpong
from tests.engines.defizz.table import GAME, Table


def read_by_d(question):
    """A multi at the minimum of 100 for A, B and C; D reads."""
    return Table("ABCD", deck(question)).multi()


def test_Z14_each_ping_pong_answer_awaits_the_reader():
    table = read_by_d(pingpong("do", "ré", "mi", "fa")).answer("A", "dau")
    assert table.turn == "verdict D"
    assert (table.public.verdict.seat, table.public.verdict.text, table.public.verdict.bot) == (
        "A",
        "dau",
        False,
    )
    assert table.legal("D") == (Judge(right=True), Judge(right=False))
    assert table.refused("B", Answer("ré")) == ("not_your_turn", "not_your_turn")
    table.judge(right=True)
    assert (table.turn, table.public.verdict) == ("answer B", None)
    judged = table.event("judged")
    assert (judged.bot, judged.right, judged.by) == (False, True, "reader")


def test_Z14_the_log_keeps_both_verdicts():
    table = read_by_d(pingpong("do", "ré", "mi", "fa")).answer("A", "do").judge(right=False)
    (said,) = table.public.said
    assert (said.bot, said.right) == (True, False)
    assert table.public.waiting == ("B", "C")


def test_Z14_an_answer_accepted_against_the_bot_uses_up_none_of_the_list():
    table = read_by_d(pingpong("do", "ré", "mi")).answer("A", "dau").judge(right=True)
    for seat, text in (("B", "do"), ("C", "ré"), ("A", "mi")):
        assert table.turn == f"answer {seat}"
        table.answer(seat, text).judge(right=True)
    assert table.public.last.winner == "A", "now the list is through"


def test_Z14_an_answer_refused_against_the_bot_uses_up_none_either():
    table = read_by_d(pingpong("do", "ré", "mi", "fa")).answer("A", "do").judge(right=False)
    table.answer("B", "do")
    assert table.public.verdict.bot is True


def test_Z14_at_the_deadline_the_bots_verdict_stands():
    table = read_by_d(pingpong("do", "ré", "mi", "fa")).answer("A", "dau")
    assert GAME.deadline(table.state).seconds == 20
    table.timeout()
    assert table.event("judged").by == "deadline"
    assert table.public.waiting == ("B", "C")
    assert table.public.missed["D"] == 0, "that is no missed deadline"


def test_Z14_chrono_is_judged_after_the_answers_one_by_one_until_a_right_one():
    table = read_by_d(chrono("Reims")).answer("A", "Reims", 9).answer("B", "Lyon", 4)
    assert table.turn == "answer C"
    table.answer("C", "la ville des sacres", 6)
    assert [one.text for one in table.public.said] == ["Reims", "Lyon", "la ville des sacres"]
    assert (table.turn, table.public.verdict.seat) == ("verdict D", "B")
    table.judge(right=False)
    assert (table.turn, table.public.verdict.seat) == ("verdict D", "C")
    table.judge(right=True)
    assert table.public.last.winner == "C"
    assert [one.right for one in table.public.last.said] == [None, False, True]


def test_Z14_the_order_of_arrival_changes_no_verdict():
    answers = (("A", "Reims", 3), ("B", "Reims", 3), ("C", "Lyon", 2))
    seen = set()
    for order in permutations(answers):
        table = read_by_d(chrono("Reims"))
        for seat, text, at in order:
            table.answer(seat, text, at)
        asked = []
        while table.public.phase == "verdict":
            asked.append(table.public.verdict.seat)
            table.timeout()
        seen.add((tuple(asked), table.public.last.outcome))
    assert seen == {(("C", "A", "B"), "tie")}


def test_Z14_both_of_the_same_millisecond_are_judged():
    table = read_by_d(chrono("Reims")).answer("A", "Reims", 3).answer("B", "Reims", 3).pass_("C")
    table.judge(right=True)
    assert table.public.verdict.seat == "B"
    table.judge(right=False)
    assert table.public.last.winner == "A"


def test_Z14_a_chrono_of_silence_needs_no_verdict():
    table = read_by_d(chrono("Reims")).pass_("A").timeout()
    assert table.public.last.outcome == "nobody"


def test_Z14_settling_leads_to_the_verdicts():
    table = read_by_d(chrono("Reims")).answer("A", "Reims", 3).settle()
    assert table.turn == "verdict D"
    assert table.refused("B", Answer("Reims", 1))[0] == "not_your_turn"


def test_Z14_a_cible_needs_no_verdict():
    table = read_by_d(cible(100)).answer("A", "99").answer("B", "98").answer("C", "97")
    assert table.public.last.winner == "A"


def test_Z14_the_deadline_of_each_verdict_is_its_own():
    table = read_by_d(chrono("Reims")).answer("A", "Lyon", 1).answer("B", "Lyon", 2).pass_("C")
    first = GAME.deadline(table.state)
    table.judge(right=False)
    assert GAME.deadline(table.state).key != first.key
