"""Which states from outside are let in, and what the text protocol makes of them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engines import GAMES
from engines.core.errors import Refusal
from engines.core.protocol import Protocol
from engines.defizz.deck import Deck
from engines.defizz.model import Die, Pile, Said
from tests.engines.defizz.decks import MIXED, chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import DUEL_100, GAME, MULTI_100, Table

CITIES = deck(chrono("Reims"))
NOTES = deck(pingpong("do", "ré", "mi", "fa"))

START = Table("ABCD")
CHOOSING = Table("ABCD").roll(DUEL_100).help()
ASKING = Table("ABCD", expert=True).roll(DUEL_100)
RAISING = Table("ABCD").roll(MULTI_100).choose(0, None, 500).refuse("B")
CHRONO = Table("ABCD", CITIES).multi().answer("B", "Lyon", 5)
JUDGING = Table("ABCD", CITIES).multi().answer("B", "Lyon", 5).answer("A", "Reims", 4).pass_("C")
PINGPONG = Table("ABCD", NOTES).multi().answer("A", "do")
CIBLE = Table("ABCD", deck(cible(7))).multi().answer("A", "5")
NAMING = Table("ABCD", deck(chance("reader"))).multi()
BANK = Table("ABCD", CITIES, enrichment=True).roll(MULTI_100).choose(0)
LEFT = Table("ABCD", CITIES).multi().leave("A")
OVER = Table("ABC").leave("A").leave("B")
TABLES = (START, CHOOSING, ASKING, RAISING, CHRONO, JUDGING, PINGPONG, CIBLE, NAMING, BANK, LEFT, OVER)


def challenged(table, **changes):
    return {"challenge": replace(table.position.challenge, **changes)}


@pytest.mark.parametrize("table", TABLES)
def test_what_play_has_reached_is_let_in(table):
    GAME.check(table.state)


@pytest.mark.parametrize(
    ("table", "changes"),
    [
        (START, {"chips": (1900,) * 3}),
        (START, {"chips": (1900, 1900, 1900, 2000)}),
        (START, {"chips": (3800, 0, 1900, 1900)}),
        (START, {"paid": (0, 100, 0, 0), "chips": (1900, 1800, 1900, 1900)}),
        (START, {"bank": 500, "chips": (1400, 1900, 1900, 1900)}),
        (START, {"round": 0}),
        (START, {"active": "Z"}),
        (START, {"reader": "A"}),
        (START, {"reader": "Z"}),
        (START, {"in_play": ("A", "B", "C")}),
        (START, {"in_play": ("B", "A", "C", "D")}),
        (START, {"gone": ("A",)}),
        (START, {"out": ("A",)}),
        (START, {"winners": ("A",)}),
        (START, {"phase": "choose"}),
        (START, {"phase": "over", "winners": ("A",)}),
        (START, {"phase": "verdict"}),
        (START, {"die": Die("duel", 100)}),
        (START, {"card": "d1"}),
        (START, {"asked": 1}),
        (START, {"helped": True}),
        (START, {"help_left": (True,)}),
        (START, {"duel": Pile(("d1", "d2"))}),
        (START, {"duel": Pile(("d1", "d2", "d3"), 4)}),
        (START, {"multi": Pile(("m1", "m2", "d3"))}),
        (CHOOSING, {"card": "d2"}),
        (CHOOSING, {"card": "zz"}),
        (CHOOSING, {"die": Die("multi", 100)}),
        (CHOOSING, {"die": Die("duel", 500)}),
        (CHOOSING, {"asked": 0}),
        (CHOOSING, {"help_left": (True,) * 4}),
        (CHOOSING, {"phase": "ask"}),
        (CHOOSING, {"phase": "roll"}),
        (ASKING, {"reader": None}),
        (ASKING, {"phase": "choose"}),
        (ASKING, {"help_left": (True, False, False, False)}),
        (RAISING, challenged(RAISING, stake=100)),
        (RAISING, challenged(RAISING, stake=None)),
        (RAISING, challenged(RAISING, waiting=())),
        (RAISING, challenged(RAISING, waiting=("A",))),
        (RAISING, challenged(RAISING, waiting=("D",))),
        (RAISING, challenged(RAISING, participants=())),
        (RAISING, challenged(RAISING, participants=("B",))),
        (RAISING, challenged(RAISING, opponent="B")),
        (RAISING, challenged(RAISING, refused=("C",))),
        (RAISING, challenged(RAISING, said=(Said("A", "x"),))),
        (RAISING, {"challenge": None}),
        (RAISING, {"paid": (100, 0, 0, 0), "chips": (1800, 1900, 1900, 1900)}),
        (CHRONO, challenged(CHRONO, waiting=())),
        (CHRONO, challenged(CHRONO, waiting=("A", "B", "C"))),
        (CHRONO, challenged(CHRONO, waiting=("A", "D"))),
        (CHRONO, challenged(CHRONO, stake=200)),
        (CHRONO, challenged(CHRONO, stake=None)),
        (CHRONO, challenged(CHRONO, participants=("A",))),
        (CHRONO, challenged(CHRONO, participants=("B", "A", "C"))),
        (CHRONO, challenged(CHRONO, said=(Said("B", "Lyon"),))),
        (CHRONO, challenged(CHRONO, said=(Said("B", "Lyon", 5), Said("B", "Lyon", 6)))),
        (CHRONO, {"phase": "verdict"}),
        (CHRONO, {"paid": (0, 100, 100, 0), "chips": (1900, 1800, 1800, 1900)}),
        (JUDGING, {"reader": None}),
        (JUDGING, {"phase": "answer"}),
        (JUDGING, challenged(JUDGING, said=())),
        (PINGPONG, {"phase": "answer"}),
        (PINGPONG, challenged(PINGPONG, waiting=("B", "C"))),
        (PINGPONG, challenged(PINGPONG, said=(Said("A", "do", 0, True, None, 9),))),
        (CIBLE, {"phase": "verdict"}),
        (CIBLE, challenged(CIBLE, waiting=("A", "B", "C"))),
        (NAMING, {"reader": None}),
        (NAMING, challenged(NAMING, waiting=("A",))),
        (BANK, challenged(BANK, stake=100)),
        (BANK, {"bank": 11_300, "lost": 100}),
        (LEFT, {"gone": ()}),
        (OVER, {"winners": None}),
        (OVER, {"winners": ("B",)}),
        (OVER, {"winners": ()}),
        (OVER, {"in_play": ()}),
    ],
)
def test_what_no_game_can_reach_is_refused(table, changes):
    state = replace(table.state, position=replace(table.position, **changes))
    with pytest.raises(Refusal) as caught:
        GAME.check(state)
    assert caught.value.code == "bad_request"


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": ("A", "B")},
        {"seats": ("A", "A", "B", "C")},
        {"deck": Deck(format=1, name="", language="fr", licence="", cards=())},
    ],
)
def test_what_no_table_can_be_is_refused(changes):
    with pytest.raises(Refusal):
        GAME.check(replace(START.state, setup=replace(START.state.setup, **changes)))


@pytest.mark.parametrize("table", TABLES)
def test_a_dumped_table_goes_on_in_another_process(table):
    one, two = Protocol(GAMES), Protocol(GAMES)
    state = {
        "game": "defizz",
        "setup": GAME.setups.plain(table.state.setup),
        "position": GAME.positions.plain(table.position),
        "source": {"type": "script", "outcomes": [1, 2, 3, 4]},
    }
    loaded = one.answer(json.dumps({"do": "load", "state": state}).encode())
    assert json.loads(loaded)["ok"]
    dumped = json.loads(one.answer(b'{"do":"dump"}'))["state"]
    assert two.answer(json.dumps({"do": "load", "state": dumped}).encode()) == loaded
    assert two.answer(b'{"do":"timeout"}') == one.answer(b'{"do":"timeout"}')
    assert two.answer(b'{"do":"dump"}') == one.answer(b'{"do":"dump"}')


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state["position"].update(chips=[0.5, 1900, 1900, 1900]),
        lambda state: state["position"].update(chips=[50, 1950, 1900, 1900]),
        lambda state: state["position"].update(phase="dream"),
        lambda state: state["position"].pop("duel"),
        lambda state: state["setup"].update(deck=MIXED["cards"]),
        lambda state: state["setup"]["deck"]["cards"].pop(),
        lambda state: state["setup"]["options"].update(bank=-500),
        lambda state: state["setup"].update(game="tasse"),
    ],
)
def test_C5_a_spoilt_dump_is_refused_and_the_old_table_stays(change):
    protocol = Protocol(GAMES)
    started = {"do": "start", "game": "defizz", "seats": list("ABCD"), "draws": [1]}
    started["options"] = {"first": "A", "shuffle": False, "deck": MIXED}
    assert json.loads(protocol.answer(json.dumps(started).encode()))["ok"]
    dumped = protocol.answer(b'{"do":"dump"}')
    state = json.loads(dumped)["state"]
    change(state)
    answer = json.loads(protocol.answer(json.dumps({"do": "load", "state": state}).encode()))
    assert answer["error"]["code"] == "bad_request"
    assert protocol.answer(b'{"do":"dump"}') == dumped
