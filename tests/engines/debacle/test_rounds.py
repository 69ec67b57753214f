"""What ends rounds and tables: B9, B10, B11, and the absences that all games share (C3, C4)."""

import pytest

from engines.debacle.board import BLACK, RED, START
from tests.engines.debacle.match import GAME, Match
from tests.engines.table import refusal

LATE = """
    6  .  .  .  .  .  B2
    5  .  .  .  .  .  .
    4  B5 .  B3 .  .  .
    3  .  .  R4 .  .  .
    2  .  .  .  .  .  .
    1  R1 R2 .  R4 .  R6
       a  b  c  d  e  f"""

PAIR = LATE.replace("B5 .  B3", "B3 .  B3")

ARRIVING = """
    6  .  .  .  .  .  B2
    5  R6 .  .  .  .  .
    4  B5 .  B3 .  .  .
    3  .  .  R4 .  .  .
    2  .  .  .  .  .  .
    1  R1 R2 .  R4 .  .
       a  b  c  d  e  f"""

BOUNCING = """
    6  .  .  B4 .  .  B2
    5  .  .  R5 .  .  .
    4  B5 .  B3 .  .  .
    3  .  .  R4 .  .  .
    2  .  .  .  .  .  .
    1  R1 .  .  R4 .  R6
       a  b  c  d  e  f"""


def one_short(**given) -> Match:
    """A table on which Red takes its fifth die with c3xc4."""
    board = LATE.replace("B5 .  B3", ".  .  B3")
    return Match(board, red_holds=(1, 1, 1, 1), black_holds=(2,), **given)


def quiet(**given) -> Match:
    """A table at which Black moves, Red holds 18 points and Black 5."""
    return Match(LATE, BLACK, red_holds=(6, 6, 6), black_holds=(5,), starter=RED, **given)


def result(match: Match) -> str:
    """The points, and who has won or begins which round: "7 2, B begins 2", "30 2, A won"."""
    public = match.public
    points = f"{public.points['A']} {public.points['B']}, "
    return points + (f"{public.winners[0]} won" if public.winners else f"{match.seat} begins {public.round}")


def test_B9_the_fifth_die_ends_the_round_at_once_also_in_mid_chain():
    match = one_short().play("c3xc4")
    assert match.told == ["captured", "round_ended", "round_started", "turn_started"]
    ended, public = match.event("round_ended"), match.public
    assert (ended.reason, ended.captured, ended.points) == ("captured", ((1, 1, 1, 1, 3), (2,)), (7, 2))
    assert (result(match), match.turn, public.turn, public.starter) == ("7 2, B begins 2", "B 2+0", 1, "B")
    assert (match.position.board, public.captured) == (START, {"red": (), "black": ()})
    assert (public.bounce, public.returning) == (None, None)
    assert result(match.agree()) == "7 2, A begins 3"


def test_B9_doubles_end_it_too_before_any_action():
    three = LATE.replace("B5 .  B3", "B3 B3 B3").replace("B2", ". ")
    match = Match(three, red_holds=(1, 1, 1), black_holds=(2,)).play("*a4,b4")
    assert match.told == ["doubles_taken", "round_ended", "round_started", "turn_started"]
    assert result(match) == "9 2, B begins 2"


@pytest.mark.parametrize("given", [{"bonus_left": 1}, {"bonus_due": 2, "acted": True, "actions_left": 1}])
def test_B9_bonuses_still_due_lapse(given):
    match = one_short(**given).play("c3xc4")
    assert (match.turn, match.public.bonus_due) == ("B 2+0", 0)


@pytest.mark.parametrize(
    ("points", "after"),
    [
        ((23, 0), "30 2, A won"),  # thirty points win
        ((22, 0), "29 2, B begins 4"),
        ((24, 29), "31 31, B begins 4"),  # when both have them the higher one
        ((23, 29), "30 31, B won"),
        ((25, 29), "32 31, A won"),
        ((31, 31), "38 33, A won"),  # after equal points the next round decides
    ],
)
def test_B9_thirty_points_win(points, after):
    match = one_short().given(points=points, round=3).play("c3xc4")
    assert result(match) == after
    if match.public.winners:
        assert (match.told, match.public.current) == (["captured", "round_ended", "game_over"], None)


def test_B9_a_round_that_brings_nothing_decides_nothing():
    assert result(Match().given(points=(31, 31), round=5).agree()) == "31 31, B begins 6"


@pytest.mark.parametrize(
    ("given", "reason"),
    [({"turn": 60, "quiet_turns": 59}, "quiet"), ({"turn": 300, "quiet_turns": 3}, "long")],
)
def test_B10_sixty_quiet_turns_or_three_hundred_end_the_round_with_points_as_held(given, reason):
    match = quiet(**given).play("a4! f6!")
    assert (match.event("round_ended").reason, result(match)) == (reason, "18 5, B begins 2")
    assert match.public.quiet_turns == 0


def test_B10_quiet_turns_are_counted_at_each_turns_end():
    match = Match()
    for turn in range(7):
        one, two = ("a1!", "b1!") if turn % 2 == 0 else ("a6!", "b6!")
        assert match.public.quiet_turns == match.play(one).public.quiet_turns == turn
        match.play(two)


RECOVERING = LATE.replace("R1 R2", ".  . ").replace("R6", "R4")


@pytest.mark.parametrize(
    ("match", "words", "quiet_turns"),
    [
        (Match(LATE), "c3xc4 , a1!", 0),
        (Match(PAIR), "*a4 a1! b1!", 0),
        (Match(RECOVERING, black_holds=(1, 2, 2)), "d1! d1-e1 +a1", 9),  # a recovery is no capture
    ],
)
def test_B10_a_capture_or_doubles_make_a_turn_loud(match, words, quiet_turns):
    match.given(turn=9, quiet_turns=8).play(words)
    assert (match.public.quiet_turns, match.seat, match.public.turn) == (quiet_turns, "B", 10)


def test_B10_by_agreement_with_points_as_held_whoever_is_to_move():
    match = Match(LATE, red_holds=(6, 6, 6), black_holds=(5,)).play("c3xc4").agree()
    assert (match.event("round_ended").reason, result(match)) == ("agreed", "21 5, B begins 2")
    won = Match(LATE, red_holds=(6, 6, 6), black_holds=(5,)).given(points=(12, 0), round=3).agree()
    assert (won.public.winners, refusal(won.agree).code) == (("A",), "over")
    assert refusal(Match().command, "settle").code == "illegal_action"


def test_B11_the_clock_is_of_the_turn_not_of_the_action():
    match = Match()
    deadline = match.deadline
    assert (deadline.kind, deadline.seconds) == ("turn", 600)
    assert match.play("a1!").deadline == deadline
    assert len({deadline.key, match.play("b1!").deadline.key, Match().agree().deadline.key}) == 3


def test_B11_the_rest_of_the_turn_is_lost():
    match = Match(LATE, bonus_left=2).play("a1!").timeout()
    assert match.told == ["turn_lost", "turn_started"]
    assert (match.turn, match.public.turn, match.public.quiet_turns) == ("B 2+0", 2, 1)
    due = Match(LATE).given(acted=True, actions_left=1, bonus_due=2).timeout()
    assert due.turn == "B 2+2", "a bonus given before stays due"


@pytest.mark.parametrize(
    ("board", "words", "cell", "value", "quiet_turns"),
    [
        (ARRIVING, "a5-a6", "c1", 1, 1),
        (ARRIVING, "a1! a5-a6", "c1", 1, 1),
        (BOUNCING, "c5xc6", "b1", 4, 0),  # a return that waits for a bounce, too
    ],
)
def test_B11_a_return_owed_is_made_to_the_first_empty_cell_of_the_camp(
    board, words, cell, value, quiet_turns
):
    match = Match(board).play(words).timeout()
    assert match.told == ["returned", "turn_lost", "turn_started"]
    assert (match.event("returned").by_clock, match.public.board[cell]) == (True, ("red", value))
    assert (words[-2:] in match.public.board, match.public.quiet_turns) == (False, quiet_turns)


@pytest.mark.parametrize(("seat", "winner"), ["AB", "BA"])
def test_B11_a_leaver_loses_whatever_the_points(seat, winner):
    match = Match().given(points=(29, 29), round=4).leave(seat)
    assert (match.public.winners, match.public.in_play) == ((winner,), (winner,))
    assert match.told == ["left", "game_over"]


def missed_twice() -> Match:
    """Red has missed two deadlines, Black none."""
    match = Match()
    for _ in range(2):
        match.timeout().play("a6! b6!")
    return match


def test_C3_the_third_missed_deadline_in_a_row_removes_the_seat():
    match = missed_twice()
    assert match.public.missed == {"A": 2, "B": 0}
    assert match.timeout().told == ["turn_lost", "turn_started", "left", "game_over"]
    assert (match.public.winners, match.event("left").absent) == (("B",), True)


def test_C3_any_accepted_action_resets_the_count_and_rounds_do_not():
    match = missed_twice().play("a1!").timeout()
    assert match.public.missed == match.agree().public.missed == {"A": 1, "B": 0}


def test_C3_a_table_won_at_the_deadline_is_not_lost_by_leaving():
    match = Match(LATE, BLACK, red_holds=(6, 6, 1), black_holds=(5,))
    match.given(turn=60, starter=RED, quiet_turns=59, points=(0, 28), missed=(0, 2), round=2).timeout()
    assert (match.public.winners, match.public.gone) == (("B",), ())


def test_C4_leaving_is_possible_at_any_time_and_once():
    match = Match(LATE).play("c3xc4").leave("B")
    assert (match.public.winners, match.public.bounce) == (("A",), None)
    assert (refusal(match.leave, "B").code, GAME.to_act(match.state)) == ("over", ())
