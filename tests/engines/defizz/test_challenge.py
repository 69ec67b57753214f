"""From the choice to the pot: help, stakes, raises, who is short (Z3 to Z8)."""

from __future__ import annotations

import pytest

from engines.defizz.model import Accept, Choose, Help, Refuse
from tests.engines.defizz.table import DUEL_100, DUEL_200, DUEL_300, MULTI_100, MULTI_200, Table


def test_Z3_help_shows_the_card_to_the_active_seat_alone_without_answers():
    table = Table("ABC").roll(DUEL_100).help()
    own = table.own("A")
    assert [question.mode for question in own.card] == ["chrono", "cible", "pingpong"]
    assert all(question.answers is None and question.number is None for question in own.card)
    assert (table.own("B").card, table.own("C").card, table.public.card) == (None, None, None)
    assert table.public.help_left == {"A": False, "B": True, "C": True}
    assert table.turn == "choose A"


def test_Z3_help_is_once_a_game_and_before_the_choice():
    table = Table("ABC", reader="bot").roll(DUEL_100).help()
    assert table.refused("A", Help()) == ("illegal_action", "no_help")
    table.choose(0, "B", 100)
    assert table.refused("A", Help()) == ("illegal_action", "not_now")
    table.pass_("A").pass_("B")
    assert table.public.active == "A"
    assert table.roll(DUEL_100).refused("A", Help()) == ("illegal_action", "no_help")
    assert table.own("A").card is None, "another card"


def test_Z4_every_stake_from_the_minimum_to_the_own_chips():
    table = Table("ABCD").roll(DUEL_200)
    stakes = {action.stake for action in table.legal("A") if isinstance(action, Choose)}
    assert stakes == set(range(200, 2000, 100))
    assert {action.opponent for action in table.legal("A") if isinstance(action, Choose)} == {"B", "C"}
    assert {action.question for action in table.legal("A") if isinstance(action, Choose)} == {0, 1, 2}


def test_Z4_who_has_less_than_the_minimum_names_it_and_goes_all_in():
    table = Table("ABCD").with_chips(1, 19, 19, 19).roll(DUEL_300)
    assert {action.stake for action in table.legal("A") if isinstance(action, Choose)} == {300}
    table.choose(0, "B", 300)
    assert (table.public.stake, table.public.pot, table.chips) == (100, 200, "0 18 19 19")
    assert table.public.in_play == ("A", "B", "C", "D"), "nobody is out before the end (Z15)"


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (Choose(0, "B", 100), "stake_below_minimum"),
        (Choose(0, "B", 0), "stake_below_minimum"),
        (Choose(0, "B", -200), "stake_below_minimum"),
        (Choose(0, "B", 250), "stake_not_in_hundreds"),
        (Choose(0, "B", 2000), "stake_above_chips"),
        (Choose(0, "B", 10**308), "stake_above_chips"),
        (Choose(0, "B"), "stake_missing"),
        (Choose(0, None, 200), "opponent_missing"),
        (Choose(0, "A", 200), "opponent_is_oneself"),
        (Choose(0, "D", 200), "opponent_reads"),
        (Choose(0, "Z", 200), "opponent_not_in_play"),
        (Choose(None, "B", 200), "question_missing"),
        (Choose(3, "B", 200), "no_such_question"),
        (Choose(-1, "B", 200), "no_such_question"),
    ],
)
def test_Z4_what_may_not_be_chosen(choice, reason):
    assert Table("ABCD").roll(DUEL_200).refused("A", choice) == ("illegal_action", reason)


def test_Z4_a_multi_has_no_opponent():
    table = Table("ABCD").roll(MULTI_100)
    assert table.refused("A", Choose(0, "B", 100)) == ("illegal_action", "no_opponent_in_multi")


def test_Z5_at_the_minimum_both_pay_and_the_question_is_asked():
    table = Table("ABCD").roll(DUEL_200).choose(1, "C", 200)
    assert (table.chips, table.public.pot, table.public.participants) == ("17 19 17 19", 400, ("A", "C"))
    assert table.public.question.mode == "cible"
    assert table.turn == "answer A"


def test_Z5_a_raise_waits_for_the_opponent_and_costs_nothing_yet():
    table = Table("ABCD").roll(DUEL_200).choose(1, "C", 500)
    assert (table.chips, table.public.pot) == ("19 19 19 19", 0)
    assert (table.public.stake, table.public.participants) == (500, ("A",))
    assert (table.turn, table.public.question) == ("raise C", None)
    assert table.legal("C") == (Accept(), Refuse())
    assert table.refused("B", Accept()) == ("not_your_turn", "not_your_turn")


def test_Z5_who_accepts_pays_the_raise():
    table = Table("ABCD").roll(DUEL_200).choose(1, "C", 500).accept("C")
    assert (table.chips, table.public.pot) == ("14 19 14 19", 1000)
    assert table.turn == "answer A"


def test_Z5_who_refuses_gives_the_minimum_and_no_question_is_asked():
    table = Table("ABCD").roll(DUEL_200).choose(1, "C", 500).refuse("C")
    assert table.chips == "21 19 17 19"
    assert "question_asked" not in table.told
    assert table.public.last.outcome == "refused"
    assert table.public.last.question is None
    assert table.turn == "roll B"


def test_Z6_at_the_minimum_all_but_the_reader_pay():
    table = Table("ABCD").multi(die=MULTI_200)
    assert (table.chips, table.public.pot, table.public.participants) == ("17 17 17 19", 600, ("A", "B", "C"))


def test_Z6_a_raise_is_answered_in_seat_order_refusing_costs_at_once():
    table = Table("ABCDE", first="C").roll(MULTI_100).choose(0, None, 400)
    assert (table.turn, table.public.waiting) == ("raise D", ("D", "E", "A"))
    table.refuse("D")
    assert (table.chips, table.public.pot, table.turn) == ("19 19 19 18 19", 100, "raise E")
    table.accept("E")
    assert (table.chips, table.public.participants, table.turn) == ("19 19 19 18 19", ("C", "E"), "raise A")
    table.refuse("A")
    assert (table.chips, table.public.pot) == ("18 19 15 18 15", 1000)
    assert (table.public.participants, table.public.refused) == (("C", "E"), ("D", "A"))
    assert table.turn == "answer C"


def test_Z6_if_none_accepts_the_active_seat_takes_the_minimums():
    table = Table("ABCD").roll(MULTI_200).choose(0, None, 1900).refuse("B").refuse("C")
    assert table.chips == "23 17 17 19"
    assert table.turn == "roll B"


def test_Z7_all_who_take_part_stake_what_the_poorest_has():
    table = Table("ABCD").with_chips(19, 2, 19, 19).roll(MULTI_100).choose(0, None, 800)
    table.accept("B").accept("C")
    assert (table.public.stake, table.chips, table.public.pot) == (200, "17 0 17 19", 600)
    assert table.event("staked").announced == 800


def test_Z7_the_minimum_too_is_what_the_poorest_has():
    table = Table("ABCD").with_chips(19, 1, 19, 19).roll(MULTI_200).choose(0, None, 200)
    assert (table.public.stake, table.chips, table.public.pot) == (100, "18 0 18 19", 300)


def test_Z7_who_refuses_pays_the_minimum_even_where_the_others_align_on_less():
    table = Table("ABCD").with_chips(19, 1, 19, 19).roll(MULTI_200).choose(0, None, 300)
    table.accept("B").refuse("C")
    assert (table.public.stake, table.chips, table.public.pot) == (100, "18 0 17 19", 400)


def test_Z7_who_refuses_with_less_than_the_minimum_pays_all():
    table = Table("ABCD").with_chips(19, 1, 19, 19).roll(DUEL_300).choose(0, "B", 400).refuse("B")
    assert table.chips == "20 0 19 19"
    assert table.public.out == ("B",)


def test_Z8_the_pot_goes_to_the_winner():
    table = Table("ABCD", reader="bot").multi(question=1)
    assert (table.chips, table.public.pot) == ("18 18 18 18", 400)
    table.answer("A", "poire", 1).answer("B", "pomme", 3).answer("C", "pomme", 2).pass_("D")
    assert table.chips == "18 18 22 18"
    assert table.public.last.winner == "C"
    assert table.public.last.answers == ("pomme",)
