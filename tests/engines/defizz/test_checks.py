"""Which positions of Défizz are let in from outside, and what the text protocol makes of them."""

import json
from dataclasses import replace

import pytest

from engines.defizz.deck import Deck
from engines.defizz.model import Die, Pile, Said
from tests.engines.defizz.decks import MIXED, chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import GAME, Table
from tests.engines.spoken import Wire
from tests.engines.table import refusal

CITIES = deck(chrono("Reims"))
START = Table()
CHOOSING = Table().play("roll 1, help")
ASKING = Table(expert=True).play("roll 1")
RAISING = Table().play("roll 4, choose 0 - 500, B refuses")
CHRONO = Table("ABCD", CITIES).play("multi, B: Lyon @5")
JUDGING = Table("ABCD", CITIES).play("multi, B: Lyon @5, A: Reims @4, C passes")
PINGPONG = Table("ABCD", deck(pingpong("do", "ré", "mi", "fa"))).play("multi, A: do")
CIBLE = Table("ABCD", deck(cible(7))).play("multi, A: 5")
NAMING = Table("ABCD", deck(chance("reader"))).multi()
BANK = Table("ABCD", CITIES, enrichment=True).play("roll 4, choose 0 -")
LEFT = Table("ABCD", CITIES).play("multi, A leaves")
OVER = Table("ABC").play("A leaves, B leaves")
TABLES = (START, CHOOSING, ASKING, RAISING, CHRONO, JUDGING, PINGPONG, CIBLE, NAMING, BANK, LEFT, OVER)
PAID = {"paid": (100, 0, 0, 0), "chips": (1800, 1900, 1900, 1900)}


def challenged(table, **changes):
    return {"challenge": replace(table.position.challenge, **changes)}


@pytest.mark.parametrize("table", TABLES)
def test_what_play_has_reached_is_let_in_and_goes_on_in_another_process(table):
    GAME.check(table.state)
    state = {
        "game": "defizz",
        "setup": GAME.setups.plain(table.state.setup),
        "position": GAME.positions.plain(table.position),
        "source": {"type": "script", "outcomes": [1, 2, 3, 4]},
    }
    one, two = Wire(), Wire()
    loaded = one.ask(do="load", state=state)
    assert loaded["ok"]
    assert two.ask(do="load", state=one.ask(do="dump")["state"]) == loaded
    assert two.ask(do="timeout") == one.ask(do="timeout")
    assert two.ask(do="dump") == one.ask(do="dump")


@pytest.mark.parametrize(
    ("table", "changes"),
    [
        *(
            (START, {"chips": chips})
            for chips in ((1900,) * 3, (1900, 1900, 1900, 2000), (3800, 0, 1900, 1900))
        ),
        *((START, PAID), (START, {"bank": 500, "chips": (1400, 1900, 1900, 1900)})),
        *((START, {"round": 0}), (START, {"active": "Z"}), (START, {"card": "d1"}), (START, {"asked": 1})),
        *((START, {"reader": seat}) for seat in "AZ"),
        *((START, {"in_play": tuple(seats)}) for seats in ("ABC", "BACD")),
        *((START, {name: ("A",)}) for name in ("gone", "out", "winners")),
        *((START, {"phase": phase}) for phase in ("choose", "verdict")),
        *((START, {"phase": "over", "winners": ("A",)}), (START, {"die": Die("duel", 100)})),
        *((START, {"helped": True}), (START, {"help_left": (True,)}), (START, {"duel": Pile(("d1", "d2"))})),
        (START, {"duel": Pile(("d1", "d2", "d3"), 4)}),
        (START, {"multi": Pile(("m1", "m2", "d3"))}),
        *((CHOOSING, {"card": card}) for card in ("d2", "zz")),
        *((CHOOSING, {"die": die}) for die in (Die("multi", 100), Die("duel", 500))),
        *((CHOOSING, {"asked": 0}), (CHOOSING, {"help_left": (True,) * 4})),
        *((CHOOSING, {"phase": phase}) for phase in ("ask", "roll")),
        *((ASKING, {"reader": None}), (ASKING, {"phase": "choose"})),
        (ASKING, {"help_left": (True, False, False, False)}),
        *((RAISING, challenged(RAISING, stake=stake)) for stake in (100, None)),
        *((RAISING, challenged(RAISING, waiting=seats)) for seats in ((), ("A",), ("D",))),
        *((RAISING, challenged(RAISING, participants=seats)) for seats in ((), ("B",))),
        *((RAISING, challenged(RAISING, opponent="B")), (RAISING, challenged(RAISING, refused=("C",)))),
        *(
            (RAISING, challenged(RAISING, said=(Said("A", "x"),))),
            (RAISING, {"challenge": None}),
            (RAISING, PAID),
        ),
        *((CHRONO, challenged(CHRONO, waiting=tuple(seats))) for seats in ("", "ABC", "AD")),
        *((CHRONO, challenged(CHRONO, stake=stake)) for stake in (200, None)),
        *((CHRONO, challenged(CHRONO, participants=tuple(seats))) for seats in ("A", "BAC")),
        (CHRONO, challenged(CHRONO, said=(Said("B", "Lyon"),))),
        (CHRONO, challenged(CHRONO, said=(Said("B", "Lyon", 5), Said("B", "Lyon", 6)))),
        (CHRONO, {"phase": "verdict"}),
        (CHRONO, {"paid": (0, 100, 100, 0), "chips": (1900, 1800, 1800, 1900)}),
        *(
            (JUDGING, {"reader": None}),
            (JUDGING, {"phase": "answer"}),
            (JUDGING, challenged(JUDGING, said=())),
        ),
        *((PINGPONG, {"phase": "answer"}), (PINGPONG, challenged(PINGPONG, waiting=("B", "C")))),
        (PINGPONG, challenged(PINGPONG, said=(Said("A", "do", 0, True, None, 9),))),
        *((CIBLE, {"phase": "verdict"}), (CIBLE, challenged(CIBLE, waiting=("A", "B", "C")))),
        *((NAMING, {"reader": None}), (NAMING, challenged(NAMING, waiting=("A",)))),
        *((BANK, challenged(BANK, stake=100)), (BANK, {"bank": 11_300, "lost": 100}), (LEFT, {"gone": ()})),
        *((OVER, {"winners": winners}) for winners in (None, ("B",), ())),
        (OVER, {"in_play": ()}),
    ],
)
def test_what_no_game_can_reach_is_refused(table, changes):
    assert table.impossible(**changes)[0] == "bad_request"


@pytest.mark.parametrize(
    "changes",
    [
        *({"seats": ("A", "B")}, {"seats": ("A", "A", "B", "C")}),
        {"deck": Deck(format=1, name="", language="fr", licence="", cards=())},
    ],
)
def test_what_no_table_can_be_is_refused(changes):
    changed = replace(START.state, setup=replace(START.state.setup, **changes))
    assert refusal(GAME.check, changed).code == "bad_request"


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
    options = {"first": "A", "shuffle": False, "deck": MIXED}
    wire = Wire({"do": "start", "game": "defizz", "seats": list("ABCD"), "draws": [1], "options": options})
    state = json.loads(json.dumps(wire.ask(do="dump")["state"]))
    change(state)
    assert wire.code(do="load", state=state) == "bad_request"
