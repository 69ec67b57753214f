"""A round of défis: Défizz inside an evening (S5, S18-S20, S23, S25-S27), as `Evening.play` writes it."""

from functools import partial

import pytest

from engines.defizz import model as defizz
from engines.defizz.model import Contest
from engines.soiree.model import Proceed, Ready
from tests.engines.soiree.table import CHRONO, CIBLE, DUELS, GAME, Evening

ONE = {**CHRONO, "length": 1}
BEGUN = partial(Evening, ONE, DUELS)
OPENING = "ready, A Reims, B Rennes, C Reims, ready, ready"
"""A question that A and C have right; then défis, which B begins."""
MULTI = "B multi 0, A: Rennes, C: Reims, B: Reims"
"""B asks a Chrono at the minimum, and C is right first."""
PLAYED = f"{OPENING}, {MULTI}"
LED = partial(Evening, DUELS, seats="QAB", quizmaster="Q")
ALONE = partial(Evening, DUELS, CHRONO)
FOUR = partial(Evening, {**DUELS, "length": 2}, CHRONO, seats="ABCD")
DUEL_D = "A duel D 0 1900, D accepts, A: Reims, D: Lens"
DUEL_C = "B duel C 0 100, B: Reims, C: Lens"
OPEN_AGAIN = "ready, A multi 2, A: do, B: re mineur, C: tralala, C contests C, A votes yes, B votes yes"
READ = "go on, A multi 0 200, A: Reims, B: Lens, right"


@pytest.mark.parametrize(
    ("start", "script", "seen"),
    [
        (BEGUN, OPENING, "challenges B; 1 0 1"),  # S18: the team with the fewest points begins
        (BEGUN, f"{OPENING}, B multi 0", "challenges ABC; 1 0 1"),
        (BEGUN, PLAYED, "reveal ABC; 1 0 1"),  # S19: it ends after its length, its verdict can be contested
        (BEGUN, f"{PLAYED}, ready", "over C; 8 7 11"),  # S20: points by chips
        (
            ALONE,
            "ready, A multi 0 200, !skip_round",
            "break ABC; 10 10 10",
        ),  # S26: all have their chips again
        (partial(Evening, ONE, DUELS, CIBLE), f"{PLAYED}, !skip_round", "break ABC; 8 7 11"),
        (
            BEGUN,
            f"{OPENING}, B multi 0, B leaves, A leaves",
            "over C; 1 0 1",
        ),  # S23: teams leave the défis, too
        (BEGUN, f"{PLAYED}, B leaves", "over C; 8 0 11"),
        (LED, "go on", "challenges A; 0 0 0"),  # S18: a quizmaster reads them
        (LED, "go on, A multi 0 200, A: Rennes, B: Reims", "challenges Q; 0 0 0"),
        (LED, "go on, A multi 0 200, A: Rennes, B: Reims, right, go on", "over A; 0 10 7"),
        (BEGUN, f"{PLAYED}, A contests A", "challenges BC; 1 0 1"),  # S27: it is turned by a vote
        (BEGUN, f"{PLAYED}, A contests A, B votes yes, C votes yes", "reveal ABC; 1 0 1"),
        (BEGUN, f"{PLAYED}, A contests A, B votes yes, C votes yes, ready", "over A; 11 7 8"),
        (BEGUN, f"{PLAYED}, ready A, B contests A, A votes no, C votes yes", "reveal ABC; 1 0 1"),  # all anew
        (BEGUN, f"{PLAYED}, ready A, B contests A, A votes no, C votes yes, time", "over C; 8 7 11"),
        (FOUR, f"ready, {DUEL_D}, {DUEL_C}, ready AB, D leaves", "reveal C; 0 0 0 0"),  # D was out already
        (FOUR, f"ready, {DUEL_D}, {DUEL_C}, ready AB, D leaves, C contests B", "challenges AB; 0 0 0 0"),
        (FOUR, f"ready, {DUEL_D}, {DUEL_C}, ready ABC, D leaves", "break ABC; 10 7 5 0"),
        (LED, f"{READ}, Q contests A, wrong, go on", "answer AB; 0 10 10"),
        (LED, f"{READ}, !turn_verdict.0, wrong, go on", "answer AB; 0 10 10"),
        (
            partial(Evening, DUELS),
            "ready, A multi 1, A: 300, B: 2, C: 7",
            "over A; 10 7 7",
        ),  # no verdict of numbers
        (ALONE, "ready, A multi 2, A: do, B: tralala, C: tralalère, !proceed", "break ABC; 10 7 7"),
        (
            *(
                ALONE,
                OPEN_AGAIN,
            ),
            "challenges A; 0 0 0",  # a challenge that is open again is played on
        ),
        (
            *(
                ALONE,
                f"{OPEN_AGAIN}, !skip_round",
            ),
            "break ABC; 10 10 10",
        ),
    ],
)
def test_S18_S20_S23_S26_S27_a_round_of_défis(start, script, seen):
    assert start().play(script).seen == seen


@pytest.mark.parametrize(
    ("start", "script", "seat", "action", "why"),
    [
        (BEGUN, OPENING, "A", defizz.Roll(), "not_your_turn"),
        (BEGUN, OPENING, "B", Ready(), "challenge_in_play"),
        (LED, "go on", "Q", defizz.Roll(), "leads"),
        (partial(Evening, DUELS, CIBLE, quizmaster="A"), "go on", "A", defizz.LastTurn(), "leads"),
        (BEGUN, PLAYED, "A", defizz.Roll(), "not_now"),
        (
            BEGUN,
            f"{PLAYED}, ready A, B contests A, A votes no, C votes yes",
            "B",
            Contest("A"),
            "contested_before",
        ),
        (FOUR, f"ready, {DUEL_D}, {DUEL_C}, ready AB, D leaves", "A", Ready(), "already_ready"),
        (ALONE, "ready, A multi 1", "A", Contest(), "verdict_stands"),
        (partial(Evening, CHRONO), "", "A", Contest(), "verdict_stands"),
    ],
)
def test_S18_S27_what_is_refused_says_why(start, script, seat, action, why):
    assert start().play(script).why(seat, action) == why


@pytest.mark.parametrize(
    ("start", "script", "told", "untold", "gained"),
    [
        (BEGUN, PLAYED, "settled", "round_started game_over standing", None),
        (BEGUN, f"{PLAYED}, ready", "standing", "round_started game_over", (7, 7, 10)),
        (BEGUN, f"{OPENING}, B multi 0, time", "stakes_returned", "", None),
        (BEGUN, f"{OPENING}, B multi 0, B leaves", "team_left left", "", None),
        (
            BEGUN,
            f"{PLAYED}, A contests A, B votes yes, C votes yes",
            "settlement_undone settled",
            "standing",
            None,
        ),
        (BEGUN, f"{PLAYED}, A contests A, B votes yes, C votes yes, ready", "standing", "", (10, 7, 7)),
        (FOUR, f"ready, {DUEL_D}, {DUEL_C}, ready ABC, D leaves", "standing", "", (10, 7, 5, 0)),
        (ALONE, "ready, A multi 0 200, !skip_round", "stakes_returned standing", "", (10, 10, 10)),
        (
            ALONE,
            "ready, A multi 2, A: do, B: tralala, C: zut",
            "settled",
            "answer_revealed",
            None,
        ),  # it may go on
        (ALONE, "ready, A multi 2, A: do, B: tralala, C: zut, !proceed", "answer_revealed", "", (10, 7, 7)),
        *(
            (LED, f"{READ}, {turn}", "verdict_turned settlement_undone", "", None)
            for turn in ("Q contests A", "!turn_verdict.0")
        ),
    ],
)
def test_S19_S20_S27_what_is_told_of_it(start, script, told, untold, gained):
    evening = start().play(script)
    assert set(told.split()) <= set(evening.told)
    assert not set(untold.split()) & set(evening.told)
    assert gained is None or evening.event("standing").gained == gained


def test_S18_défizz_is_played_with_its_own_chips_cards_and_deadlines() -> None:
    evening = BEGUN().play(OPENING)
    bout, deadline = evening.public.bout, evening.deadline
    assert (bout.reader, bout.active, set(bout.chips.values())) == ("bot", "B", {1900})
    assert evening.position.bout.cards == ("d2", "m1"), "d1 was used, and a card of each pile will do"
    assert (deadline.kind, deadline.seconds) == ("roll", 60), "S25"
    assert ALONE().play("ready").roll("A", 4).position.used == ("m1",), "S5"
    led = LED().play("go on").public.bout
    assert (led.reader, led.seats) == ("Q", ("Q", "A", "B"))
    after = BEGUN().play(PLAYED).deadline
    assert (after.kind, after.seconds) == ("reveal", 20)


@pytest.mark.parametrize(
    ("script", "settled"), [("B multi 0, !void", 0), (MULTI, 1), ("B multi 0, time", None)]
)
def test_S19_what_is_taken_back_does_not_count_and_a_void_challenge_does(script, settled) -> None:
    bout = BEGUN().play(f"{OPENING}, {script}").position.bout
    assert (None if bout is None else bout.settled) == settled


def test_S18_a_quizmaster_takes_cards_back_and_moves_chips_but_ends_no_game_inside() -> None:
    evening = Evening(DUELS, CIBLE, quizmaster="A").act("A", Proceed()).roll("B", 4)
    listed = GAME.legal_actions(evening.state, "A")
    assert defizz.TakeBack() in listed.actions
    assert "transfer" in listed.types
    assert "last_turn" not in (*listed.types, *(action.type for action in listed.actions))
    evening.act("A", defizz.Transfer("B", "C", 300, "le jury"))
    assert (evening.event("chips_moved").chips, evening.turn) == (300, "challenges B")
    bout = evening.act("A", defizz.TakeBack()).public.bout
    assert (evening.turn, bout.chips["B"], bout.chips["C"]) == ("challenges B", 1600, 2200)


@pytest.mark.parametrize("replaced", ["Q leaves", "!replace_quizmaster"])
def test_S23_the_bot_reads_on_for_a_quizmaster_who_is_replaced_in_the_défis(replaced) -> None:
    evening = LED().play("go on").roll("A", 4).play(replaced)
    assert (evening.public.bout.reader, evening.turn) == ("bot", "challenges A")


def test_S26_a_round_is_skipped_or_was_over_already() -> None:
    assert ALONE().play("ready, A multi 0 200, !skip_round").event("standing").skipped
    assert not Evening(ONE, DUELS, CIBLE).play(f"{PLAYED}, !skip_round").event("standing").skipped


def test_S27_a_quizmaster_is_awaited_though_a_team_leaves_and_the_teams_once_they_have_left() -> None:
    evening = Evening({**DUELS, "length": 2}, seats="QABCD", quizmaster="Q")
    evening.play(f"go on, {DUEL_D}, right, {DUEL_C}, right")
    assert [evening.turn, evening.leave("D").turn, evening.leave("Q").turn] == [
        "reveal Q",
        "reveal Q",
        "reveal ABC",
    ]


def test_S27_the_table_contests_where_the_quizmaster_has_gone_who_judged() -> None:
    evening = Evening(DUELS, seats="QABC", quizmaster="Q")
    evening.play("go on, A multi 0, A: Rennes, B: Reims, C: Lens, right, Q leaves")
    assert (evening.turn, evening.play("B contests").turn) == ("reveal ABC", "challenges AC")
    turned = LED().play(READ)
    assert "turn_verdict.0" in GAME.host_commands(turned.state)
    assert turned.play("Q contests A").turn == "challenges Q", "the next answer is judged"
