"""A quizmaster moves chips from one seat to another, with a reason; none is made or lost (Z29, Z17)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.defizz.model import LastTurn, Transfer
from tests.engines.defizz.decks import chrono, deck, pingpong
from tests.engines.defizz.table import DUEL_100, GAME, MULTI_100, Table

CITIES = deck(chrono("Reims"))
WHY = "Bob l’avait dit avant"


def led(question_deck=CITIES, seats="MABC", **options):
    """M leads; A, B and C play, and A begins."""
    return Table(seats, question_deck, reader="master", **{"first": "A", **options})


def test_Z29_chips_go_from_one_to_another_and_all_are_told_why():
    table = led().act("M", Transfer("A", "B", 300, f" {WHY} "))
    assert (table.chips, table.turn) == ("0 16 22 19", "roll A")
    told = table.event("chips_moved")
    assert (told.giver, told.taker, told.chips, told.reason, told.by) == ("A", "B", 300, WHY, "M")
    assert told.audience is None
    assert "transfer" in GAME.legal_actions(table.state, "M").types


def test_Z29_it_may_be_done_until_the_choice_and_not_in_a_challenge():
    assert led().roll(DUEL_100).act("M", Transfer("A", "B", 1800, WHY)).chips == "0 1 37 19"
    for table in (
        led().roll(DUEL_100).choose(0, "B", 300),
        led().duel("B"),
        led().duel("B").answer("A", "Lyon", 1).answer("B", "Nice", 2),
    ):
        assert "transfer" not in GAME.legal_actions(table.state, "M").types
        assert table.refused("M", Transfer("A", "C", 100, WHY)) == ("illegal_action", "chips_wait")


def test_Z29_it_is_listed_where_somebody_has_chips_to_spare():
    table = led(enrichment=True)
    listed = GAME.legal_actions(table.state, "M")
    assert (listed.actions, listed.complete, listed.types) == ((LastTurn(),), True, ())
    table.roll(MULTI_100).choose(0).answer("A", "Reims", 1).pass_("B").pass_("C").judge(right=True)
    assert "transfer" in GAME.legal_actions(table.state, "M").types


@pytest.mark.parametrize(
    ("transfer", "why"),
    [
        (Transfer("A", "A", 100, WHY), "same_player"),
        (Transfer("A", "M", 100, WHY), "no_such_player"),
        (Transfer("M", "A", 100, WHY), "no_such_player"),
        (Transfer("nobody", "A", 100, WHY), "no_such_player"),
        (Transfer("A", "B", 1900, WHY), "chips_too_many"),
        (Transfer("A", "B", 150, WHY), "stake_not_in_hundreds"),
        (Transfer("A", "B", -100, WHY), "stake_not_in_hundreds"),
        (Transfer("A", "B", 0, WHY), "stake_not_in_hundreds"),
        (Transfer("A", "B", 100, "  "), "reason_missing"),
        (Transfer("A", "B", 100, "x" * 201), "reason_too_long"),
    ],
)
def test_Z29_what_is_refused_changes_nothing(transfer, why):
    assert led().refused("M", transfer) == ("illegal_action", why)


def test_Z29_only_the_quizmaster_moves_chips():
    assert led().refused("A", Transfer("B", "A", 100, WHY)) == ("illegal_action", "not_the_quizmaster")
    assert led().refused("B", Transfer("A", "B", 100, WHY)) == ("not_your_turn", "not_the_quizmaster")
    assert Table("ABC").refused("C", Transfer("A", "B", 100, WHY))[1] == "not_the_quizmaster"


def test_Z29_nobody_who_is_out_or_gone_gives_or_takes():
    table = led().given(chips=(0, 0, 3800, 1900), in_play=("B", "C"), out=("A",), active="B")
    assert table.refused("M", Transfer("B", "A", 100, WHY))[1] == "no_such_player"
    assert led().leave("C").refused("M", Transfer("C", "A", 100, WHY))[1] == "no_such_player"


def test_Z29_the_last_verdicts_stand_once_chips_were_moved():
    table = led(contest=True).duel("B").answer("A", "Lyon", 1).answer("B", "Reims", 2)
    table.judge(right=False).judge(right=True)
    assert table.public.turning is not None
    table.act("M", Transfer("B", "A", 200, WHY))
    assert (table.public.turning, table.chips) == (None, "0 20 18 19")


def test_Z29_a_list_that_was_held_back_is_told_then():
    table = led(deck(pingpong("do", "ré", "mi")), contest=True).duel("B").answer("A", "do")
    table.judge(right=True).answer("B", "zut").judge(right=False)
    assert table.public.last.held
    table.act("M", Transfer("A", "B", 200, WHY))
    assert table.told == ["answer_revealed", "chips_moved"]


def test_Z29_in_enrichment_too_and_the_bank_is_left_alone():
    table = led(enrichment=True).roll(MULTI_100).choose(0).answer("A", "Reims", 1)
    table.pass_("B").pass_("C").judge(right=True)
    bank = table.public.bank
    assert table.act("M", Transfer("A", "C", 400, WHY)).chips == "0 1 0 4"
    assert table.public.bank == bank
    assert table.refused("M", Transfer("B", "A", 100, WHY)) == ("illegal_action", "chips_too_many")


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_Z17_Z29_no_chip_is_made_or_lost_whatever_is_moved(data):
    """The table checks the sum after every step."""
    table = led()
    for _ in range(data.draw(st.integers(1, 8))):
        giver, taker = data.draw(st.permutations("ABC"))[:2]
        transfer = Transfer(giver, taker, 100 * data.draw(st.integers(1, 20)), WHY)
        if GAME.refusal(table.state, "M", transfer) is None:
            table.act("M", transfer)
    assert min(table.position.chips[1:]) >= 100
    table.act("M", LastTurn())
