"""What is counted of each seat of Défizz, at games that are played by hand: clicks come a second apart."""

from __future__ import annotations

import pytest

from engines.defizz.ballots import Contest, Vote
from engines.defizz.model import Accept, Answer, Choose, Help, Judge, Pass, Refuse, Roll, Transfer
from tests.engines.by_hand import ByHand, counted, facts
from tests.engines.defizz.decks import MIXED, chance, chrono, deck
from tests.engines.defizz.playing import record
from tests.engines.defizz.recount import recount
from tests.engines.defizz.table import DUEL_100, GAME, MULTI_100
from tests.engines.recounts import MANY, compare

REIMS, METRES, NOTES = range(3)
"""The questions of the first card for duels: a Chrono, a Cible of 312, a Ping-pong of do, ré, mi."""


def game(seats: str = "ABC", reader: str = "bot", **options: object) -> ByHand:
    return ByHand(GAME, seats, **{"reader": reader, "shuffle": False, "deck": MIXED, **options})


def duel(lived: ByHand, question: int, stake: int = 100, opponent: str = "B") -> ByHand:
    """A challenges another seat; at the minimum the question is asked at once."""
    return lived.act("A", Roll(), DUEL_100).act("A", Choose(question, opponent, stake))


def say(lived: ByHand, seat: str, text: str, *draws: int, ms: int = 1000) -> ByHand:
    return lived.act(seat, Answer(text), *draws, ms=ms)


def test_Z9_a_chrono_counts_who_was_asked_who_answered_and_who_was_right():
    lived = say(say(duel(game(), REIMS), "B", "Rennes", ms=700), "A", "Reims", ms=500)
    names = ("asked_chrono", "answered_chrono", "judged_chrono", "right_chrono", "won_chrono")
    assert list(counted(lived, "A", *names).values()) == [1, 1, 1, 1, 1]
    assert list(counted(lived, "B", *names).values()) == [1, 1, 1, 0, 0]
    assert list(counted(lived, "C", *names).values()) == [0, 0, 0, 0, 0]
    assert counted(lived, "A", "timed_chrono", "ms_chrono") == facts(timed_chrono=1, ms_chrono=1200)
    assert counted(lived, "B", "timed_chrono", "ms_chrono") == facts(timed_chrono=1, ms_chrono=700)


def test_Z9_an_answer_that_came_after_the_right_one_is_not_judged():
    lived = say(say(duel(game(), REIMS), "A", "Reims"), "B", "Reims")
    names = ("answered_chrono", "judged_chrono", "right_chrono")
    assert counted(lived, "B", *names) == facts(answered_chrono=1, judged_chrono=0, right_chrono=0)


def test_Z9_an_answer_without_a_click_is_not_timed():
    lived = duel(game(), REIMS).act("A", Answer("Reims"), by_itself=True).settle()
    assert counted(lived, "A", "right_chrono", "timed_chrono", "ms_chrono") == facts(
        right_chrono=1, timed_chrono=0, ms_chrono=0
    )


def test_Z10_a_cible_counts_exact_numbers_beside_those_that_were_nearest():
    near = say(say(duel(game(), METRES), "A", "300"), "B", "310", ms=800)
    names = ("asked_cible", "answered_cible", "exact_cible", "won_cible", "ms_cible")
    assert list(counted(near, "A", *names).values()) == [1, 1, 0, 0, 1000]
    assert list(counted(near, "B", *names).values()) == [1, 1, 0, 1, 800]
    exact = say(duel(game(), METRES), "A", "312 mètres")
    assert list(counted(exact, "A", *names).values()) == [1, 1, 1, 1, 1000]
    assert list(counted(exact, "B", *names).values()) == [1, 0, 0, 0, 0]


def test_Z11_a_ping_pong_counts_each_answer():
    lived = duel(game(), NOTES)
    for seat, text in (("A", "do"), ("B", "ré"), ("A", "zut")):
        say(lived, seat, text)
    names = ("asked_pingpong", "answered_pingpong", "judged_pingpong", "right_pingpong", "won_pingpong")
    assert list(counted(lived, "A", *names).values()) == [1, 2, 2, 1, 0]
    assert list(counted(lived, "B", *names).values()) == [1, 1, 1, 1, 1]
    assert counted(lived, "A", "timed_pingpong", "ms_pingpong") == facts(timed_pingpong=2, ms_pingpong=2000)


def test_Z12_luck_counts_apart():
    lived = ByHand(GAME, "AB", reader="bot", shuffle=False, deck=MIXED)
    lived.act("A", Roll(), DUEL_100).act("A", Choose(REIMS, "B", 200))
    say(say(lived, "A", "zut"), "B", "zut")  # nobody was right: A plays again
    lived.act("A", Roll(), DUEL_100).act("A", Choose(0, "B", 200), 6, 1)
    assert counted(lived, "A", "asked_chance", "won_chance", "answered_chance") == facts(
        asked_chance=1, won_chance=1, answered_chance=0
    )
    assert counted(lived, "B", "asked_chance", "won_chance") == facts(asked_chance=1, won_chance=0)


def test_Z12_numbers_that_are_proposed_for_a_draw_are_counted_and_timed():
    lived = duel(game(deck=deck(chance("nearest", max=20))), 0)
    say(say(lived, "A", "3", ms=600), "B", "18", 17, ms=900)
    names = ("asked_chance", "answered_chance", "won_chance", "timed_chance", "ms_chance", "exact_cible")
    assert list(counted(lived, "A", *names).values()) == [1, 1, 0, 1, 600, 0]
    assert list(counted(lived, "B", *names).values()) == [1, 1, 1, 1, 900, 0]


@pytest.mark.parametrize(
    ("stake", "name"),
    [(100, "pot_0"), (300, "pot_500"), (500, "pot_1000"), (1000, "pot_2000"), (1900, "pot_4000")],
)
def test_Z8_pots_are_counted_by_their_size(stake, name):
    lived = game(deck=deck(chance("highest"))).act("A", Roll(), MULTI_100)
    dice = (6, 1, 1)
    if stake == 100:
        lived.act("A", Choose(0, None, stake), *dice)
    else:
        lived.act("A", Choose(0, None, stake)).act("B", Accept()).act("C", Accept(), *dice)
    pots = {fact: n for fact, n in counted(lived, "A").items() if fact.startswith("pot_")}
    assert pots == {name: 1}
    assert counted(lived, "A", "staked", "chips_won") == facts(staked=stake, chips_won=2 * stake)


def test_Z5_a_raise_that_is_refused_brings_the_minimum_and_no_question():
    lived = duel(game(), REIMS, stake=300).act("B", Refuse())
    assert counted(lived, "A") == facts(
        opened=1, raised=1, named=300, had=1900, won_refused=1, chips_won=100, pot_0=1
    )
    assert counted(lived, "B") == facts(challenged=1, refused=1, chips_lost=100)


def test_Z6_Z8_the_pot_holds_what_those_paid_who_refused():
    lived = game().act("A", Roll(), MULTI_100).act("A", Choose(1, None, 500))
    lived.act("B", Accept()).act("C", Refuse())
    say(lived, "A", "pomme").settle()
    assert counted(lived, "A", "staked", "chips_won", "chips_lost", "pot_1000") == facts(
        staked=500, chips_won=600, chips_lost=0, pot_1000=1
    )
    assert counted(lived, "B", "accepted", "staked", "chips_lost") == facts(
        accepted=1, staked=500, chips_lost=500
    )
    assert counted(lived, "C", "refused", "staked", "chips_lost") == facts(
        refused=1, staked=0, chips_lost=100
    )


def test_Z19_a_raise_refused_at_the_deadline_counts_as_refused():
    lived = duel(game(), REIMS, stake=300).expire()
    assert counted(lived, "B", "refused", "missed") == facts(refused=1, missed=1)


def test_Z13_stakes_that_come_back_are_neither_won_nor_lost():
    lived = say(say(duel(game(), REIMS), "A", "zut"), "B", "zut")
    names = ("asked_chrono", "judged_chrono", "staked", "chips_won", "chips_lost")
    assert list(counted(lived, "A", *names).values()) == [1, 1, 100, 0, 0]


def test_Z3_help_is_counted():
    lived = game().act("A", Roll(), DUEL_100).act("A", Help())
    assert counted(lived, "A") == facts(helped=1)


def test_Z14_a_reader_who_judges_against_the_bot_turns_its_verdict():
    lived = say(say(duel(game("ABC", reader="seat"), REIMS), "B", "zut"), "A", "Reims")
    lived.act("C", Judge(True))
    assert counted(lived, "B", "right_chrono", "turned_for", "won_chrono") == facts(
        right_chrono=1, turned_for=1, won_chrono=1
    )
    assert counted(lived, "C") == facts(read=1)
    other = say(say(duel(game("ABC", reader="seat"), REIMS), "B", "Reims"), "A", "zut")
    other.act("C", Judge(False)).act("C", Judge(False))
    assert counted(other, "B", "right_chrono", "turned_against") == facts(right_chrono=0, turned_against=1)


@pytest.mark.parametrize("turn", [True, False])
def test_Z21_a_verdict_that_the_table_turns_counts_as_it_stands_then(turn):
    lived = say(say(duel(game(contest=True), REIMS), "B", "zut"), "A", "Reims")
    assert counted(lived, "A", "won_chrono", "chips_won") == facts(won_chrono=1, chips_won=100)
    lived.act("C", Contest("B")).act("A", Vote(False)).act("B", Vote(turn))
    assert counted(lived, "C", "contests", "contests_won") == facts(contests=1, contests_won=0)
    lived = say(say(duel(game(contest=True), REIMS), "B", "zut"), "A", "Reims")
    lived.act("B", Contest("B")).act("A", Vote(turn)).act("C", Vote(turn))
    names = ("won_chrono", "right_chrono", "chips_won", "chips_lost", "turned_for", "contests_won")
    assert list(counted(lived, "B", *names).values()) == (
        [1, 1, 100, 0, 1, 1] if turn else [0, 0, 0, 100, 0, 0]
    )
    names = ("asked_chrono", "judged_chrono", "won_chrono", "chips_won", "chips_lost")
    assert list(counted(lived, "A", *names).values()) == ([1, 0, 0, 0, 100] if turn else [1, 1, 1, 100, 0])


def test_Z21_a_pot_that_is_taken_back_was_not_won():
    lived = say(say(duel(game(contest=True), REIMS), "B", "zut"), "A", "Reims")
    lived.act("B", Contest("A")).act("A", Vote(True)).act("C", Vote(True))
    names = ("won_chrono", "right_chrono", "turned_against", "chips_won", "chips_lost", "pot_0")
    assert list(counted(lived, "A", *names).values()) == [0, 0, 1, 0, 0, 0]
    assert list(counted(lived, "B", *names).values()) == [0, 0, 0, 0, 0, 0]


def test_Z21_who_is_back_because_a_verdict_was_turned_was_not_eliminated():
    one = deck(chrono("Reims"))
    lived = say(
        say(duel(game("ABC", contest=True, deck=one), 0, 1900).act("B", Accept()), "B", "zut"), "A", "Reims"
    )
    assert counted(lived, "B", "eliminated", "chips_lost") == facts(eliminated=1, chips_lost=1900)
    assert counted(lived, "A", "pot_2000") == facts(pot_2000=1)
    lived.order("turn_verdict.0")
    assert counted(lived, "B", "eliminated", "chips_won", "won_chrono") == facts(
        eliminated=0, chips_won=1900, won_chrono=1
    )
    assert counted(lived, "A", "eliminated", "pot_2000") == facts(eliminated=1, pot_2000=0)


def test_Z16_what_the_bank_pays_is_counted_and_names_no_stake():
    lived = game("AB", enrichment=True, bank=700)
    lived.act("A", Roll(), DUEL_100).act("A", Choose(REIMS, "B"))
    say(lived, "A", "Reims").settle()
    assert counted(lived, "A", "bank", "opened", "named", "had", "pot_0") == facts(
        bank=500, opened=1, named=0, had=0, pot_0=1
    )
    assert counted(lived, "B", "bank") == facts(bank=200)


def test_Z20_chips_that_somebody_leaves_behind_in_a_challenge_are_lost_to_the_winner():
    lived = duel(game(), REIMS).leave("B")
    assert counted(lived, "B", "chips_lost", "left") == facts(chips_lost=1900, left=1)
    assert counted(lived, "A", "won_chrono", "chips_won", "pot_2000") == facts(
        won_chrono=1, chips_won=1900, pot_2000=1
    )


def test_Z27_Z29_a_quizmaster_has_no_facts_and_moves_chips():
    lived = ByHand(GAME, "MAB", first="A", reader="master", shuffle=False, deck=MIXED)
    lived.act("M", Transfer("A", "B", 300, "erreur"))
    assert sorted(lived.facts()) == ["A", "B"]
    assert counted(lived, "A") == facts(corrected=-300)
    assert counted(lived, "B") == facts(corrected=300)


def test_Z20_a_challenge_that_is_broken_off_by_the_end_does_not_count():
    lived = duel(game("AB"), REIMS, stake=200)
    say(lived, "B", "zut").leave("A")
    assert counted(lived, "B", "won", "asked_chrono", "answered_chrono", "timed_chrono") == facts(
        won=1, asked_chrono=0, answered_chrono=0, timed_chrono=1
    )


def test_Z13_who_passes_is_asked_and_does_not_answer():
    lived = duel(game(), REIMS).act("A", Pass()).act("B", Pass())
    assert counted(lived, "A", "asked_chrono", "answered_chrono") == facts(asked_chrono=1, answered_chrono=0)


def test_a_recount_finds_the_same_facts_where_verdicts_are_contested():
    for seed in range(MANY):
        compare(record(seed), recount)


def test_Z17_what_one_seat_wins_of_a_pot_others_have_lost():
    for seed in range(40):
        sheets = GAME.tally(record(seed).story()).values()
        assert sum(own["chips_won"] for own in sheets) == sum(own["chips_lost"] for own in sheets)
