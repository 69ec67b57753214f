"""A quizmaster, the first seat, reads and judges all game long and does not play (Z27)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.defizz.ballots import Contest
from engines.defizz.model import Accept, Answer, Choose, Judge, LastTurn, Roll, TakeBack
from tests.engines.defizz.decks import MIXED, chance, chrono, deck, pingpong
from tests.engines.defizz.playing import play_out
from tests.engines.defizz.table import DUEL_100, GAME, MULTI_100, Table

CITIES = deck(chrono("Reims", "la cité des sacres"))


def led(question_deck=CITIES, seats="MABC", **options):
    """M leads; A, B and C play, and A begins."""
    return Table(seats, question_deck, reader="master", **{"first": "A", **options})


def test_Z27_the_first_seat_reads_every_turn_and_has_no_chips():
    table = led()
    assert (table.public.master, table.public.reader, table.public.in_play) == ("M", "M", ("A", "B", "C"))
    assert (table.chips, table.turn) == ("0 19 19 19", "roll A")
    for active in "ABCA":
        assert (table.public.active, table.public.reader) == (active, "M")
        table.multi().answer("A", "Reims", 1).pass_("B").pass_("C")
        table.judge(right=True)
    assert table.position.help_left[0] is False


def test_Z27_two_players_are_enough_and_it_is_never_challenged():
    table = led(seats="MAB").roll(DUEL_100)
    assert table.public.opponents == ("B",)
    assert table.refused("A", Choose(0, "M", 200)) == ("illegal_action", "opponent_reads")
    assert table.public.die.minimum == 200, "with two in play the minimums double"
    assert GAME.least_seats({"reader": "master"}) == 3
    with pytest.raises(Refusal):
        Table("MA", reader="master", first="A")


def test_Z27_it_is_drawn_among_those_who_play_who_begins():
    setup = GAME.setup(["M", "A", "B"], {"reader": "master", "shuffle": False})
    assert GAME.start(setup, ScriptedDraws((1,))).state.position.active == "A"
    assert GAME.start(setup, ScriptedDraws((2,))).state.position.active == "B"
    with pytest.raises(Refusal) as caught:
        GAME.setup(["M", "A", "B"], {"reader": "master", "first": "M"})
    assert caught.value.code == "bad_options"


def test_Z27_it_alone_sees_the_card_from_the_choice_on():
    table = led().roll(DUEL_100)
    assert table.own("M").card is None
    table.choose(0, "B", 100)
    assert table.own("M").card[0].answers == (("Reims", "la cité des sacres"),)
    assert all(table.own(seat).card is None for seat in "ABC")


def test_Z27_it_judges_and_names_but_never_plays():
    table = led().duel("B").answer("A", "Lyon", 1).answer("B", "Reims", 2)
    assert table.legal("M") == (Judge(right=True), Judge(right=False), TakeBack(), LastTurn())
    assert table.refused("M", Answer("Reims", 3)) == ("illegal_action", "not_now")
    table.judge(right=False).judge(right=True)
    assert table.chips == "0 18 20 19"
    assert table.refused("M", Roll()) == ("not_your_turn", "leads")
    table = led(deck(chance("reader"))).multi()
    assert table.turn == "answer M"
    assert table.name("C").public.last.winner == "C"


def test_Z27_it_turns_its_verdicts_at_once():
    table = led(contest=True).duel("B").answer("A", "Lyon", 1).answer("B", "Reims", 2)
    table.judge(right=False).judge(right=True).contest("M", "A")
    assert table.public.last.winner == "A"
    assert table.refused("B", Contest("A")) == ("not_your_turn", "not_the_reader")


def test_Z27_among_experts_it_chooses_every_question():
    table = led(expert=True).roll(MULTI_100)
    assert table.turn == "ask M"
    assert table.ask(1).turn == "choose A"


def test_Z27_when_it_leaves_the_bot_reads_for_the_rest_of_the_game():
    table = led(deck(pingpong())).multi().leave("M")
    assert (table.public.reader, table.turn) == ("bot", "answer A")
    table.pass_("A").pass_("B").answer("C", "do")
    assert (table.public.last.winner, table.public.reader) == ("C", "bot")
    assert (table.chips, table.public.lost) == ("0 18 18 21", 0)


def test_Z27_it_has_no_place_and_the_last_of_the_others_wins():
    table = led(seats="MAB").leave("A")
    assert (table.public.winners, table.turn) == (("B",), "over")
    assert [place.seats for place in GAME.places(table.state)] == [("B",), ("A",)]


def test_Z27_the_places_of_the_others_are_counted_without_it():
    table = led().leave("C").leave("B")
    assert [(place.number, place.seats) for place in GAME.places(table.state)] == [
        (1, ("A",)),
        (2, ("B",)),
        (3, ("C",)),
    ]
    table = led(seats="MABC", contest=True).leave("C")
    assert [place.number for place in GAME.places(table.state)] == [1, 3]


def test_Z27_in_enrichment_the_rest_of_the_bank_is_never_its_own():
    table = led(seats="MAB", enrichment=True, bank=800).roll(MULTI_100).choose(0)
    table.answer("A", "Reims", 1).pass_("B").judge(right=True)
    assert (table.chips, table.public.bank) == ("0 5 3", 0)


def test_Z27_it_may_act_though_nobody_awaits_it_and_nobody_else_may():
    table = led().roll(DUEL_100)
    assert (table.turn, table.legal("M")) == ("choose A", (TakeBack(), LastTurn()))
    assert table.refused("A", TakeBack()) == ("illegal_action", "not_the_quizmaster")
    assert table.refused("B", LastTurn()) == ("not_your_turn", "not_the_quizmaster")
    assert Table("ABC", CITIES).refused("C", LastTurn()) == ("not_your_turn", "not_the_quizmaster")


def test_Z27_it_takes_a_card_back_at_any_moment_and_another_one_is_turned():
    for table in (
        led(MIXED).roll(DUEL_100),
        led(MIXED).roll(DUEL_100).choose(0, "B", 300),
        led(MIXED).duel("B").answer("A", "Lyon", 1),
    ):
        card = table.position.card
        table.act("M", TakeBack())
        assert (table.chips, table.turn) == ("0 19 19 19", "roll A")
        assert table.event("stakes_returned").outcome == "voided"
        assert table.refused("M", TakeBack()) == ("illegal_action", "no_card_to_void")
        assert table.roll(DUEL_100).position.card != card


def test_Z27_it_announces_the_last_turn():
    table = led().act("M", LastTurn())
    assert table.told == ["end_announced"]
    assert table.refused("M", LastTurn()) == ("illegal_action", "already_ending")
    table.duel("B").answer("A", "Reims", 1).pass_("B").judge(right=True)
    assert table.public.winners == ("A",)
    with pytest.raises(Refusal, match="over"):
        GAME.act(table.state, "M", TakeBack(), ScriptedDraws())


def test_Z27_who_has_left_leads_no_more():
    table = led().leave("M")
    assert (table.legal("M"), table.refused("M", LastTurn())) == ((), ("not_your_turn", "left"))
    assert table.roll(DUEL_100).refused("A", Accept())[0] == "illegal_action"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_Z27_it_never_has_a_chip_nor_a_part_in_a_challenge(seed):
    for _, _, step in play_out(seed, reader="master"):
        position = step.state.position
        assert position.chips[0] == position.paid[0] == 0
        assert "S0" not in position.in_play + position.out
        assert position.challenge is None or "S0" not in position.challenge.participants
