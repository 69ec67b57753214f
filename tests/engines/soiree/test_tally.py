"""What is counted of each team in an evening, played by hand: clicks come a second apart."""

from typing import Any

from engines.defizz import model as defizz
from engines.defizz.model import Contest, Vote
from engines.soiree.model import Award, Forgo, Proceed, Ready, Rule, Tell, Wager, Withdraw
from tests.engines.by_hand import ByHand, sheet
from tests.engines.recounts import MANY, compare
from tests.engines.soiree.decks import EVENING
from tests.engines.soiree.playing import record
from tests.engines.soiree.recount import recount
from tests.engines.soiree.table import CHRONO, CIBLE, DUELS, GAME, LIST

ONE_CHRONO = {**CHRONO, "length": 1}


def evening(*rounds: dict[str, Any], seats: str = "ABC", **options: Any) -> ByHand:
    """An evening whose first round has begun."""
    chosen = {"programme": list(rounds), "shuffle": False, "deck": EVENING, **options}
    return go_on(ByHand(GAME, seats, **chosen))


def go_on(lived: ByHand) -> ByHand:
    """All who are awaited are ready, or the quizmaster goes on."""
    if lived.state.position.quizmaster is not None:
        return lived.act(lived.state.position.quizmaster, Proceed())
    for seat in GAME.to_act(lived.state):
        lived.act(seat, Ready())
    return lived


def say(lived: ByHand, **texts: str | None) -> ByHand:
    """Teams answer one after the other; None is no answer."""
    for seat, text in texts.items():
        lived.act(seat, Forgo() if text is None else Tell(text))
    return lived


def stake(lived: ByHand, **stakes: int) -> ByHand:
    for seat, points in stakes.items():
        lived.act(seat, Wager(points))
    return lived


def test_S11_a_chrono_counts_who_answered_who_was_right_and_who_was_first():
    lived = say(evening(CHRONO), B="Rennes", A="Reims", C="Reims")
    names = "asked_chrono answered_chrono right_chrono first_chrono points_chrono ms_chrono"
    assert sheet(lived, names) == {"A": "1 1 1 1 1 2000", "B": "1 1 0 0 0 1000", "C": "1 1 1 0 1 3000"}


def test_S8_who_answered_at_the_same_moment_was_first_too():
    lived = evening(CHRONO).act("A", Tell("Reims")).act("B", Tell("Reims"), ms=0).act("C", Forgo())
    assert sheet(lived, "first_chrono") == {"A": "1", "B": "1", "C": "0"}


def test_S7_silence_is_asked_and_not_answered_and_only_clicks_are_timed():
    lived = evening(CHRONO).act("A", Tell("Reims"), by_itself=True).act("B", Forgo()).expire()
    assert sheet(lived, "asked_chrono answered_chrono timed_chrono") == {
        "A": "1 1 0",
        "B": "1 0 0",
        "C": "1 0 0",
    }


def test_S12_a_cible_counts_who_was_nearest_and_who_was_exact():
    lived = say(evening(CIBLE), A="300", B="312", C=None)
    names = "asked_cible answered_cible nearest_cible exact_cible points_cible"
    assert sheet(lived, names) == {"A": "1 1 0 0 0", "B": "1 1 1 1 3", "C": "1 0 0 0 0"}
    assert sheet(lived, "timed_cible ms_cible", "B") == {"B": "1 2000"}
    shared = say(evening(CIBLE), A="310", B="314", C="400")
    assert sheet(shared, "nearest_cible exact_cible", *"AB") == {"A": "1 0", "B": "1 0"}


def test_S13_of_a_list_every_right_answer_counts():
    lived = say(evening(LIST), A="do, ré", B="do; zut", C="zut")
    names = "answered_pingpong right_pingpong points_pingpong timed_pingpong ms_pingpong"
    assert sheet(lived, names) == {"A": "1 2 2 1 1000", "B": "1 1 1 1 2000", "C": "1 0 0 1 3000"}


def test_S14_stakes_are_counted_with_what_they_brought():
    lived = stake(evening({**CHRONO, "stakes": True}), A=5, B=2).expire()
    say(lived, A="Reims", B="zut", C="zut")
    stake(go_on(lived), A=3, B=4, C=1)
    say(lived, A="zut", B="Reims", C="zut")
    names = "stakes staked stakes_won points_chrono points"
    assert sheet(lived, names) == {"A": "2 8 1 2 2", "B": "2 6 1 4 4", "C": "2 2 0 0 0"}


def ruled() -> ByHand:
    """A is right and B wrong; the quizmaster M rules."""
    return say(evening(CHRONO, seats="MAB", quizmaster="M"), A="Reims", B="zut")


def test_S9_S10_a_ruling_counts_as_it_stands_last():
    lived, names = ruled(), "right_chrono points_chrono turned_for turned_against"
    lived.act("M", Rule("B", 1)).act("M", Proceed())
    assert sheet(lived, names, "B") == {"B": "1 1 1 0"}
    lived.act("M", Rule("B", 0)).act("M", Rule("A", 0))
    assert sheet(lived, names) == {"A": "0 0 0 1", "B": "0 0 0 0"}


def test_S17_a_question_that_is_withdrawn_does_not_count():
    lived = ruled().act("M", Proceed()).act("M", Withdraw())
    assert sheet(lived, "asked_chrono right_chrono timed_chrono points", "A") == {"A": "0 0 1 0"}
    say(lived, A="Reims", B="zut").act("M", Proceed())
    assert sheet(lived, "asked_chrono right_chrono", "A") == {"A": "1 1"}


def test_S16_corrections_count_as_far_as_there_are_points():
    lived = ruled().act("M", Proceed()).act("M", Award("A", 2, "joli")).act("M", Award("B", -5, "bavard"))
    assert sheet(lived, "points points_all corrected") == {"A": "3 3 2", "B": "0 0 0"}


def test_S2_a_quizmaster_has_no_facts():
    assert sorted(ruled().facts()) == ["A", "B"]


def test_S6_rounds_are_counted_by_what_they_brought_and_who_then_led():
    lived = say(evening(ONE_CHRONO, ONE_CHRONO), A="Reims", B="Reims", C=None)
    go_on(go_on(lived))
    go_on(say(lived, A=None, B="Reims", C="Reims"))
    assert sheet(lived, "rounds rounds_best rounds_led") == {"A": "2 1 1", "B": "2 2 2", "C": "2 1 0"}


def test_S23_rounds_that_end_after_a_team_has_left_are_not_its_rounds():
    lived = go_on(say(evening(ONE_CHRONO), A="Reims", B=None, C="Reims").leave("C"))
    assert sheet(lived, "rounds points left", "C") == {"C": "0 1 1"}


def test_S21_a_tie_is_asked_and_brings_no_points():
    lived = go_on(say(evening(ONE_CHRONO), A="Reims", B="Reims", C=None))
    say(lived, A="312", B="300")
    names = "asked_cible nearest_cible points_cible points won"
    assert sheet(lived, names, *"AC") == {"A": "1 1 0 1 1", "C": "0 0 0 0 0"}


def duel() -> ByHand:
    """A challenges B to a Chrono for 100; B is wrong, then A right."""
    lived = evening(DUELS, CHRONO).act("A", defizz.Roll(), 1).act("A", defizz.Choose(0, "B", 100))
    return lived.act("B", defizz.Answer("zut")).act("A", defizz.Answer("Reims"))


def test_S18_S20_challenges_count_with_the_points_of_their_round():
    names = "asked_challenge won_challenge points_challenges points_all points asked_chrono"
    assert sheet(go_on(duel()), names) == {"A": "1 1 10 0 10 0", "B": "1 0 5 0 5 0", "C": "0 0 7 0 7 0"}


def test_S27_a_challenge_counts_as_it_stands_once_a_verdict_was_turned():
    lived = duel().act("B", Contest("B")).act("A", Vote(True)).act("C", Vote(True))
    names = "asked_challenge won_challenge contests contests_won"
    assert sheet(lived, names, *"AB") == {"A": "1 0 0 0", "B": "1 1 1 1"}


def test_S18_raises_are_counted():
    lived = evening(DUELS).act("A", defizz.Roll(), 1).act("A", defizz.Choose(0, "B", 300))
    lived.act("B", defizz.Refuse())
    names = "raised asked_challenge won_challenge refused"
    assert sheet(lived, names, *"AB") == {"A": "1 0 0 0", "B": "0 0 0 1"}


def test_a_recount_finds_the_same_facts_of_evenings_with_rulings_and_contests():
    for seed in MANY:
        compare(record(seed), recount)
