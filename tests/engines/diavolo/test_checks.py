"""Which positions of Diavolo are let in from outside, and what the text protocol makes of bad input."""

import json
from dataclasses import replace

import pytest

from engines.diavolo.model import Fate, Held, Pawns, Settlement, Throw
from tests.engines.diavolo.table import BLACK_IS_BEST, GAME, table_of
from tests.engines.spoken import Wire
from tests.engines.table import refusal

BEFORE = table_of("A4 B4 C4")
DURING = table_of("A4 B4 C4").play("tie, A grey 5, B red 6")
LEFT = table_of("A4 B4 C4").play("tie, A grey 5, A leaves")
OVER = table_of("A1 B2").play("throw, time")
THROW, LAST = DURING.position.throw, BEFORE.position.last


@pytest.mark.parametrize("table", [BEFORE, DURING, LEFT, OVER])
def test_what_play_has_reached_is_let_in(table):
    GAME.check(table.state)


@pytest.mark.parametrize(
    ("table", "changes"),
    [
        *((BEFORE, {"gems": gems}) for gems in ((4, 4), (0, 4, 4))),
        *((BEFORE, {"gone": gone}) for gone in (("A",), ("Z",))),
        *((BEFORE, {"round": number}) for number in (0, 1)),
        *((BEFORE, {"missed": ()}), (BEFORE, {"roller": "Z"}), (BEFORE, {"last": None})),
        (BEFORE, {"last": None, "round": 1, "gems": (4, 4, 0)}),
        *((BEFORE, {"last": Settlement(LAST.throw, fates)}) for fates in (LAST.fates[:1], LAST.fates[::-1])),
        (BEFORE, {"last": Settlement(LAST.throw, (Fate("A", "grey", 1, -1), *LAST.fates[1:]))}),
        (BEFORE, {"last": Settlement(LAST.throw, (Fate("A", None, 1, -1), *LAST.fates[1:]))}),
        (BEFORE, {"last": Settlement(Throw((1,), (1,), (1,), 1), LAST.fates)}),
        (BEFORE, {"gems": (4, 0, 0), "roller": "A"}),
        *((BEFORE, {"throw": THROW}), (BEFORE, {"held": (Held("A", "red", 1),)}), (BEFORE, {"winners": ()})),
        (BEFORE, {"pawns": Pawns(3, 3, 3, 1)}),
        *((DURING, {"throw": None}), (DURING, {"winners": ("A",)}), (DURING, {"pawns": Pawns(3, 2, 1, 0)})),
        *((DURING, {"throw": replace(THROW, **odd)}) for odd in ({"near": 1}, {"order": 6})),
        (DURING, {"throw": replace(THROW, order=6, near=11)}),
        *((DURING, {"held": (Held("A", "grey", 5), Held(seat, "red", 6))}) for seat in "AZ"),
        (DURING, {"held": (Held("A", "grey", 7), Held("B", "red", 6))}),
        (DURING, {"held": (Held("A", "grey", 5),)}),
        (LEFT, {"pawns": Pawns(1, 2, 2, 0)}),
        *((OVER, {"winners": winners}) for winners in ((), None)),
        *((OVER, {"throw": LAST.throw}), (OVER, {"pawns": Pawns(1, 1, 1, 1)}), (OVER, {"gems": (1, 1)})),
    ],
)
def test_what_no_game_can_have_reached_is_refused(table, changes):
    assert table.impossible(**changes) == ("bad_request", "impossible_state")


@pytest.mark.parametrize(
    ("name", "value"), [("gems", [6, 4, 4]), ("gems", [-1, 4, 4]), ("missed", [4, 0, 0]), ("round", -1)]
)
def test_counts_beyond_the_rules_are_refused(name, value):
    plain = {**GAME.positions.plain(BEFORE.position), name: value}
    assert refusal(GAME.positions.load, json.dumps(plain)).code == "bad_request"


@pytest.fixture
def rolled():
    start = {"do": "start", "game": "diavolo", "seats": ["A", "B"], "options": {"first": "A"}}
    wire = Wire({**start, "draws": BLACK_IS_BEST})
    assert wire.act("A", "roll")["ok"]
    return wire


def test_the_list_of_grabs_leaves_the_moment_out(rolled):
    listed = rolled.ask(do="legal", seat="B")["actions"]
    assert listed == [{"type": "grab", "color": color} for color in ("black", "white", "red", "grey")]


@pytest.mark.parametrize(
    "fields",
    [
        *({"at": at} for at in (None, "1", 1.0, 1.5, True, [1])),
        *({}, {"at": 1, "color": 3}, {"at": 1, "color": None}, {"at": 1, "more": 1}),
    ],
)
def test_a_grab_names_a_colour_and_a_whole_number(rolled, fields):
    answer = rolled.act("B", "grab", **{"color": "red", **fields})
    assert answer["error"]["code"] == "bad_request"


def test_public_facts_have_the_names_of_the_contract(rolled):
    public = rolled.act("B", "grab", color="black", at=1)["public"]
    dice = {"black": [6, 6, 6], "white": [1, 1, 1], "red": [2, 2, 2], "order": 1, "near": None}
    assert (public["dice"], public["gems"]) == (dice, {"A": 5, "B": 5})
    assert public["pawns"] == {"black": 0, "white": 1, "red": 1, "grey": 1}
    assert (public["phase"], public["roller"]) == ("grab", "A")
    last = rolled.ask(do="settle")["public"]["last"]
    assert last == {"target": "black", "claims": {"A": None, "B": "black"}, "delta": {"A": -1, "B": 0}}


def test_settling_has_its_moment(rolled):
    assert rolled.code(do="settle") == "illegal_action"
    rolled.ask(do="leave", seat="B")
    assert rolled.code(do="settle") == "over"
