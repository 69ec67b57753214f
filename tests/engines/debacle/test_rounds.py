"""What ends rounds and tables: B9, B10, B11, and the absences that all games share (C3, C4)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.debacle.board import BLACK, RED, START, dice_alone
from tests.engines.debacle.match import GAME, NO_DRAWS, Match
from tests.engines.debacle.playing import random_states

LATE = """
    6  .  .  .  .  .  B2
    5  .  .  .  .  .  .
    4  B5 .  B3 .  .  .
    3  .  .  R4 .  .  .
    2  .  .  .  .  .  .
    1  R1 R2 .  R4 .  R6
       a  b  c  d  e  f"""

PAIR = LATE.replace("B5 .  B3", "B3 .  B3")


def one_short(**given) -> Match:
    """A table on which Red takes its fifth die with c3xc4."""
    board = LATE.replace("B5 .  B3", ".  .  B3")
    return Match(board, red_holds=(1, 1, 1, 1), black_holds=(2,), **given)


def test_B9_the_fifth_die_ends_the_round_at_once_also_in_mid_chain():
    match = one_short().play("c3xc4")
    assert match.told == ["captured", "round_ended", "round_started", "turn_started"]
    ended = match.event("round_ended")
    assert (ended.reason, ended.captured, ended.points) == ("captured", ((1, 1, 1, 1, 3), (2,)), (7, 2))
    public = match.public
    assert (public.round, public.turn, public.points) == (2, 1, {"A": 7, "B": 2})
    assert (match.position.board, public.captured) == (START, {"red": (), "black": ()})
    assert (public.bounce, public.returning, match.left) == (None, None, (2, 0))


def test_B9_doubles_end_it_too_before_any_action():
    three = LATE.replace("B5 .  B3", "B3 B3 B3").replace("B2", ". ")
    match = Match(three, red_holds=(1, 1, 1), black_holds=(2,)).play("*a4,b4")
    assert match.told == ["doubles_taken", "round_ended", "round_started", "turn_started"]
    assert match.public.points == {"A": 9, "B": 2}


def test_B9_the_other_side_begins_the_next_round():
    match = one_short().play("c3xc4")
    assert (match.seat, match.public.starter) == ("B", "B")
    match.agree()
    assert (match.seat, match.public.round) == ("A", 3)


def test_B9_bonuses_still_due_lapse():
    assert one_short(bonus_left=1).play("c3xc4").left == (2, 0)
    due = one_short().given(bonus_due=2, acted=True, actions_left=1).play("c3xc4")
    assert (due.left, due.public.bonus_due) == ((2, 0), 0)


def test_B9_thirty_points_win():
    match = one_short().given(points=(23, 0), round=3).play("c3xc4")
    assert (match.public.winners, match.public.phase, match.public.points) == (
        ("A",),
        "over",
        {"A": 30, "B": 2},
    )
    assert GAME.to_act(match.state) == ()
    assert match.told == ["captured", "round_ended", "game_over"]
    assert match.public.current is None
    assert one_short().given(points=(22, 0), round=3).play("c3xc4").public.winners is None


def test_B9_when_both_have_thirty_the_higher_wins():
    match = one_short().given(points=(24, 29), round=3).play("c3xc4")
    assert (match.public.points, match.public.winners) == ({"A": 31, "B": 31}, None)
    assert match.public.round == 4
    assert one_short().given(points=(23, 29), round=3).play("c3xc4").public.winners == ("B",)
    assert one_short().given(points=(25, 29), round=3).play("c3xc4").public.winners == ("A",)


def test_B9_after_equal_points_the_next_round_decides_whatever_it_brings():
    match = one_short().given(points=(31, 31), round=5).play("c3xc4")
    assert match.public.winners == ("A",)
    still = Match().given(points=(31, 31), round=5).agree()
    assert (still.public.winners, still.public.round) == (None, 6)


def test_B10_sixty_quiet_turns_end_the_round_with_points_as_held():
    match = Match(LATE, BLACK, red_holds=(6, 6, 6), black_holds=(5,))
    match.given(turn=60, starter=RED, quiet_turns=59)
    match.play("a4! f6!")
    assert match.event("round_ended").reason == "quiet"
    assert match.public.points == {"A": 18, "B": 5}
    assert (match.public.round, match.public.quiet_turns, match.seat) == (2, 0, "B")


def test_B10_quiet_turns_are_counted_at_each_turns_end():
    match = Match()
    for turn in range(7):
        assert match.public.quiet_turns == turn
        one, two = ("a1!", "b1!") if turn % 2 == 0 else ("a6!", "b6!")
        match.play(one)
        assert match.public.quiet_turns == turn
        match.play(two)


@pytest.mark.parametrize(("board", "words"), [(LATE, "c3xc4 , a1!"), (PAIR, "*a4 a1! b1!")])
def test_B10_a_capture_or_doubles_make_a_turn_loud(board, words):
    match = Match(board).given(turn=59, quiet_turns=58).play(words)
    assert (match.public.quiet_turns, match.seat, match.public.turn) == (0, "B", 60)


def test_B10_a_recovery_does_not_make_a_turn_loud():
    board = LATE.replace("R1 R2", ".  . ").replace("R6", "R4")
    match = Match(board, black_holds=(1, 2, 2)).given(turn=9, quiet_turns=7).play("d1! d1-e1 +a1")
    assert (match.told, match.public.quiet_turns) == (["recovered", "turn_started"], 8)


def test_B10_three_hundred_turns_end_the_round():
    match = Match(LATE, BLACK, red_holds=(6, 6, 6), black_holds=(5,))
    match.given(turn=300, starter=RED, quiet_turns=3).play("a4! f6!")
    assert (match.event("round_ended").reason, match.public.round) == ("long", 2)


def test_B10_by_agreement_with_points_as_held_whoever_is_to_move():
    match = Match(LATE, red_holds=(6, 6, 6), black_holds=(5,)).play("c3xc4").agree()
    assert match.event("round_ended").reason == "agreed"
    assert (match.public.points, match.public.round) == ({"A": 21, "B": 5}, 2)
    won = Match(LATE, red_holds=(6, 6, 6), black_holds=(5,)).given(points=(12, 0), round=3).agree()
    assert won.public.winners == ("A",)
    with pytest.raises(Refusal) as caught:
        GAME.system(won.state, "end_round", NO_DRAWS)
    assert caught.value.code == "over"


def test_B10_no_other_command_is_known():
    with pytest.raises(Refusal) as caught:
        GAME.system(Match().state, "settle", NO_DRAWS)
    assert caught.value.code == "illegal_action"


def test_B11_the_clock_is_of_the_turn_not_of_the_action():
    match = Match()
    deadline = GAME.deadline(match.state)
    assert (deadline.kind, deadline.seconds) == ("turn", 600)
    assert GAME.deadline(match.play("a1!").state) == deadline
    assert GAME.deadline(match.play("b1!").state).key != deadline.key
    first = GAME.deadline(Match().agree().state)
    assert first.key != deadline.key


def test_B11_the_rest_of_the_turn_is_lost():
    match = Match(LATE, bonus_left=2).play("a1!").timeout()
    assert match.told == ["turn_lost", "turn_started"]
    assert (match.seat, match.left, match.public.turn, match.public.quiet_turns) == ("B", (2, 0), 2, 1)


@pytest.mark.parametrize("words", ["a5-a6", "a1! a5-a6"])
def test_B11_a_return_owed_is_made_to_the_first_empty_cell_of_the_camp(words):
    board = """
        6  .  .  .  .  .  B2
        5  R6 .  .  .  .  .
        4  B5 .  B3 .  .  .
        3  .  .  R4 .  .  .
        2  .  .  .  .  .  .
        1  R1 R2 .  R4 .  .
           a  b  c  d  e  f"""
    match = Match(board).play(words).timeout()
    assert match.told == ["returned", "turn_lost", "turn_started"]
    assert (match.event("returned").by_clock, match.public.board["c1"]) == (True, ("red", 1))
    assert "a6" not in match.public.board


def test_B11_a_return_that_waits_for_a_bounce_is_made_too():
    board = """
        6  .  .  B4 .  .  B2
        5  .  .  R5 .  .  .
        4  B5 .  B3 .  .  .
        3  .  .  R4 .  .  .
        2  .  .  .  .  .  .
        1  R1 .  .  R4 .  R6
           a  b  c  d  e  f"""
    match = Match(board).play("c5xc6").timeout()
    assert (match.public.board["b1"], match.seat) == (("red", 4), "B")
    assert match.public.quiet_turns == 0


def test_B11_a_bonus_given_before_stays_due():
    match = Match(LATE).given(acted=True, actions_left=1, bonus_due=2).timeout()
    assert match.left == (2, 2)


def test_B11_a_leaver_loses_whatever_the_points():
    for seat, winner in (("A", "B"), ("B", "A")):
        match = Match().given(points=(29, 29), round=4).leave(seat)
        assert match.public.winners == (winner,)
        assert match.public.in_play == (winner,)
        assert match.told == ["left", "game_over"]


def test_C3_the_third_missed_deadline_in_a_row_removes_the_seat():
    match = Match()
    for _ in range(2):
        match.timeout().play("a6! b6!")
    assert match.public.missed == {"A": 2, "B": 0}
    match.timeout()
    assert match.told == ["turn_lost", "turn_started", "left", "game_over"]
    assert (match.public.winners, match.event("left").absent) == (("B",), True)


def test_C3_any_accepted_action_resets_the_count_and_rounds_do_not():
    match = Match()
    for _ in range(2):
        match.timeout().play("a6! b6!")
    match.play("a1!").timeout()
    assert match.public.missed == {"A": 1, "B": 0}
    assert match.agree().public.missed == {"A": 1, "B": 0}


def test_C3_a_table_won_at_the_deadline_is_not_lost_by_leaving():
    match = Match(LATE, BLACK, red_holds=(6, 6, 1), black_holds=(5,))
    match.given(turn=60, starter=RED, quiet_turns=59, points=(0, 28), missed=(0, 2), round=2).timeout()
    assert (match.public.winners, match.public.gone) == (("B",), ())


def test_C4_leaving_is_possible_at_any_time_and_once():
    match = Match(LATE).play("c3xc4").leave("B")
    assert (match.public.winners, match.public.bounce) == (("A",), None)
    with pytest.raises(Refusal) as caught:
        GAME.leave(match.state, "B", ScriptedDraws())
    assert caught.value.code == "over"


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_twelve_dice_stay_twelve(seed):
    for state in random_states(seed):
        position = state.position
        for side in (RED, BLACK):
            held = position.captured[1 - side]
            assert len(dice_alone(position.board, side)) + len(held) == 6
            assert all(1 <= value <= 6 for value in held)
