"""Turns of Débâcle and what a die does in them, decision by decision: B1 to B8, B12, C1, C2, C5."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.debacle.board import (
    BLACK,
    CAMP,
    RED,
    START,
    beats,
    cells_of,
    dice_by_square,
    die_of,
    draw,
    empty_in_camp,
    other_side,
)
from engines.debacle.model import Capture, Doubles, Flip, Pass, Return, Roll
from tests.engines.debacle.match import GAME, Match
from tests.engines.debacle.playing import random_states
from tests.engines.table import refusal
from tests.support.chance import sized

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
    4  .  .  .  B4 .  .
    3  .  .  R4 .  .  .
    2  .  .  .  .  .  .
    1  R1 .  .  .  .  R2
       a  b  c  d  e  f"""

BOUNCING = """
    6  .  .  .  .  B2 B6
    5  .  .  .  .  .  .
    4  .  B3 .  .  .  .
    3  .  B4 R5 .  .  .
    2  .  .  .  .  .  .
    1  R1 .  .  R2 .  .
       a  b  c  d  e  f"""

NEAR = """
    6  .  B3 .  .  .  B6
    5  R5 .  B1 R6 .  .
    4  .  .  .  .  .  .
    3  .  .  .  .  .  .
    2  .  .  .  .  .  .
    1  R1 .  R2 .  .  R2
       a  b  c  d  e  f"""

BLACK_NEAR = """
    6  B1 B2 .  .  .  .
    5  .  .  .  .  .  .
    4  .  .  .  .  .  .
    3  .  .  .  .  .  .
    2  .  .  B5 .  .  .
    1  .  R4 .  .  R6 .
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

NO_PAIRS = """
    6  .  B6 .  .  .  .
    5  B6 .  .  .  .  .
    4  .  B2 .  B1 .  B3
    3  .  R2 .  R2 .  .
    2  .  .  .  .  .  .
    1  R1 R3 R4 R5 .  .
       a  b  c  d  e  f"""

ALIKE = """
    6  .  B2 .  .  .  .
    5  .  .  .  .  .  .
    4  .  .  B3 .  B5 .
    3  .  .  R4 .  .  .
    2  .  .  .  .  .  .
    1  R3 .  .  R3 .  .
       a  b  c  d  e  f"""

IN_CAMP = """
    6  .  B3 .  .  .  .
    5  .  R4 R2 .  .  .
    4  .  .  .  .  B5 B1
    3  .  .  .  .  .  B6
    2  .  .  .  .  .  .
    1  R3 .  .  R3 .  .
       a  b  c  d  e  f"""

RETURNS = {"=b1", "=d1", "=e1"}
OWED = {"black_holds": (2, 4, 5)}


def start(options: dict[str, object], *draws: int) -> tuple[str, tuple[int, ...]]:
    script = ScriptedDraws(draws)
    state = GAME.start(GAME.setup(["A", "B"], options), script).state
    return GAME.observe(state, None).current, script.rest


@pytest.mark.parametrize("seats", [[], ["A"], ["A", "A"], ["A", ""], ["A", "B", "C"]])
def test_B1_two_seats_exactly(seats):
    assert refusal(GAME.setup, seats, {}).code == "bad_seats"


@pytest.mark.parametrize("options", [{"first": "Z"}, {"first": ""}, {"first": 1}, {"turns": 3}])
def test_B1_options_unknown_or_bad_are_refused(options):
    assert refusal(GAME.setup, ["A", "B"], options).code == "bad_options"


def test_B1_the_start_position_and_who_begins():
    public = Match().public
    assert draw(public.board) == START_DRAWING
    assert dice_by_square(START) == public.board
    assert public.colors == {"A": "red", "B": "black"}
    assert (public.points, public.captured) == ({"A": 0, "B": 0}, {"red": (), "black": ()})
    assert start({}, 1) == ("A", ())
    assert start({"first": "drawn"}, 2) == ("B", ())
    assert start({"first": "B"}, 1) == ("B", (1,))


@pytest.mark.parametrize(
    ("match", "words", "reason"),
    [
        (Match(), ",", "actions_owed"),  # B2
        (Match().play("a1-a2"), ",", "actions_owed"),
        (Match(MIDDLE).play("c3xb3 ,"), ",", "actions_owed"),
        *((Match(APART), "c3-c2", "never_back"), (Match(APART, BLACK), "d4-d5", "never_back")),  # B3
        *((Match(APART), f"c3-{to}", "not_a_neighbour") for to in ("e5", "c3")),
        *((Match(APART, BLACK), f"d4-{to}", "not_a_neighbour") for to in ("e5", "d4")),
        *((Match(MIDDLE), f"c3-{to}", "cell_taken") for to in ("b3", "c4")),
        *((Match(MIDDLE), Roll(*way), "no_such_cell") for way in (("a1", "a0"), ("", "a2"))),
        *((Match(MIDDLE), "b1-b2", "no_die_there"), (Match(MIDDLE), "b3-b4", "not_your_die")),
        (Match(), "a1-b1", "cell_taken"),
        (Match(APART, bonus_left=4).play("c3!"), "c3!", "flipped_just_now"),  # B4
        (Match(MIDDLE).play("c3xb3 b3!"), "b3!", "flipped_just_now"),
        (Match(CHAIN).play("b5xb6 b6! =d1"), "d1!", "flipped_just_now"),
        (Match(ALIKE, **OWED).play("c3! +b1"), "c3!", "flipped_just_now"),
        *((Match(MIDDLE), "c3xc4", "too_strong"), (Match(MIDDLE), "c3xd3", "nothing_to_capture")),  # B5
        *((Match(MIDDLE), "c3xc5", "not_a_neighbour"), (Match(), "b1xa1", "nothing_to_capture")),
        (Match(MIDDLE).play("c3xb3"), "a1-a2", "bounce_first"),
        *((Match(NEAR).play("a5-a6"), word, "return_first") for word in ("a6!", ",")),  # B6
        *((Match(NEAR).play("a5-a6"), word, "not_your_camp") for word in ("=b2", Return("z9"))),
        *(
            (Match(NEAR).play("a5-a6"), "=a1", "cell_taken"),
            (Match(NEAR).play("a5-a6 =e1"), "=d1", "nothing_to_return"),
        ),
        *(
            (Match(PAIRS), word, "not_these_doubles")
            for word in ("*b4", "*b4,d4,f4", "*c3", "*a6,f6", "*a6,b4")
        ),  # B7
        *((Match(PAIRS), word, "not_these_doubles") for word in ("*a1", Doubles(()), Doubles(("b4", "b4")))),
        (Match(PAIRS.replace("B2 .  B2 .  B2", "B2 B1 B2 .  B1")), "*b4", "not_these_doubles"),
        (Match(), "*a6", "no_doubles"),
        (Match(PAIRS).play("a1!"), "*a6", "only_at_first"),
        (Match(PAIRS).play("*a6"), "*b4,d4", "only_at_first"),
        (Match(ALIKE, **OWED).play("c3! +b1"), "+c1", "values_differ"),  # B8
        (Match(ALIKE.replace("R4", "R3"), **OWED), "+b1", "not_before_the_first"),
        (Match(), "+b1", "nothing_to_recover"),
        (Match(ALIKE, black_holds=(2, 6, 6)).play("d1-e1 a1!"), "c3!", "no_action_left"),
        (Match(IN_CAMP.replace("R4", "R3"), black_holds=(6, 6)).play("c5-c6"), "+b1", "return_first"),
        (Match(ALIKE, **OWED).play("c3!"), "+a1", "cell_taken"),
        *((Match(ALIKE, **OWED).play("c3!"), word, "not_your_camp") for word in ("+b2", "+b6")),
    ],
)
def test_B2_to_B8_what_is_refused_says_why(match, words, reason):
    assert match.refused(words) == reason


@pytest.mark.parametrize(
    ("match", "words", "turn"),
    [
        (Match(), "", "A 2+0"),
        (Match(), "a1-a2", "A 1+0"),
        (Match(), "a1-a2 b1!", "B 2+0"),  # it ends by itself
        (Match(APART, bonus_left=2), "a1-b1", "A 1+2"),  # owed actions are used before the bonus
        (Match(APART, bonus_left=2), "a1-b1 b1-c1", "A 0+2"),
        (Match(APART, bonus_left=2), "a1-b1 b1-c1 c1-d1", "A 0+1"),
        (Match(APART, bonus_left=2), "a1-b1 b1-c1 c1-d1 ,", "B 2+0"),  # which may be declined
        (Match(APART, bonus_left=1), "a1-b1 b1-c1 c1-d1", "B 2+0"),
        (Match(MIDDLE), "c3xb3", "A 1+0"),
        (Match(MIDDLE), "c3xb3 ,", "A 1+0"),  # a bounce may be declined and the turn goes on
        (Match(MIDDLE), "a1! c3xb3", "A 0+0"),
        (Match(MIDDLE), "a1! c3xb3 ,", "B 2+0"),  # or ends, where nothing else is left
        (Match(APART, bonus_left=4), "c3! a1! c3! a1-b1 b1! f1!", "B 2+0"),
        (Match(), "b1! a1! a6! b6! a1! b1!", "B 2+0"),  # B4: succession is within a turn
        (Match(NEAR), "a5-a6 =e1", "A 1+0"),  # B6: a return costs nothing
        (Match(NEAR), "a1! a5-a6", "A 0+0"),  # the turn does not end before it
        (Match(NEAR), "a1! a5-a6 =e1", "B 2+0"),
        (Match(PAIRS), "*b4,f4", "A 2+0"),  # B7: doubles are free
    ],
)
def test_B2_a_turn_is_two_actions(match, words, turn):
    assert match.play(words).turn == turn


def test_B2_what_may_be_declined_and_what_is_told():
    match = Match(APART, bonus_left=2).play("a1-b1")
    assert ("," in match.legal, "," in match.play("b1-c1").legal) == (False, True)
    assert match.play("c1-d1 ,").event("passed").bonus == 1
    assert (Match().play("a1-a2 b1!").told, match.public.turn) == (["flipped", "turn_started"], 2)
    bounce = Match(MIDDLE).play("c3xb3")
    assert bounce.legal == {"b3-a3", "b3-c3", "b3-b4", "b3!", ","}
    assert (bounce.play(",").told, bounce.public.bounce) == (["bounce_declined"], None)


@pytest.mark.parametrize(
    ("side", "at", "ways"),
    [
        (RED, "c3", "c3-c4 c3-b3 c3-d3"),
        (BLACK, "d4", "d4-d3 d4-c4 d4-e4"),
        (RED, "f1", "f1-f2 f1-e1"),  # not round the edge
        (RED, "a1", "a1-a2 a1-b1"),
    ],
)
def test_B3_a_die_rolls_forward_or_sideways_never_back(side, at, ways):
    assert Match(APART, side).words(f"{at}-") == set(ways.split())


def test_B3_a_roll_adds_one_and_a_6_becomes_a_1():
    match = Match().play("a1-a2 f1-f2")
    assert (match.public.board["a2"], match.public.board["f2"]) == (("red", 2), ("red", 1))
    assert "a1" not in match.public.board
    assert (match.event("rolled").before, match.event("rolled").value) == (6, 1)


@pytest.mark.parametrize(("value", "turned"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_B4_a_flip_turns_a_die_over_in_place(value, turned):
    match = Match(APART.replace("R4", f"R{value}")).play("c3!")
    assert match.public.board["c3"] == ("red", turned)


@pytest.mark.parametrize(
    ("match", "words", "square", "value"),
    [
        (Match(APART, bonus_left=2), "c3! c3-c4 c4! a1!", "c4", 3),  # a roll between
        (Match(MIDDLE, bonus_left=1), "c3! c3xc2 c2!", "c2", 6),  # a capture between
    ],
)
def test_B4_what_comes_between_allows_another_flip(match, words, square, value):
    assert match.play(words).public.board[square] == ("red", value)


def test_B4_not_twice_in_succession_on_the_same_die():
    match = Match(APART, bonus_left=4).play("c3!")
    assert (match.public.flipped, {"a1!", "f1!"} <= match.legal) == ("c3", True)
    bounced = Match(MIDDLE).play("c3xb3 b3!")
    assert (bounced.turn, bounced.event("flipped").bounce) == ("A 1+0", True)
    returned = Match(CHAIN).play("b5xb6 b6! =d1")
    assert (returned.public.board["d1"], returned.public.flipped) == (("red", 3), "d1")
    assert "d1-d2" in returned.legal


def test_B5_who_beats_whom():
    faces = range(1, 7)
    all_pairs = [(mine, its) for mine in faces for its in faces]
    winners = {(mine, its) for mine, its in all_pairs if beats(die_of(RED, mine), die_of(BLACK, its))}
    assert winners == {(mine, its) for mine, its in all_pairs if mine > its} | {
        (1, its) for its in range(2, 7)
    }


def test_B5_forward_backward_and_sideways_what_is_weaker():
    assert Match(MIDDLE).words("x") == {"c3xb3", "c3xc2"}
    assert Match(MIDDLE.replace("R4", "R1")).words("x") == {"c3xb3", "c3xc4"}


def test_B5_the_attacker_shows_the_captured_value_and_may_bounce():
    match = Match(MIDDLE).play("c3xb3")
    public = match.public
    assert (public.board["b3"], "c3" in public.board) == (("red", 3), False)
    assert public.captured == {"red": (3, 6, 6), "black": (6, 6, 6)}
    assert (public.bounce, public.can_act) == ("b3", ("b3",))
    assert (match.event("captured").before, match.event("captured").value) == (4, 3)


def test_B5_a_bounce_costs_nothing_and_may_capture_again():
    match = Match(BOUNCING, red_holds=(1, 1)).play("c3xb3 b3xb4")
    assert (match.turn, match.public.bounce, match.public.captured["red"]) == ("A 1+0", "b4", (1, 1, 3, 4))
    assert (match.event("captured").bounce, match.public.board["b4"]) == (True, ("red", 3))
    match.play("b4-a4")
    assert (match.turn, match.public.bounce, match.public.board["a4"]) == ("A 1+0", None, ("red", 4))


@pytest.mark.parametrize(
    ("match", "words", "returning", "bounce", "legal"),
    [
        (Match(NEAR), "a5-a6", "a6", None, RETURNS),  # after a roll before anything else
        (Match(BLACK_NEAR, BLACK, red_holds=(3, 3, 3)), "c2-c1", "c1", None, {"=c6", "=d6", "=e6", "=f6"}),
        (Match(CHAIN), "b5xb6", "b6", "b6", {*RETURNS, "b6-a6", "b6xc6", "b6!", ","}),  # before the bounce
        (
            Match(CHAIN),
            "b5xb6 =d1",
            None,
            "d1",
            {"d1-d2", "d1-e1", "d1!", ","},
        ),  # which is played from the camp
        (Match(CHAIN), "b5xb6 ,", "b6", None, RETURNS),  # after the chain
        (Match(CHAIN), "b5xb6 b6!", "b6", None, RETURNS),
        (Match(CHAIN), "b5xb6 b6-a6", "a6", None, RETURNS),
        (Match(CHAIN), "b5xb6 b6xc6 c6xc5", "c5", "c5", {*RETURNS, ",", "c5-c6", "c5-b5", "c5-d5", "c5!"}),
        (Match(CHAIN), "b5xb6 b6xc6 c6xc5 ,", "c5", None, RETURNS),  # though it has led out of the camp
        (Match(CHAIN), "b5xb6 b6xc6 c6xc5 c5-d5", "d5", None, RETURNS),
    ],
)
def test_B6_who_came_to_the_enemys_camp_returns(match, words, returning, bounce, legal):
    match.play(words)
    assert (match.public.returning, match.public.bounce, match.legal) == (returning, bounce, legal)


@pytest.mark.parametrize(
    ("match", "words", "square", "value", "turn"),
    [
        (Match(NEAR), "a5-a6 =e1", "e1", 6, "A 1+0"),  # it keeps its value
        (Match(CHAIN), "b5xb6 =d1 d1!", "d1", 3, "A 1+0"),
        (Match(CHAIN), "b5xb6 b6xc6 =d1", "d1", 3, "A 1+0"),  # between two bounces
        (Match(CHAIN), "b5xb6 b6xc6 c6xc5 =b1 b1-b2", "b2", 3, "A 1+0"),
    ],
)
def test_B6_a_return_costs_nothing_and_changes_no_value(match, words, square, value, turn):
    match.play(words)
    assert (match.public.board[square], match.turn) == (("red", value), turn)
    assert not {"a6", "b6", "c6"} & {at for at, (color, _) in match.public.board.items() if color == "red"}


def test_B7_each_row_may_be_cleared_and_which_die_stays_is_free():
    match = Match(PAIRS)
    row_4 = [(), ("b4", "d4"), ("b4", "f4"), ("d4", "f4")]
    row_6 = [(), ("a6",), ("f6",)]
    wanted = {"*" + ",".join(sorted(four + six)) for four in row_4 for six in row_6 if four or six}
    assert match.words("*") == wanted
    assert len([action for action in match.actions if isinstance(action, Doubles)]) == 11
    assert (Match(NO_PAIRS).words("*"), Match(PAIRS).play("a1!").words("*")) == (set(), set())
    assert match.play("*f6,d4,b4").event("doubles_taken").take == ("b4", "d4", "f6")


def test_B7_doubles_are_free_and_count_as_captured():
    match = Match(PAIRS).play("*b4,f4")
    assert (match.turn, match.public.captured["red"]) == ("A 2+0", (2, 2, 6))
    assert match.event("doubles_taken").values == (2, 2)
    assert {"b4", "d4", "f4"} & set(match.public.board) == {"d4"}
    assert (Match(PAIRS).public.doubles, Match(PAIRS).play("a1!").public.doubles) == (True, False)


def test_B7_two_values_in_one_row_are_both_cleared():
    match = Match(PAIRS.replace("B2 .  B2 .  B2", "B2 B1 B2 .  B1"))
    assert len([word for word in match.words("*") if "6" not in word]) == 4
    assert match.play("*b4,c4").public.captured["red"] == (1, 2)


@pytest.mark.parametrize(
    ("match", "words", "cells"),
    [
        (Match(ALIKE, **OWED), "", ""),
        (Match(ALIKE, **OWED), "c3!", "b1 c1 e1 f1"),  # all own dice show one value
        (Match(ALIKE.replace("R4", "R3"), **OWED), "", ""),  # never before the first action
        (Match(ALIKE, black_holds=(3, 3, 4)), "c3! +b1 +c1 +e1", ""),  # nothing is left
        (Match(ALIKE, black_holds=(3, 6, 6)), "c3xc4", "b1 c1 e1 f1"),  # while a bounce is pending
        (
            Match(IN_CAMP.replace("R4", "R3"), black_holds=(6, 6)),
            "c5-c6",
            "",
        ),  # not while a return is due at once
        (Match(IN_CAMP.replace("R4", "R3"), black_holds=(6, 6)), "c5-c6 =b1", "c1 e1 f1"),
        (
            Match(IN_CAMP.replace("R2", "R3"), black_holds=(1, 6)),
            "b5xb6",
            "b1 c1 e1 f1",
        ),  # but while it may wait
    ],
)
def test_B8_who_may_be_recovered_where(match, words, cells):
    assert match.play(words).words("+") == {f"+{cell}" for cell in cells.split()}


def test_B8_recover_the_lowest_when_all_own_dice_show_one_value():
    match = Match(ALIKE, **OWED)
    assert (match.public.recoverable, match.play("c3!").public.recoverable) == (None, 2)
    match.play("+b1")
    assert (match.public.board["b1"], match.public.captured["black"]) == (("red", 2), (4, 5))
    assert (match.turn, match.public.bonus_due, match.event("recovered").bonus) == ("A 1+0", 1, 1)
    pending = Match(IN_CAMP.replace("R2", "R3"), black_holds=(1, 6)).play("b5xb6 +b1")
    assert (pending.public.bounce, pending.public.returning) == ("b6", "b6")
    assert pending.words("=") == {"=c1", "=e1", "=f1"}
    doubles = ALIKE.replace("R4", "R3").replace(".  B2 .  .  .  .", "B2 B2 .  .  .  .")
    assert Match(doubles, black_holds=(1, 4, 4)).play("*a6").public.recoverable == 1


@pytest.mark.parametrize(
    ("match", "words", "turn"),
    [
        *((Match(ALIKE, black_holds=(value, 6, 6)), "c3! +b1 a1!", "B 2+1") for value in (1, 2, 3)),
        *((Match(ALIKE, black_holds=(value, 6, 6)), "c3! +b1 a1!", "B 2+2") for value in (4, 5, 6)),
        (Match(ALIKE, black_holds=(1, 6, 6)), "c3! +b1 a1! b6! c4!", "B 0+1"),
        (Match(ALIKE, black_holds=(1, 6, 6)), "c3! +b1 a1! b6! c4! ,", "A 2+0"),
        (Match(ALIKE, black_holds=(2, 6, 6)), "d1-e1 a1!", "A 0+0"),  # the turn waits for the recovery
        (Match(ALIKE, black_holds=(2, 6, 6)), "d1-e1 a1! ,", "B 2+0"),
        (Match(ALIKE, black_holds=(2, 6, 6)), "d1-e1 a1! +b1", "B 2+1"),
        (Match(ALIKE, black_holds=(3, 6, 6)), "c3xc4 +b1", "A 1+0"),  # a pending bounce stays due
        (Match(ALIKE, black_holds=(3, 6, 6)), "c3xc4 +b1 c4!", "A 1+0"),
        (Match(ALIKE, black_holds=(3, 3, 4)), "c3! +b1 +c1 +e1", "A 1+0"),  # repeated while it holds
    ],
)
def test_B8_the_opponents_next_turn_gains_by_the_value(match, words, turn):
    assert match.play(words).turn == turn


def test_B8_all_that_may_be_recovered_and_what_is_due_for_it():
    match = Match(ALIKE, black_holds=(3, 3, 4)).play("c3! +b1 +c1 +e1")
    assert (match.public.captured["black"], match.public.board["e1"], match.public.bonus_due) == (
        (),
        ("red", 4),
        4,
    )
    waiting = Match(ALIKE, black_holds=(2, 6, 6)).play("d1-e1 a1!")
    assert waiting.legal == {"+b1", "+c1", "+d1", "+f1", ","}
    assert Match(ALIKE, black_holds=(3, 6, 6)).play("c3xc4 +b1").public.bounce == "c4"


@settings(max_examples=sized(16, 40), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_B6_B12_at_any_time_there_is_a_move_a_cell_to_return_to_and_twelve_dice(seed):
    for state in random_states(seed):
        position, (seat,) = state.position, GAME.to_act(state)
        actions = GAME.legal_actions(state, seat).actions
        assert any(not isinstance(action, Pass) for action in actions)
        owed = position.actions_left > 0 and position.returning is None
        assert not owed or any(isinstance(action, Roll | Flip | Capture) for action in actions)
        for side in (RED, BLACK):
            mine, held = cells_of(position.board, side), position.captured[1 - side]
            assert {cell for cell in mine if cell in CAMP[other_side(side)]} <= {position.returning}
            assert len(list(mine)) + len(held) == 6
            assert all(1 <= value <= 6 for value in held)
        if position.returning is not None:
            assert empty_in_camp(position.board, position.current)


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
    assert (Match().refused("a6!", "B"), Match().refused(",", "B")) == ("not_your_turn", "not_your_turn")
