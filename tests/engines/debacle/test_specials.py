"""Return, doubles, recovery: B6, B7, B8."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.debacle.board import BLACK, CAMP, RED, cells_of, empty_in_camp, other_side
from engines.debacle.model import Doubles, Return
from tests.engines.debacle.match import Match
from tests.engines.debacle.playing import random_states

NEAR = """
    6  .  B3 .  .  .  B6
    5  R5 .  B1 R6 .  .
    4  .  .  .  .  .  .
    3  .  .  .  .  .  .
    2  .  .  .  .  .  .
    1  R1 .  R2 .  .  R2
       a  b  c  d  e  f"""

CHAIN = """
    6  .  B4 B3 .  .  B6
    5  .  R5 B2 .  .  B5
    4  .  .  .  .  .  B4
    3  .  .  .  .  .  .
    2  .  .  .  .  .  .
    1  R1 .  R2 .  .  R3
       a  b  c  d  e  f"""

PAIRS = """
    6  B6 .  .  .  .  B6
    5  .  .  .  .  .  .
    4  .  B2 .  B2 .  B2
    3  .  .  R2 .  .  .
    2  .  .  .  .  .  .
    1  R1 R3 R4 R5 .  R6
       a  b  c  d  e  f"""

ALIKE = """
    6  .  B2 .  .  .  .
    5  .  .  .  .  .  .
    4  .  .  B3 .  B5 .
    3  .  .  R4 .  .  .
    2  .  .  .  .  .  .
    1  R3 .  .  R3 .  .
       a  b  c  d  e  f"""


def words(match: Match, mark: str) -> set[str]:
    return {word for word in match.legal if word.startswith(mark)}


def test_B6_after_a_roll_the_return_comes_before_anything_else():
    match = Match(NEAR).play("a5-a6")
    assert match.public.returning == "a6"
    assert match.legal == {"=b1", "=d1", "=e1"}
    assert match.public.can_act == ()
    assert match.refused("a6!") == "return_first"
    assert match.refused(",") == "return_first"
    assert match.refused("=a1") == "cell_taken"
    assert match.refused("=b2") == "not_your_camp"
    assert match.refused(Return("z9")) == "not_your_camp"


def test_B6_a_return_keeps_the_value_and_costs_nothing():
    match = Match(NEAR).play("a5-a6 =e1")
    assert (match.public.board["e1"], match.left, match.seat) == (("red", 6), (1, 0), "A")
    assert (match.public.returning, "a6" in match.public.board) == (None, False)
    assert match.refused("=d1") == "nothing_to_return"


def test_B6_the_turn_does_not_end_before_the_return():
    match = Match(NEAR).play("a1! a5-a6")
    assert (match.seat, match.left) == ("A", (0, 0))
    assert match.play("=e1").seat == "B"


def test_B6_black_returns_to_row_6():
    match = Match(
        """
        6  B1 B2 .  .  .  .
        5  .  .  .  .  .  .
        4  .  .  .  .  .  .
        3  .  .  .  .  .  .
        2  .  .  B5 .  .  .
        1  .  R4 .  .  R6 .
           a  b  c  d  e  f""",
        BLACK,
        red_holds=(3, 3, 3),
    )
    assert match.play("c2-c1").legal == {"=c6", "=d6", "=e6", "=f6"}


def test_B6_after_a_capture_before_the_bounce_which_is_then_played_from_the_camp():
    match = Match(CHAIN).play("b5xb6")
    assert (match.public.bounce, match.public.returning) == ("b6", "b6")
    assert match.legal == {"b6-a6", "b6xc6", "b6!", ",", "=b1", "=d1", "=e1"}
    match.play("=d1")
    assert (match.public.bounce, match.public.returning) == ("d1", None)
    assert match.legal == {"d1-d2", "d1-e1", "d1!", ","}
    assert match.play("d1!").left == (1, 0)


def test_B6_between_two_bounces_of_a_chain():
    match = Match(CHAIN).play("b5xb6 b6xc6 =d1")
    assert (match.public.bounce, match.public.board["d1"], match.left) == ("d1", ("red", 3), (1, 0))


def test_B6_after_the_chain_when_the_bounce_is_declined():
    match = Match(CHAIN).play("b5xb6 ,")
    assert (match.public.bounce, match.public.returning) == (None, "b6")
    assert match.legal == {"=b1", "=d1", "=e1"}


@pytest.mark.parametrize(("bounce", "lies"), [("b6!", "b6"), ("b6-a6", "a6")])
def test_B6_after_the_chain_when_the_bounce_is_played_in_the_camp(bounce, lies):
    match = Match(CHAIN).play("b5xb6").play(bounce)
    assert (match.public.bounce, match.public.returning) == (None, lies)
    assert match.legal == {"=b1", "=d1", "=e1"}


def test_B6_a_chain_that_has_led_out_of_the_camp_still_owes_the_return():
    match = Match(CHAIN).play("b5xb6 b6xc6 c6xc5")
    assert (match.public.bounce, match.public.returning) == ("c5", "c5")
    assert {"=b1", "=d1", "=e1", ",", "c5-c6", "c5-b5", "c5!"} <= match.legal
    declined = Match(CHAIN).play("b5xb6 b6xc6 c6xc5 ,")
    assert (declined.public.returning, declined.legal) == ("c5", {"=b1", "=d1", "=e1"})
    rolled = Match(CHAIN).play("b5xb6 b6xc6 c6xc5 c5-d5")
    assert (rolled.public.returning, rolled.legal) == ("d5", {"=b1", "=d1", "=e1"})
    assert match.play("=b1 b1-b2").public.board["b2"] == ("red", 3)


def test_B4_a_return_between_two_flips_does_not_count():
    match = Match(CHAIN).play("b5xb6 b6! =d1")
    assert (match.public.board["d1"], match.public.flipped) == (("red", 3), "d1")
    assert match.refused("d1!") == "flipped_just_now"
    assert "d1-d2" in match.legal


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_B6_no_die_rests_in_the_enemys_camp_and_there_is_always_a_cell_to_return_to(seed):
    for state in random_states(seed):
        position = state.position
        visitors = [
            cell
            for side in (RED, BLACK)
            for cell in cells_of(position.board, side)
            if cell in CAMP[other_side(side)]
        ]
        assert set(visitors) <= {position.returning}
        if position.returning is not None:
            assert empty_in_camp(position.board, position.current)


def test_B7_each_row_may_be_cleared_and_which_die_stays_is_free():
    match = Match(PAIRS)
    row_4 = [(), ("b4", "d4"), ("b4", "f4"), ("d4", "f4")]
    row_6 = [(), ("a6",), ("f6",)]
    wanted = {"*" + ",".join(sorted(four + six)) for four in row_4 for six in row_6 if four or six}
    assert words(match, "*") == wanted
    assert len([action for action in match.actions if isinstance(action, Doubles)]) == 11


def test_B7_doubles_are_free_and_count_as_captured():
    match = Match(PAIRS).play("*b4,f4")
    assert (match.left, match.seat) == ((2, 0), "A")
    assert match.public.captured["red"] == (2, 2, 6)
    assert match.event("doubles_taken").values == (2, 2)
    assert {"b4", "f4"}.isdisjoint(match.public.board)
    assert "d4" in match.public.board


def test_B7_the_cells_may_be_named_in_any_order_but_each_once():
    match = Match(PAIRS)
    assert match.refused(Doubles(("b4", "b4"))) == "not_these_doubles"
    assert match.play("*f6,d4,b4").event("doubles_taken").take == ("b4", "d4", "f6")


@pytest.mark.parametrize("take", ["*b4", "*b4,d4,f4", "*c3", "*a6,f6", "*a6,b4", "*a1"])
def test_B7_a_take_that_leaves_a_pair_or_takes_more_is_refused(take):
    assert Match(PAIRS).refused(take) == "not_these_doubles"


def test_B7_nothing_else_is_a_double():
    assert Match().refused("*a6") == "no_doubles"
    assert Match(PAIRS).refused(Doubles(())) == "not_these_doubles"
    column = """
        6  .  B6 .  .  .  .
        5  B6 .  .  .  .  .
        4  .  B2 .  B1 .  B3
        3  .  R2 .  R2 .  .
        2  .  .  .  .  .  .
        1  R1 R3 R4 R5 .  .
           a  b  c  d  e  f"""
    assert words(Match(column), "*") == set()


def test_B7_once_a_turn_as_the_very_first_act():
    match = Match(PAIRS).play("a1!")
    assert (words(match, "*"), match.public.doubles) == (set(), False)
    assert match.refused("*a6") == "only_at_first"
    again = Match(PAIRS).play("*a6")
    assert again.refused("*b4,d4") == "only_at_first"


def test_B7_two_values_in_one_row_are_both_cleared():
    match = Match(PAIRS.replace("B2 .  B2 .  B2", "B2 B1 B2 .  B1"))
    assert len([word for word in words(match, "*") if "6" not in word]) == 4
    assert match.refused("*b4") == "not_these_doubles"
    assert match.play("*b4,c4").public.captured["red"] == (1, 2)


def test_B8_recover_the_lowest_when_all_own_dice_show_one_value():
    match = Match(ALIKE, black_holds=(2, 4, 5))
    assert match.public.recoverable is None
    match.play("c3!")
    assert match.public.recoverable == 2
    assert words(match, "+") == {"+b1", "+c1", "+e1", "+f1"}
    match.play("+b1")
    assert match.public.board["b1"] == ("red", 2)
    assert match.public.captured["black"] == (4, 5)
    assert (match.left, match.public.bonus_due, match.event("recovered").bonus) == ((1, 0), 1, 1)
    assert match.refused("+c1") == "values_differ"


@pytest.mark.parametrize(("value", "bonus"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_B8_the_opponents_next_turn_gains_by_the_value(value, bonus):
    match = Match(ALIKE, black_holds=(value, 6, 6)).play("c3! +b1 a1!")
    assert (match.seat, match.left, match.public.bonus_due) == ("B", (2, bonus), 0)
    match.play("b6! c4!")
    assert (match.seat, match.left) == ("B", (0, bonus))
    assert match.play(",").left == (2, 0)


def test_B8_never_before_the_first_action():
    match = Match(ALIKE.replace("R4", "R3"), black_holds=(2, 4, 5))
    assert words(match, "+") == set()
    assert match.refused("+b1") == "not_before_the_first"
    assert Match().refused("+b1") == "nothing_to_recover"


def test_B8_repeated_while_the_condition_holds():
    match = Match(ALIKE, black_holds=(3, 3, 4)).play("c3! +b1 +c1 +e1")
    assert match.public.captured["black"] == ()
    assert (match.public.board["e1"], match.public.bonus_due, match.left) == (("red", 4), 4, (1, 0))
    assert words(match, "+") == set()


def test_B8_after_the_last_action_the_turn_waits_for_the_recovery():
    match = Match(ALIKE, black_holds=(2, 6, 6)).play("d1-e1 a1!")
    assert (match.seat, match.left) == ("A", (0, 0))
    assert match.legal == {"+b1", "+c1", "+d1", "+f1", ","}
    assert match.refused("c3!") == "no_action_left"
    assert match.play(",").left == (2, 0)
    recovered = Match(ALIKE, black_holds=(2, 6, 6)).play("d1-e1 a1! +b1")
    assert (recovered.seat, recovered.left) == ("B", (2, 1))


def test_B8_while_a_bounce_is_pending_which_stays_due():
    match = Match(ALIKE, black_holds=(3, 6, 6)).play("c3xc4")
    assert words(match, "+") == {"+b1", "+c1", "+e1", "+f1"}
    match.play("+b1")
    assert (match.public.bounce, match.left) == ("c4", (1, 0))
    assert match.play("c4!").left == (1, 0)


IN_CAMP = """
    6  .  B3 .  .  .  .
    5  .  R4 R2 .  .  .
    4  .  .  .  .  B5 B1
    3  .  .  .  .  .  B6
    2  .  .  .  .  .  .
    1  R3 .  .  R3 .  .
       a  b  c  d  e  f"""


def test_B8_not_while_a_return_must_be_made_at_once():
    match = Match(IN_CAMP.replace("R4", "R3"), black_holds=(6, 6)).play("c5-c6")
    assert match.legal == {"=b1", "=c1", "=e1", "=f1"}
    assert match.refused("+b1") == "return_first"
    match.play("=b1")
    assert words(match, "+") == {"+c1", "+e1", "+f1"}


def test_B8_while_a_return_may_wait_for_the_bounce():
    match = Match(IN_CAMP.replace("R2", "R3"), black_holds=(1, 6)).play("b5xb6")
    assert {"+b1", "=b1", ",", "b6!"} <= match.legal
    match.play("+b1")
    assert (match.public.bounce, match.public.returning) == ("b6", "b6")
    assert words(match, "=") == {"=c1", "=e1", "=f1"}


def test_B8_after_doubles_too():
    board = ALIKE.replace("R4", "R3").replace(".  B2 .  .  .  .", "B2 B2 .  .  .  .")
    match = Match(board, black_holds=(1, 4, 4)).play("*a6")
    assert (match.public.recoverable, match.left) == (1, (2, 0))
    assert match.play("+b1").left == (2, 0)


def test_B4_a_recovery_between_two_flips_does_not_count():
    match = Match(ALIKE, black_holds=(2, 4, 5)).play("c3! +b1")
    assert match.refused("c3!") == "flipped_just_now"


def test_B8_to_an_empty_cell_of_ones_own_camp():
    match = Match(ALIKE, black_holds=(2, 4, 5)).play("c3!")
    assert match.refused("+a1") == "cell_taken"
    assert match.refused("+b2") == "not_your_camp"
    assert match.refused("+b6") == "not_your_camp"
