"""Questions from their asking to their winner: Chrono, Cible, Ping-pong, Chance (Z9 to Z13)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.defizz.model import Answer, Name, Pass
from tests.engines.defizz.decks import chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import DUEL_100, GAME, MULTI_100, Table


def asked(question, seats="ABC", **options):
    """A multi at the minimum of 100, in which the bot reads and all take part."""
    return Table(seats, deck(question), **{"reader": "bot", **options}).multi()


def test_Z9_all_may_answer_at_once_and_nobody_hears_it():
    table = asked(chrono("Reims"))
    assert table.turn == "answer ABC"
    table.answer("B", "Lyon", 5)
    assert table.turn == "answer AC"
    assert [(one.seat, one.text, one.at) for one in table.public.said] == [("B", None, None)]
    assert table.own("B").answer == "Lyon"
    assert table.own("A").answer is None
    assert table.event("answered").text is None


def test_Z9_the_first_right_one_wins_whatever_came_in_first():
    answers = (("A", "Reims", 30), ("B", "Reims", 20), ("C", "Lyon", 10))
    for order in permutations(answers):
        table = asked(chrono("Reims"))
        for seat, text, at in order:
            table.answer(seat, text, at)
        assert table.public.last.winner == "B"
        assert table.chips == "18 21 18"


def test_Z9_one_proposal_a_seat():
    table = asked(chrono("Reims")).answer("A", "Lyon", 1)
    assert table.refused("A", Answer("Reims", 2)) == ("not_your_turn", "already_answered")
    assert table.refused("A", Pass()) == ("not_your_turn", "already_answered")


def test_Z9_it_settles_once_one_answer_counts_as_right():
    table = asked(chrono("Reims")).answer("A", "Lyon", 1)
    assert not GAME.awaits_settle(table.state)
    with pytest.raises(Refusal):
        GAME.system(table.state, "settle", ScriptedDraws())
    table.answer("B", "Reims", 2)
    assert GAME.awaits_settle(table.state)
    table.settle()
    assert table.public.last.winner == "B"
    assert table.turn == "roll B"


def test_Z9_at_the_deadline_the_answers_so_far_count():
    table = asked(chrono("Reims")).answer("C", "reims", 1).timeout()
    assert table.public.last.winner == "C"


def test_Z9_two_right_ones_in_the_same_millisecond_tie():
    table = asked(chrono("Reims")).answer("A", "Reims", 7).answer("B", "reims", 7).answer("C", "Reims", 8)
    assert table.public.last.outcome == "tie"
    assert (table.chips, table.turn) == ("19 19 19", "roll A")


def test_Z9_a_wrong_one_in_the_same_millisecond_does_not_tie():
    table = asked(chrono("Reims")).answer("A", "Lyon", 7).answer("B", "reims", 7).pass_("C")
    assert table.public.last.winner == "B"


def test_Z9_nobody_right_is_void():
    table = asked(chrono("Reims")).answer("A", "Lyon", 1).pass_("B").answer("C", "Paris", 2)
    assert table.public.last.outcome == "nobody"
    assert table.chips == "19 19 19"
    assert table.event("answer_revealed").answers == ("Reims",)


def test_Z9_a_snowflake_tells_the_millisecond():
    early, late, next_one = (
        GAME.stamp(Answer("Reims"), flake) for flake in (7 << 22, (7 << 22) + 9, 8 << 22)
    )
    assert (early.at, late.at, next_one.at) == (7, 7, 8)
    assert GAME.stamp(Pass(), 7 << 22) == Pass()


def test_Z9_an_answer_needs_its_moment():
    assert asked(chrono("Reims")).refused("A", Answer("Reims")) == ("bad_request", "missing")


def test_Z10_proposals_in_seat_order_and_the_nearest_wins():
    table = asked(cible(100), first="B")
    assert table.turn == "answer B"
    table.answer("B", "50").answer("C", "quatre-vingt-dix-neuf")
    assert [one.number for one in table.public.said] == ["50", "99"]
    assert table.turn == "answer A"
    table.answer("A", "102")
    assert table.public.last.winner == "C"
    assert table.public.last.number == 100


def test_Z10_exact_wins_at_once():
    table = asked(cible(100)).answer("A", "100")
    assert table.public.last.winner == "A"
    assert table.turn == "roll B"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cent mille milliards de", "not_a_number"),
        ("beaucoup", "not_a_number"),
        ("", "not_a_number"),
        ("nan", "not_a_number"),
        ("1e308", "not_a_number"),
        ("50", "number_repeated"),
        ("50,0", "number_repeated"),
        ("cinquante", "number_repeated"),
    ],
)
def test_Z10_no_number_and_no_number_twice(text, reason):
    table = asked(cible(100)).answer("A", "50")
    assert table.refused("B", Answer(text)) == ("illegal_action", reason)
    assert table.turn == "answer B"


def test_Z10_equally_near_is_a_tie():
    table = asked(cible(100)).answer("A", "99").answer("B", "101").answer("C", "3")
    assert table.public.last.outcome == "tie"
    assert table.turn == "roll A"


def test_Z10_nobody_proposes_is_void():
    table = asked(cible(100)).pass_("A").timeout().pass_("C")
    assert table.public.last.outcome == "nobody"


def test_Z10_the_only_proposal_wins():
    assert asked(cible(3.14)).pass_("A").answer("B", "1000000").pass_("C").public.last.winner == "B"


def test_Z10_decimals_are_exact():
    table = asked(cible(0.1)).answer("A", "0,3").answer("B", "0,1")
    assert table.public.last.winner == "B"


def test_Z11_one_answer_at_a_time_in_seat_order_until_one_is_left():
    table = asked(pingpong("un", "deux", "trois", "quatre", "cinq"))
    assert table.turn == "answer A"
    table.answer("A", "un").answer("B", "deux").answer("C", "douze")
    assert table.told == ["answered", "judged", "dropped_out"]
    assert table.turn == "answer A"
    table.answer("A", "trois").pass_("B")
    assert table.public.last.winner == "A"


def test_Z11_repeated_is_out():
    table = asked(pingpong("do|ut", "ré", "mi", "fa")).answer("A", "do").answer("B", "ut")
    assert table.public.waiting == ("C", "A")
    assert [one.right for one in table.public.said] == [True, False]


def test_Z11_missing_is_out():
    table = asked(pingpong("do", "ré", "mi", "fa")).answer("A", "do").timeout().timeout()
    assert table.public.last.winner == "A"


def test_Z11_the_last_one_in_must_still_give_one_if_nobody_did():
    table = asked(pingpong("do", "ré", "mi")).pass_("A").answer("B", "si bémol")
    assert table.turn == "answer C"
    assert table.answer("C", "mi").public.last.winner == "C"


def test_Z11_if_that_one_has_none_either_it_is_void():
    table = asked(pingpong("do", "ré", "mi")).pass_("A").pass_("B").answer("C", "zut")
    assert table.public.last.outcome == "nobody"
    assert (table.chips, table.turn) == ("19 19 19", "roll A")


def test_Z11_all_answers_found_the_last_right_one_wins():
    table = asked(pingpong("do", "ré", "mi", "fa"))
    table.answer("A", "do").answer("B", "ré").answer("C", "mi").answer("A", "fa")
    assert table.public.last.winner == "A"
    assert table.public.last.answers == ("do", "ré", "mi", "fa")


def test_Z12_highest_draws_a_die_each_those_tied_for_first_again():
    table = Table("ABC", deck(chance("highest")), reader="bot").roll(MULTI_100)
    table.choose(0, None, 100, 5, 5, 2, 1, 1, 3, 6)
    assert table.public.last.winner == "B"
    assert [event.drawn for event in table.events if event.type == "drew"] == [
        {"A": 5, "B": 5, "C": 2},
        {"A": 1, "B": 1},
        {"A": 3, "B": 6},
    ]


def test_Z12_lowest_and_coin():
    low = Table("ABC", deck(chance("lowest")), reader="bot", first="B").roll(MULTI_100)
    assert low.choose(0, None, 100, 4, 2, 3).public.last.winner == "C"
    coin = Table("ABC", deck(chance("coin")), reader="bot").roll(MULTI_100)
    # Tails for all, then heads for A and C, then heads for C.
    assert coin.choose(0, None, 100, 2, 2, 2, 1, 2, 1, 2, 1).public.last.winner == "C"


def test_Z12_chance_falls_in_the_request_that_asks_the_question():
    table = Table("ABC", deck(chance("highest")), reader="bot").roll(DUEL_100).choose(0, "B", 300)
    assert table.accept("B", 1, 2).public.last.winner == "B"


def test_Z12_nearest_to_a_drawn_number():
    table = asked(chance("nearest", max=20))
    assert (table.public.resolver, table.public.max, table.turn) == ("nearest", 20, "answer A")
    table.answer("A", "10")
    for text in ("0", "21", "3,5", "-1"):
        assert table.refused("B", Answer(text)) == ("illegal_action", "number_out_of_bounds")
    assert table.refused("B", Answer("dix")) == ("illegal_action", "number_repeated")
    table.answer("B", "20").answer("C", "4", 0, 7, 15, 13)
    # 7 lies between 4 and 10, 15 between 10 and 20; 13 is nearest to 10.
    assert [event.number for event in table.events if event.type == "number_drawn"] == [7, 15, 13]
    assert table.public.last.winner == "A"


def test_Z12_nearest_without_a_proposal_is_void_and_draws_nothing():
    table = asked(chance("nearest", max=20)).pass_("A").pass_("B").pass_("C")
    assert table.public.last.outcome == "nobody"


def test_Z12_the_reader_names_the_winner():
    table = Table("ABCD", deck(chance("reader"))).multi()
    assert table.turn == "answer D"
    assert table.legal("D") == (Name("A"), Name("B"), Name("C"))
    assert table.refused("D", Name("D")) == ("illegal_action", "takes_no_part")
    assert table.refused("D", Pass()) == ("illegal_action", "not_now")
    assert table.refused("A", Answer("moi")) == ("not_your_turn", "not_your_turn")
    last = table.name("C").public.last
    assert (last.winner, last.by_lot) == ("C", False)


def test_Z12_a_reader_who_names_nobody_in_time_is_void():
    table = Table("ABCD", deck(chance("reader"))).multi().timeout()
    assert (table.public.last.outcome, table.chips) == ("nobody", "19 19 19 19")
    assert table.public.missed["D"] == 1


def test_Z12_the_bot_names_by_a_draw():
    table = Table("ABC", deck(chance("reader")), reader="bot", first="B").roll(MULTI_100)
    last = table.choose(0, None, 100, 3).public.last
    assert (last.winner, last.by_lot) == ("A", True)


def test_Z13_after_a_void_the_same_seat_rolls_and_the_same_reader_reads():
    table = Table("ABCD").roll(MULTI_100).choose(1, None, 500).refuse("B").accept("C")
    assert table.chips == "14 18 14 19"
    table.pass_("A").pass_("C")
    assert table.chips == "19 19 19 19", "the stake of the refusing seat, too"
    assert (table.turn, table.public.reader, table.public.round) == ("roll A", "D", 1)
    assert table.event("round_started").again
    table.roll(MULTI_100)
    assert table.position.card == "m2", "another card"


@settings(max_examples=80, deadline=None)
@given(
    answers=st.lists(
        st.tuples(st.sampled_from(["Reims", "Lyon", None]), st.integers(0, 3)), min_size=4, max_size=4
    ),
    order=st.permutations(range(4)),
    reader=st.sampled_from(["seat", "bot"]),
)
def test_Z9_the_order_of_arrival_never_changes_the_winner(answers, order, reader):
    def outcome(arrivals):
        table = Table("ABCDE" if reader == "seat" else "ABCD", deck(chrono("Reims")), reader=reader).multi()
        for place in arrivals:
            text, at = answers[place]
            if text is None:
                table.pass_("ABCD"[place])
            else:
                table.answer("ABCD"[place], text, at)
        while table.public.phase == "verdict":
            table.timeout()
        return table.public.last.outcome, table.public.last.winner, table.position.chips

    assert outcome(order) == outcome(range(4))
