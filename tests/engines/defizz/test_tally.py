"""What is counted of each seat of Défizz, at games that are played by hand: clicks come a second apart."""

import pytest

from engines.defizz.model import (
    Accept,
    Answer,
    Choose,
    Contest,
    Help,
    Judge,
    Pass,
    Refuse,
    Roll,
    Transfer,
    Vote,
)
from tests.engines.by_hand import ByHand, all_of, sheet
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


def say(lived: ByHand, *said: tuple[str, str] | tuple[str, str, int]) -> ByHand:
    """Seats answer one after the other, after so many ms."""
    for seat, text, *ms in said:
        lived.act(seat, Answer(text), ms=ms[0] if ms else 1000)
    return lived


def turned(**options: object) -> ByHand:
    """B was wrong, then A right; what they said can be contested."""
    return say(duel(game(contest=True, **options), REIMS), ("B", "zut"), ("A", "Reims"))


@pytest.mark.parametrize(
    ("question", "said", "names", "counts"),
    [
        (
            *(REIMS, (("B", "Rennes", 700), ("A", "Reims", 500)), "asked answered judged right won timed ms"),
            {"A": "1 1 1 1 1 1 1200", "B": "1 1 1 0 0 1 700", "C": "0 0 0 0 0 0 0"},
        ),
        # an answer that came after the right one is not judged
        (
            REIMS,
            (("A", "Reims"), ("B", "Reims")),
            "answered judged right",
            {"A": "1 1 1", "B": "1 0 0", "C": "0 0 0"},
        ),
        (
            *(METRES, (("A", "300"), ("B", "310", 800)), "asked answered exact won ms"),
            {"A": "1 1 0 0 1000", "B": "1 1 0 1 800", "C": "0 0 0 0 0"},
        ),
        (
            *(METRES, (("A", "312 mètres"),), "asked answered exact won ms"),
            {"A": "1 1 1 1 1000", "B": "1 0 0 0 0", "C": "0 0 0 0 0"},
        ),
        (
            *(NOTES, (("A", "do"), ("B", "ré"), ("A", "zut")), "asked answered judged right won timed ms"),
            {"A": "1 2 2 1 0 2 2000", "B": "1 1 1 1 1 1 1000", "C": "0 0 0 0 0 0 0"},
        ),
    ],
)
def test_Z9_Z10_Z11_what_was_asked_and_answered_is_counted_by_mode(question, said, names, counts):
    mode = ("chrono", "cible", "pingpong")[question]
    lived = say(duel(game(), question), *said)
    assert sheet(lived, " ".join(f"{name}_{mode}" for name in names.split())) == counts


def test_Z9_an_answer_without_a_click_is_not_timed():
    lived = duel(game(), REIMS).act("A", Answer("Reims"), by_itself=True).settle()
    assert sheet(lived, "right_chrono timed_chrono ms_chrono", "A") == {"A": "1 0 0"}


def test_Z12_luck_counts_apart_and_numbers_that_are_proposed_for_a_draw_are_timed():
    lived = say(duel(game("AB"), REIMS, 200), ("A", "zut"), ("B", "zut"))  # nobody was right: A plays again
    lived.act("A", Roll(), DUEL_100).act("A", Choose(0, "B", 200), 6, 1)
    assert sheet(lived, "asked_chance won_chance answered_chance") == {"A": "1 1 0", "B": "1 0 0"}
    near = say(duel(game(deck=deck(chance("nearest", max=20))), 0), ("A", "3", 600))
    near.act("B", Answer("18"), 17, ms=900)
    names = "asked_chance answered_chance won_chance timed_chance ms_chance exact_cible"
    assert sheet(near, names, "A", "B") == {"A": "1 1 0 1 600 0", "B": "1 1 1 1 900 0"}


@pytest.mark.parametrize(
    ("stake", "name"),
    [(100, "pot_0"), (300, "pot_500"), (500, "pot_1000"), (1000, "pot_2000"), (1900, "pot_4000")],
)
def test_Z8_pots_are_counted_by_their_size(stake, name):
    lived = game(deck=deck(chance("highest"))).act("A", Roll(), MULTI_100)
    if stake == 100:
        lived.act("A", Choose(0, None, stake), 6, 1, 1)
    else:
        lived.act("A", Choose(0, None, stake)).act("B", Accept()).act("C", Accept(), 6, 1, 1)
    assert [fact for fact in all_of(lived, "A").split(", ") if fact.startswith("pot_")] == [f"{name} 1"]
    assert sheet(lived, "staked chips_won", "A") == {"A": f"{stake} {2 * stake}"}


def test_Z5_a_raise_that_is_refused_brings_the_minimum_and_no_question():
    lived = duel(game(), REIMS, stake=300).act("B", Refuse())
    assert (
        all_of(lived, "A") == "chips_won 100, had 1900, named 300, opened 1, pot_0 1, raised 1, won_refused 1"
    )
    assert all_of(lived, "B") == "challenged 1, chips_lost 100, refused 1"


def test_Z6_Z8_the_pot_holds_what_those_paid_who_refused():
    lived = game().act("A", Roll(), MULTI_100).act("A", Choose(1, None, 500))
    say(lived.act("B", Accept()).act("C", Refuse()), ("A", "pomme")).settle()
    found = sheet(lived, "staked chips_won chips_lost pot_1000 accepted refused")
    assert found == {"A": "500 600 0 1 0 0", "B": "500 0 500 0 1 0", "C": "0 0 100 0 0 1"}


def test_Z3_Z13_Z19_help_silence_passes_and_what_comes_back():
    assert all_of(game().act("A", Roll(), DUEL_100).act("A", Help()), "A") == "helped 1"
    assert sheet(duel(game(), REIMS, stake=300).expire(), "refused missed", "B") == {"B": "1 1"}
    void = say(duel(game(), REIMS), ("A", "zut"), ("B", "zut"))
    assert sheet(void, "asked_chrono judged_chrono staked chips_won chips_lost", "A") == {"A": "1 1 100 0 0"}
    passed = duel(game(), REIMS).act("A", Pass()).act("B", Pass())
    assert sheet(passed, "asked_chrono answered_chrono", "A") == {"A": "1 0"}


@pytest.mark.parametrize(
    ("b", "a", "verdicts", "counts"),
    [("zut", "Reims", (True,), "1 1 0 1"), ("Reims", "zut", (False, False), "0 0 1 0")],
)
def test_Z14_a_reader_who_judges_against_the_bot_turns_its_verdict(b, a, verdicts, counts):
    lived = say(duel(game("ABC", reader="seat"), REIMS), ("B", b), ("A", a))
    for right in verdicts:
        lived.act("C", Judge(right))
    assert sheet(lived, "right_chrono turned_for turned_against won_chrono", "B") == {"B": counts}
    assert len(verdicts) > 1 or all_of(lived, "C") == "read 1"


@pytest.mark.parametrize(
    ("turn", "b", "a"), [(True, "1 1 100 0 1 1", "1 0 0 0 100"), (False, "0 0 0 100 0 0", "1 1 1 100 0")]
)
def test_Z21_a_verdict_that_the_table_turns_counts_as_it_stands_then(turn, b, a):
    split = turned().act("C", Contest("B")).act("A", Vote(False)).act("B", Vote(turn))
    assert sheet(split, "contests contests_won", "C") == {"C": "1 0"}
    lived = turned()
    assert sheet(lived, "won_chrono chips_won", "A") == {"A": "1 100"}
    lived.act("B", Contest("B")).act("A", Vote(turn)).act("C", Vote(turn))
    names = "won_chrono right_chrono chips_won chips_lost turned_for contests_won"
    assert sheet(lived, names, "B") == {"B": b}
    assert sheet(lived, "asked_chrono judged_chrono won_chrono chips_won chips_lost", "A") == {"A": a}


def test_Z21_a_pot_that_is_taken_back_was_not_won():
    lived = turned().act("B", Contest("A")).act("A", Vote(True)).act("C", Vote(True))
    names = "won_chrono right_chrono turned_against chips_won chips_lost pot_0"
    assert sheet(lived, names, "A", "B") == {"A": "0 0 1 0 0 0", "B": "0 0 0 0 0 0"}


def test_Z21_who_is_back_because_a_verdict_was_turned_was_not_eliminated():
    lived = duel(game(contest=True, deck=deck(chrono("Reims"))), 0, 1900).act("B", Accept())
    say(lived, ("B", "zut"), ("A", "Reims"))
    names = "eliminated chips_won chips_lost won_chrono pot_2000"
    assert sheet(lived, names, "A", "B") == {"A": "0 1900 0 1 1", "B": "1 0 1900 0 0"}
    lived.order("turn_verdict.0")
    assert sheet(lived, names, "A", "B") == {"A": "1 0 1900 0 0", "B": "0 1900 0 1 1"}


def test_Z16_what_the_bank_pays_is_counted_and_names_no_stake():
    lived = game("AB", enrichment=True, bank=700).act("A", Roll(), DUEL_100).act("A", Choose(REIMS, "B"))
    say(lived, ("A", "Reims")).settle()
    assert sheet(lived, "bank opened named had pot_0") == {"A": "500 1 0 0 1", "B": "200 0 0 0 0"}


def test_Z20_chips_that_somebody_leaves_behind_in_a_challenge_are_lost_to_the_winner():
    lived = duel(game(), REIMS).leave("B")
    names = "chips_lost left won_chrono chips_won pot_2000"
    assert sheet(lived, names, "A", "B") == {"A": "0 0 1 1900 1", "B": "1900 1 0 0 0"}


def test_Z20_a_challenge_that_is_broken_off_by_the_end_does_not_count():
    lived = say(duel(game("AB"), REIMS, stake=200), ("B", "zut")).leave("A")
    assert sheet(lived, "won asked_chrono answered_chrono timed_chrono", "B") == {"B": "1 0 0 1"}


def test_Z27_Z29_a_quizmaster_has_no_facts_and_moves_chips():
    lived = ByHand(GAME, "MAB", first="A", reader="master", shuffle=False, deck=MIXED)
    lived.act("M", Transfer("A", "B", 300, "erreur"))
    assert sheet(lived, "corrected") == {"A": "-300", "B": "300"}
    assert (all_of(lived, "A"), all_of(lived, "B")) == ("corrected -300", "corrected 300")


def test_Z17_a_recount_finds_the_same_facts_and_what_one_seat_wins_of_a_pot_others_have_lost():
    for seed in MANY:
        lived = record(seed)
        compare(lived, recount)
        sheets = GAME.tally(lived.story()).values()
        assert sum(own["chips_won"] for own in sheets) == sum(own["chips_lost"] for own in sheets)
