"""Deadlines, missed ones, and leavers (C3, C4, Z19, Z20)."""

from __future__ import annotations

import pytest

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from tests.engines.defizz.decks import MIXED, chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import DUEL_100, DUEL_200, GAME, MULTI_100, MULTI_200, Table

CITIES = deck(chrono("Reims"))
NUMBERS = deck(cible(100))
NOTES = deck(pingpong("do", "ré", "mi", "fa"))


def seconds(table):
    deadline = GAME.deadline(table.state)
    return deadline.kind, deadline.seconds


def test_Z19_how_long_each_decision_may_take():
    table = Table("ABCD", expert=True)
    assert seconds(table) == ("roll", 60)
    assert seconds(table.roll(DUEL_100)) == ("ask", 60)
    assert seconds(table.ask(0)) == ("choose", 60)
    assert seconds(table.choose(None, "B", 200)) == ("raise", 30)
    assert seconds(table.accept("B")) == ("chrono", 30)
    assert seconds(table.answer("A", "Reims", 1).pass_("B")) == ("verdict", 20)
    assert seconds(Table("ABC", NUMBERS).multi()) == ("cible", 30)
    assert seconds(Table("ABC", NOTES).multi()) == ("pingpong", 20)
    assert seconds(Table("ABC", deck(chance("nearest", max=9))).multi()) == ("cible", 30)
    assert seconds(Table("ABC", deck(chance("reader"))).multi()) == ("name", 60)


def test_Z19_answers_and_verdicts_run_against_the_clock_at_every_pace():
    table = Table("ABCD")
    assert not GAME.deadline(table.state).always
    assert not GAME.deadline(table.roll(DUEL_100).state).always
    deadline = GAME.deadline(table.choose(0, "B", 100).state)
    assert deadline.always
    assert deadline.race
    assert not GAME.deadline(Table("ABC", NUMBERS).multi().state).race


def test_Z19_the_die_rolls_by_itself():
    table = Table("ABC").timeout(DUEL_200)
    assert table.event("rolled").by_itself
    assert table.turn == "choose A"


def test_Z19_the_choice_falls_on_the_first_question_the_next_opponent_the_minimum():
    table = Table("ABCD", first="D").roll(DUEL_200).timeout()
    chosen = table.event("challenged")
    assert (chosen.question, chosen.opponent, chosen.stake, chosen.by_itself) == (0, "A", 200, True)
    assert table.turn == "answer AD"


def test_Z19_in_a_multi_nobody_is_chosen_and_experts_keep_the_readers_question():
    table = Table("ABCD", expert=True).roll(MULTI_200).ask(1).timeout()
    chosen = table.event("challenged")
    assert (chosen.question, chosen.opponent, chosen.stake) == (1, None, 200)


def test_Z19_silence_refuses_a_raise():
    table = Table("ABCD").roll(DUEL_100).choose(0, "B", 900).timeout()
    assert table.event("refused").by_itself
    assert table.chips == "20 18 19 19"


def test_Z19_silence_in_a_chrono_is_no_missed_deadline():
    table = Table("ABC", CITIES, reader="bot").multi().answer("A", "Reims", 1).timeout()
    assert table.public.missed == {"A": 0, "B": 0, "C": 0}
    assert [event.seat for event in table.events if event.type == "gave_up"] == ["B", "C"]


def test_Z19_silence_in_its_turn_is_one():
    table = Table("ABC", NUMBERS, reader="bot").multi().timeout()
    assert (table.turn, table.public.missed) == ("answer B", {"A": 1, "B": 0, "C": 0})


def test_C3_the_third_in_a_row_removes_after_its_consequence():
    table = Table("ABC", NUMBERS, reader="bot").timeout(MULTI_100).timeout().timeout()
    assert table.told == ["gave_up", "left"]
    assert (table.public.gone, table.turn) == (("A",), "answer B")
    # The chips of who leaves during a challenge go to the pot (Z20).
    assert (table.chips, table.public.pot) == ("0 18 18", 2100)


def test_C3_an_accepted_action_resets_the_count():
    table = Table("ABC", NUMBERS, reader="bot").timeout(MULTI_100).timeout()
    assert table.public.missed["A"] == 2
    table.answer("A", "7")
    assert table.public.missed["A"] == 0


def test_C3_nobody_else_counts():
    table = Table("ABC", NUMBERS, reader="bot").timeout(MULTI_100)
    assert table.public.missed == {"A": 1, "B": 0, "C": 0}


def test_C4_leaving_twice_is_refused_and_the_eliminated_may_leave():
    table = Table("ABCD", CITIES).with_chips(19, 0, 19, 19).leave("B")
    assert (table.public.gone, table.public.lost) == (("B",), 1900)
    with pytest.raises(Refusal) as caught:
        GAME.leave(table.state, "B", ScriptedDraws())
    assert caught.value.reason == "already_left"


def test_C4_the_last_one_wins():
    table = Table("ABC").leave("C").leave("A")
    assert (table.public.winners, table.public.phase, table.public.lost) == (("B",), "over", 3800)


def test_Z20_before_the_choice_chips_are_lost_and_the_next_seat_is_active():
    table = Table("ABCD").roll(DUEL_100).help().leave("A")
    assert (table.turn, table.public.lost, table.public.reader) == ("roll B", 1900, "D")
    assert table.own("A").card is None


def test_Z20_a_reader_who_leaves_before_the_choice_is_replaced_by_the_seat_before():
    table = Table("ABCD").roll(DUEL_100).leave("D")
    assert (table.public.reader, table.turn) == ("C", "choose A")
    assert table.public.opponents == ("B",)


def test_Z20_the_new_reader_of_experts_chooses_and_so_does_the_bot():
    table = Table("ABCD", expert=True).roll(DUEL_100).leave("D")
    assert table.turn == "ask C"
    table.leave("C", 3)
    assert (table.public.reader, table.turn, table.public.asked) == ("bot", "choose A", 2)


def test_Z20_a_bystander_who_leaves_can_make_the_reader_an_opponent():
    table = Table("ABC").roll(DUEL_100).leave("B")
    assert (table.public.reader, table.public.opponents) == ("bot", ("C",))


def test_Z20_a_reader_who_leaves_later_is_replaced_by_the_bot():
    table = Table("ABCD").roll(MULTI_100).choose(0, None, 300).leave("D")
    assert (table.public.reader, table.turn, table.public.pot) == ("bot", "raise B", 1900)
    table.accept("B").refuse("C")
    table.answer("A", "un").pass_("B")
    assert table.chips == "42 16 18 0"


def test_Z20_a_pending_verdict_of_a_reader_who_left_is_the_bots():
    table = Table("ABCD", NOTES).multi().answer("A", "zut").leave("D")
    assert (table.public.reader, table.turn) == ("bot", "answer B")
    chrono_table = Table("ABCD", CITIES).multi().answer("A", "Lyon", 1).answer("B", "Reims", 2).pass_("C")
    chrono_table.leave("D")
    assert chrono_table.public.last.winner == "B"


def test_Z20_the_bot_names_for_a_reader_who_left():
    table = Table("ABCD", deck(chance("reader"))).multi().leave("D", 2)
    assert (table.public.last.winner, table.public.last.by_lot) == ("B", True)


def test_Z20_the_active_seat_leaving_before_the_question_calls_it_off():
    table = Table("ABCD").roll(MULTI_100).choose(0, None, 700).refuse("B").leave("A")
    assert (table.chips, table.public.lost, table.public.pot) == ("0 19 19 19", 1900, 0)
    assert table.public.last.outcome == "off"
    assert (table.turn, table.public.round) == ("roll B", 2)


def test_Z20_the_active_seat_may_leave_after_the_question():
    table = Table("ABCD", NUMBERS).multi().leave("A")
    assert (table.turn, table.public.participants, table.public.pot) == ("answer B", ("B", "C"), 2100)
    table.answer("B", "100")
    assert (table.chips, table.turn) == ("0 39 18 19", "roll B")


def test_Z20_on_a_void_a_leavers_part_is_lost_and_the_next_seat_plays():
    table = Table("ABCD", NUMBERS).multi().leave("A").pass_("B").pass_("C")
    assert (table.chips, table.public.lost, table.turn) == ("0 19 19 19", 1900, "roll B")


def test_Z20_an_opponent_who_leaves_instead_of_answering_leaves_all_to_the_active_seat():
    table = Table("ABCD").roll(DUEL_100).choose(0, "B", 700).leave("B")
    assert (table.chips, table.turn) == ("38 0 19 19", "roll C")


def test_Z20_only_one_participant_left_takes_the_pot():
    table = Table("ABCD", NUMBERS).duel().leave("B")
    assert (table.chips, table.public.last.outcome, table.public.last.winner) == ("38 0 19 19", "alone", "A")


def test_Z20_the_chips_of_a_bystander_and_of_a_refusing_seat_go_to_the_pot_too():
    table = Table("ABCD", NUMBERS).roll(MULTI_100).choose(0, None, 200).refuse("B").accept("C").leave("B")
    assert (table.public.pot, table.chips) == (2300, "17 0 17 19")
    table.pass_("A").pass_("C")
    assert (table.chips, table.public.lost) == ("19 0 19 19", 1900)


def test_Z20_a_leavers_answer_no_longer_counts():
    table = Table("ABCD", CITIES, reader="bot").multi().answer("A", "Reims", 1).leave("A")
    table.answer("B", "Reims", 2).pass_("C").pass_("D")
    assert table.public.last.winner == "B"


def test_Z11_a_leaver_makes_the_last_one_in_win_without_a_verdict():
    table = Table("ABCD", NOTES).multi().pass_("A").answer("B", "do").judge(right=True).answer("C", "do")
    assert table.leave("B").public.last.winner == "C"
    assert table.chips == "18 0 39 19"


def test_Z20_the_last_seat_in_play_takes_everything_in_the_pot():
    over = Table("ABC", CITIES).roll(DUEL_100).choose(0, "B", 500).leave("C").leave("A")
    assert (over.public.winners, over.chips, over.public.lost) == (("B",), "0 57 0", 0)


def test_Z20_a_leaver_prolongs_nobodys_time():
    table = Table("ABCD", NOTES).multi()
    before = GAME.deadline(table.state)
    assert GAME.deadline(table.leave("C").state) == before
    open_chrono = Table("ABCD", CITIES).multi()
    before = GAME.deadline(open_chrono.state)
    assert GAME.deadline(open_chrono.leave("C").state) == before


def test_Z20_in_enrichment_the_prize_goes_to_who_is_left():
    table = Table("ABCD", NUMBERS, enrichment=True).roll(DUEL_100).choose(0, "B").leave("B")
    assert (table.chips, table.public.bank) == ("5 0 0 0", 10_900)


def test_C4_a_table_of_every_mode_can_be_left_at_any_moment():
    for leaver in "ABCD":
        for question in range(3):
            table = Table("ABCD", MIXED).multi(question=question).leave(leaver)
            assert leaver in table.public.gone
