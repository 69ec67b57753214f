"""What the text protocol makes of tables of Défizz from outside."""

import json

import pytest

from tests.engines.defizz.decks import MIXED, chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import GAME, Table
from tests.engines.spoken import Wire

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


@pytest.mark.parametrize("table", TABLES)
def test_what_play_has_reached_goes_on_in_another_process(table):
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
    "change",
    [
        lambda state: state["position"].update(chips=[0.5, 1900, 1900, 1900]),
        lambda state: state["position"].update(phase="dream"),
        lambda state: state["position"].pop("duel"),
        lambda state: state["setup"].update(deck=MIXED["cards"]),
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
