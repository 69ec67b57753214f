"""What the text protocol makes of Diavolo, and of bad input."""

import json

import pytest

from tests.engines.diavolo.table import BLACK_IS_BEST, GAME, table_of
from tests.engines.spoken import Wire
from tests.engines.table import refusal


@pytest.mark.parametrize(
    ("name", "value"), [("gems", [6, 4, 4]), ("gems", [-1, 4, 4]), ("missed", [4, 0, 0]), ("round", -1)]
)
def test_counts_beyond_the_rules_are_refused(name, value):
    plain = {**GAME.positions.plain(table_of("A4 B4 C4").position), name: value}
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
