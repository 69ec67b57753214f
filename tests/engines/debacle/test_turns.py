"""Turns and what a die does in them, decision by decision: B1 to B5, B12, and what all games share."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.debacle.board import BLACK, RED, START, beats, dice_by_square, die_of
from engines.debacle.drawing import draw
from engines.debacle.model import Capture, Flip, Pass, Roll
from tests.engines.debacle.match import GAME, Match
from tests.engines.debacle.playing import random_states

START_DRAWING = """\
6  B6 B5 B4 B3 B2 B1
5  .  .  .  .  .  .
4  .  .  .  .  .  .
3  .  .  .  .  .  .
2  .  .  .  .  .  .
1  R1 R2 R3 R4 R5 R6
   a  b  c  d  e  f"""

MIDDLE = """
    6  .  .  B2 .  .  .
    5  .  .  .  .  .  .
    4  .  .  B5 .  .  .
    3  .  B3 R4 .  .  .
    2  .  .  B1 .  .  .
    1  R1 .  .  .  R2 .
       a  b  c  d  e  f"""

APART = """
    6  B2 .  .  .  B3 .
    5  .  .  .  .  .  .
    4  .  .  .  .  .  .
    3  .  .  R4 .  .  .
    2  .  .  .  .  .  .
    1  R1 .  .  .  .  R2
       a  b  c  d  e  f"""


def start(options: dict[str, object], *draws: int) -> tuple[str, tuple[int, ...]]:
    script = ScriptedDraws(draws)
    state = GAME.start(GAME.setup(["A", "B"], options), script).state
    return GAME.observe(state, None).current, script.rest


@pytest.mark.parametrize("seats", [[], ["A"], ["A", "A"], ["A", ""], ["A", "B", "C"]])
def test_B1_two_seats_exactly(seats):
    with pytest.raises(Refusal) as caught:
        GAME.setup(seats, {})
    assert caught.value.code == "bad_seats"


def test_B1_the_start_position():
    public = Match().public
    assert draw(public.board) == START_DRAWING
    assert dice_by_square(START) == public.board
    assert public.colors == {"A": "red", "B": "black"}
    assert (public.points, public.captured) == ({"A": 0, "B": 0}, {"red": (), "black": ()})


def test_B1_one_draw_says_who_begins_unless_named():
    assert start({}, 1) == ("A", ())
    assert start({"first": "drawn"}, 2) == ("B", ())
    assert start({"first": "B"}, 1) == ("B", (1,))


@pytest.mark.parametrize("options", [{"first": "Z"}, {"first": ""}, {"first": 1}, {"turns": 3}])
def test_B1_options_unknown_or_bad_are_refused(options):
    with pytest.raises(Refusal) as caught:
        GAME.setup(["A", "B"], options)
    assert caught.value.code == "bad_options"


def test_B2_a_turn_is_two_actions_and_ends_by_itself():
    match = Match()
    assert (match.seat, match.left) == ("A", (2, 0))
    assert match.refused(",") == "actions_owed"
    match.play("a1-a2")
    assert (match.seat, match.left) == ("A", (1, 0))
    assert match.refused(",") == "actions_owed"
    match.play("b1!")
    assert (match.seat, match.left, match.public.turn) == ("B", (2, 0), 2)
    assert match.told == ["flipped", "turn_started"]


def test_B2_owed_actions_are_used_before_the_bonus_which_may_be_declined():
    match = Match(APART, bonus_left=2)
    match.play("a1-b1")
    assert (match.left, "," in match.legal) == ((1, 2), False)
    match.play("b1-c1")
    assert (match.left, match.seat, "," in match.legal) == ((0, 2), "A", True)
    match.play("c1-d1")
    assert (match.left, match.seat) == ((0, 1), "A")
    match.play(",")
    assert (match.event("passed").bonus, match.seat, match.left) == (1, "B", (2, 0))


def test_B2_the_last_bonus_action_ends_the_turn():
    assert Match(APART, bonus_left=1).play("a1-b1 b1-c1 c1-d1").seat == "B"


def test_B2_a_bounce_may_be_declined_and_the_turn_goes_on():
    match = Match(MIDDLE).play("c3xb3")
    assert match.legal == {"b3-a3", "b3-c3", "b3-b4", "b3!", ","}
    match.play(",")
    assert (match.told, match.seat, match.left) == (["bounce_declined"], "A", (1, 0))
    assert match.public.bounce is None
    assert match.refused(",") == "actions_owed"


def test_B2_a_bounce_that_is_all_that_is_left_ends_the_turn_when_declined():
    match = Match(MIDDLE).play("a1! c3xb3")
    assert (match.seat, match.left, match.public.bounce) == ("A", (0, 0), "b3")
    assert match.play(",").seat == "B"


@pytest.mark.parametrize(
    ("side", "ways", "back"),
    [
        (RED, {"c3-c4", "c3-b3", "c3-d3"}, "c3-c2"),
        (BLACK, {"d4-d3", "d4-c4", "d4-e4"}, "d4-d5"),
    ],
)
def test_B3_a_die_rolls_forward_or_sideways_never_back(side, ways, back):
    match = Match(
        """
        6  B2 .  .  .  B3 .
        5  .  .  .  .  .  .
        4  .  .  .  B4 .  .
        3  .  .  R4 .  .  .
        2  .  .  .  .  .  .
        1  R1 .  .  .  .  R2
           a  b  c  d  e  f""",
        side,
    )
    middle = back[:2]
    assert {word for word in match.legal if word.startswith(f"{middle}-")} == ways
    assert match.refused(back) == "never_back"
    assert match.refused(f"{middle}-e5") == "not_a_neighbour"
    assert match.refused(f"{middle}-{middle}") == "not_a_neighbour"


def test_B3_a_roll_adds_one_and_a_6_becomes_a_1():
    match = Match().play("a1-a2 f1-f2")
    assert (match.public.board["a2"], match.public.board["f2"]) == (("red", 2), ("red", 1))
    assert "a1" not in match.public.board
    assert (match.event("rolled").before, match.event("rolled").value) == (6, 1)


def test_B3_only_to_an_empty_cell_of_the_board():
    match = Match(MIDDLE)
    assert match.refused("c3-b3") == "cell_taken"
    assert match.refused("c3-c4") == "cell_taken"
    assert match.refused(Roll("a1", "a0")) == "no_such_cell"
    assert match.refused(Roll("", "a2")) == "no_such_cell"
    assert match.refused("b1-b2") == "no_die_there"
    assert match.refused("b3-b4") == "not_your_die"
    assert Match().refused("a1-b1") == "cell_taken"


def test_B3_no_die_rolls_round_the_edge():
    assert {word for word in Match(APART).legal if word.startswith("f1-")} == {"f1-f2", "f1-e1"}
    assert {word for word in Match(APART).legal if word.startswith("a1-")} == {"a1-a2", "a1-b1"}


@pytest.mark.parametrize(("value", "turned"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_B4_a_flip_turns_a_die_over_in_place(value, turned):
    match = Match(APART.replace("R4", f"R{value}")).play("c3!")
    assert match.public.board["c3"] == ("red", turned)


def test_B4_not_twice_in_succession_on_the_same_die():
    match = Match(APART, bonus_left=4).play("c3!")
    assert match.public.flipped == "c3"
    assert match.refused("c3!") == "flipped_just_now"
    assert {"a1!", "f1!"} <= match.legal
    match.play("a1! c3! a1-b1 b1! f1!")
    assert match.seat == "B"


def test_B4_a_roll_between_allows_another_flip_also_of_the_same_die():
    match = Match(APART, bonus_left=2).play("c3! c3-c4 c4! a1!")
    assert match.public.board["c4"] == ("red", 3)


def test_B4_succession_is_within_a_turn():
    match = Match().play("b1! a1! a6! b6!")
    assert match.play("a1! b1!").seat == "B"


def test_B4_a_flip_as_a_bounce_counts():
    match = Match(MIDDLE).play("c3xb3 b3!")
    assert match.refused("b3!") == "flipped_just_now"
    assert (match.left, match.event("flipped").bounce) == ((1, 0), True)


def test_B4_a_capture_between_allows_another_flip():
    match = Match(MIDDLE, bonus_left=1).play("c3! c3xc2 c2!")
    assert match.public.board["c2"] == ("red", 6)


def test_B5_who_beats_whom():
    winners = {
        (mine, its)
        for mine in range(1, 7)
        for its in range(1, 7)
        if beats(die_of(RED, mine), die_of(BLACK, its))
    }
    higher = {(mine, its) for mine in range(1, 7) for its in range(1, 7) if mine > its}
    assert winners == higher | {(1, 2), (1, 3), (1, 4), (1, 5), (1, 6)}


def test_B5_forward_backward_and_sideways_what_is_weaker():
    assert {word for word in Match(MIDDLE).legal if "x" in word} == {"c3xb3", "c3xc2"}
    assert Match(MIDDLE).refused("c3xc4") == "too_strong"
    assert Match(MIDDLE).refused("c3xd3") == "nothing_to_capture"
    assert Match(MIDDLE).refused("c3xc5") == "not_a_neighbour"
    assert Match().refused("b1xa1") == "nothing_to_capture"
    one = Match(MIDDLE.replace("R4", "R1"))
    assert {word for word in one.legal if "x" in word} == {"c3xb3", "c3xc4"}


def test_B5_the_attacker_shows_the_captured_value_and_may_bounce():
    match = Match(MIDDLE).play("c3xb3")
    public = match.public
    assert (public.board["b3"], "c3" in public.board) == (("red", 3), False)
    assert public.captured == {"red": (3, 6, 6), "black": (6, 6, 6)}
    assert (public.bounce, public.can_act, match.left) == ("b3", ("b3",), (1, 0))
    assert (match.event("captured").before, match.event("captured").value) == (4, 3)
    assert match.refused("a1-a2") == "bounce_first"


def test_B5_a_bounce_costs_nothing_and_may_capture_again():
    match = Match(
        """
        6  .  .  .  .  B2 B6
        5  .  .  .  .  .  .
        4  .  B3 .  .  .  .
        3  .  B4 R5 .  .  .
        2  .  .  .  .  .  .
        1  R1 .  .  R2 .  .
           a  b  c  d  e  f""",
        red_holds=(1, 1),
    )
    match.play("c3xb3 b3xb4")
    assert (match.left, match.public.bounce, match.seat) == ((1, 0), "b4", "A")
    assert match.public.captured["red"] == (1, 1, 3, 4)
    assert (match.event("captured").bounce, match.public.board["b4"]) == (True, ("red", 3))
    match.play("b4-a4")
    assert (match.left, match.public.bounce, match.public.board["a4"]) == ((1, 0), None, ("red", 4))


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_B12_who_is_to_move_always_has_an_action_to_make_where_one_is_owed(seed):
    for state in random_states(seed):
        (seat,) = GAME.to_act(state)
        actions = GAME.legal_actions(state, seat).actions
        assert any(not isinstance(action, Pass) for action in actions)
        moves = [action for action in actions if isinstance(action, Roll | Flip | Capture)]
        owed = state.position.actions_left > 0 and state.position.returning is None
        assert moves or not owed


def test_C1_the_seats_take_turns():
    match = Match()
    for seat in "ABABAB":
        assert match.seat == seat
        match.play("a1! b1!" if seat == "A" else "a6! b6!")


def test_C2_a_game_needs_no_draw_but_the_first():
    script = ScriptedDraws((2, 1))
    state = GAME.start(GAME.setup(["A", "B"], {}), script).state
    for action in (Flip("a6"), Flip("b6")):
        state = GAME.act(state, "B", action, script).state
    GAME.leave(GAME.expire(state, script).state, "B", script)
    assert script.rest == (1,)


def test_C5_a_seat_that_owes_nothing_is_told_so():
    assert Match().refused("a6!", "B") == "not_your_turn"
    assert Match().refused(",", "B") == "not_your_turn"
