"""Which states from outside are let in, and what the text protocol makes of bad input."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engines import GAMES
from engines.core.errors import Refusal
from engines.core.protocol import Protocol
from engines.diavolo.model import Fate, Held, Pawns, Settlement, Throw
from tests.engines.diavolo.table import BLACK_IS_BEST, GAME, GREY_IS_RIGHT, Table

BEFORE = Table("ABC").with_gems(4, 4, 4)
DURING = Table("ABC").with_gems(4, 4, 4).roll(*GREY_IS_RIGHT).grab("A", "grey", 5).grab("B", "red", 6)
LEFT = Table("ABC").with_gems(4, 4, 4).roll(*GREY_IS_RIGHT).grab("A", "grey", 5).leave("A")
OVER = Table("AB").with_gems(1, 2).roll(*BLACK_IS_BEST).timeout()
THROW, LAST = DURING.position.throw, BEFORE.position.last


@pytest.mark.parametrize("table", [BEFORE, DURING, LEFT, OVER])
def test_what_play_has_reached_is_let_in(table):
    GAME.check(table.state)


@pytest.mark.parametrize(
    ("table", "changes"),
    [
        (BEFORE, {"gems": (4, 4)}),
        (BEFORE, {"missed": ()}),
        (BEFORE, {"gone": ("A",)}),
        (BEFORE, {"gone": ("Z",)}),
        (BEFORE, {"roller": "Z"}),
        (BEFORE, {"round": 0}),
        (BEFORE, {"round": 1}),
        (BEFORE, {"last": None}),
        (BEFORE, {"last": None, "round": 1, "gems": (4, 4, 0)}),
        (BEFORE, {"last": Settlement(LAST.throw, LAST.fates[:1])}),
        (BEFORE, {"last": Settlement(LAST.throw, LAST.fates[::-1])}),
        (BEFORE, {"last": Settlement(LAST.throw, (Fate("A", "grey", 1, -1), *LAST.fates[1:]))}),
        (BEFORE, {"last": Settlement(LAST.throw, (Fate("A", None, 1, -1), *LAST.fates[1:]))}),
        (BEFORE, {"last": Settlement(Throw((1,), (1,), (1,), 1), LAST.fates)}),
        (BEFORE, {"gems": (4, 0, 0), "roller": "A"}),
        (BEFORE, {"gems": (0, 4, 4)}),
        (BEFORE, {"throw": THROW}),
        (BEFORE, {"held": (Held("A", "red", 1),)}),
        (BEFORE, {"pawns": Pawns(3, 3, 3, 1)}),
        (BEFORE, {"winners": ()}),
        (DURING, {"throw": None}),
        (DURING, {"throw": replace(THROW, near=1)}),
        (DURING, {"throw": replace(THROW, order=6)}),
        (DURING, {"throw": replace(THROW, order=6, near=11)}),
        (DURING, {"held": (Held("A", "grey", 5), Held("A", "red", 6))}),
        (DURING, {"held": (Held("A", "grey", 5), Held("Z", "red", 6))}),
        (DURING, {"held": (Held("A", "grey", 7), Held("B", "red", 6))}),
        (DURING, {"held": (Held("A", "grey", 5),)}),
        (DURING, {"pawns": Pawns(3, 2, 1, 0)}),
        (DURING, {"winners": ("A",)}),
        (LEFT, {"pawns": Pawns(1, 2, 2, 0)}),
        (OVER, {"winners": ()}),
        (OVER, {"winners": None}),
        (OVER, {"throw": LAST.throw}),
        (OVER, {"pawns": Pawns(1, 1, 1, 1)}),
        (OVER, {"gems": (1, 1)}),
    ],
)
def test_what_no_game_can_have_reached_is_refused(table, changes):
    with pytest.raises(Refusal) as caught:
        GAME.check(replace(table.state, position=replace(table.position, **changes)))
    assert (caught.value.code, caught.value.reason) == ("bad_request", "impossible_state")


@pytest.mark.parametrize(
    ("name", "value"), [("gems", [6, 4, 4]), ("gems", [-1, 4, 4]), ("missed", [4, 0, 0]), ("round", -1)]
)
def test_counts_beyond_the_rules_are_refused(name, value):
    plain = {**GAME.positions.plain(BEFORE.position), name: value}
    with pytest.raises(Refusal) as caught:
        GAME.positions.load(json.dumps(plain))
    assert caught.value.code == "bad_request"


def ask(protocol, **request):
    return json.loads(protocol.answer(json.dumps(request).encode()))


@pytest.fixture
def rolled():
    protocol = Protocol(GAMES)
    ask(protocol, do="start", game="diavolo", seats=["A", "B"], options={"first": "A"}, draws=BLACK_IS_BEST)
    assert ask(protocol, do="act", seat="A", action={"type": "roll"})["ok"]
    return protocol


def test_the_list_of_grabs_leaves_the_moment_out(rolled):
    listed = ask(rolled, do="legal", seat="B")["actions"]
    assert listed == [{"type": "grab", "color": color} for color in ("black", "white", "red", "grey")]


@pytest.mark.parametrize(
    "fields",
    [
        *({"at": at} for at in (None, "1", 1.0, 1.5, True, [1])),
        *({}, {"at": 1, "color": 3}, {"at": 1, "color": None}, {"at": 1, "more": 1}),
    ],
)
def test_a_grab_names_a_colour_and_a_whole_number(rolled, fields):
    answer = ask(rolled, do="act", seat="B", action={"type": "grab", "color": "red", **fields})
    assert answer["error"]["code"] == "bad_request"


def test_public_facts_have_the_names_of_the_contract(rolled):
    public = ask(rolled, do="act", seat="B", action={"type": "grab", "color": "black", "at": 1})["public"]
    assert public["dice"] == {
        "black": [6, 6, 6],
        "white": [1, 1, 1],
        "red": [2, 2, 2],
        "order": 1,
        "near": None,
    }
    assert public["pawns"] == {"black": 0, "white": 1, "red": 1, "grey": 1}
    assert (public["phase"], public["roller"], public["gems"]) == ("grab", "A", {"A": 5, "B": 5})
    last = ask(rolled, do="settle")["public"]["last"]
    assert last == {"target": "black", "claims": {"A": None, "B": "black"}, "delta": {"A": -1, "B": 0}}


def test_settling_has_its_moment(rolled):
    assert ask(rolled, do="settle")["error"]["code"] == "illegal_action"
    ask(rolled, do="leave", seat="B")
    assert ask(rolled, do="settle")["error"]["code"] == "over"
