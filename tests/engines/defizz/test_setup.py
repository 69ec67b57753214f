"""How a table starts: seats, chips, piles, who begins and who reads (Z1, Z2, Z18)."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from tests.engines.defizz.decks import MIXED, chrono, deck
from tests.engines.defizz.table import DUEL_100, DUEL_300, GAME, MULTI_100, MULTI_200, Table


@pytest.mark.parametrize(("seats", "reader"), [(3, "seat"), (12, "seat"), (2, "bot"), (12, "bot")])
def test_Z1_so_many_may_sit_down(seats, reader):
    names = [f"seat {number}" for number in range(seats)]
    assert GAME.setup(names, {"reader": reader}).seats == tuple(names)


@pytest.mark.parametrize(("seats", "reader"), [(2, "seat"), (13, "seat"), (1, "bot"), (13, "bot")])
def test_Z1_fewer_or_more_may_not(seats, reader):
    with pytest.raises(Refusal) as caught:
        GAME.setup([f"seat {number}" for number in range(seats)], {"reader": reader})
    assert caught.value.code == "bad_seats"


@pytest.mark.parametrize("seats", [["A", "A", "B"], ["A", "", "B"]])
def test_Z1_seats_have_names_of_their_own(seats):
    with pytest.raises(Refusal) as caught:
        GAME.setup(seats, {})
    assert caught.value.code == "bad_seats"


def test_Z1_everybody_begins_with_1900_and_a_help():
    public = Table("ABC").public
    assert public.chips == {"A": 1900, "B": 1900, "C": 1900}
    assert public.help_left == {"A": True, "B": True, "C": True}
    assert (public.pot, public.bank, public.lost) == (0, 0, 0)


def test_Z1_the_seat_before_the_active_one_reads():
    assert Table("ABCD", first="A").public.reader == "D"
    assert Table("ABCD", first="C").public.reader == "B"
    assert Table("ABCD", reader="bot").public.reader == "bot"


def test_Z1_the_reader_takes_no_part():
    table = Table("ABCD").roll(MULTI_100).choose(0, None, 100)
    assert table.public.participants == ("A", "B", "C")
    assert "D" not in Table("ABCD").roll(DUEL_100).public.opponents


def test_Z2_one_draw_says_who_begins():
    setup = GAME.setup(list("ABC"), {"deck": MIXED, "shuffle": False})
    step = GAME.start(setup, ScriptedDraws((2,)))
    assert step.state.position.active == "B"
    (started,) = step.events
    assert (started.active, started.reader, started.drawn) == ("B", "A", True)


@pytest.mark.parametrize(
    ("die", "kind", "minimum"),
    [
        *((1, "duel", 100), (2, "duel", 200), (3, "duel", 300)),
        *((4, "multi", 100), (5, "multi", 200), (6, "multi", 300)),
    ],
)
def test_Z2_the_die_gives_kind_and_minimum(die, kind, minimum):
    table = Table("ABC").roll(die)
    assert (table.public.die.kind, table.public.die.minimum) == (kind, minimum)
    assert table.public.clues == tuple(f"indice {kind[0]}1.{place}" for place in range(3))
    assert table.public.phase == "choose"


def test_Z2_after_the_challenge_the_next_seat_is_active():
    table = Table("ABC").duel().answer("A", "Reims", 1).answer("B", "Rennes", 2)
    table.judge(right=True)
    assert (table.public.active, table.public.reader, table.turn) == ("B", "A", "roll B")


def test_Z18_piles_are_shuffled_by_draws_duel_first():
    setup = GAME.setup(list("ABC"), {"deck": MIXED})
    position = GAME.start(setup, ScriptedDraws((1, 1, 3, 1, 3))).state.position
    # From the last card down: 3 with 1, then 2 with 1; Multi stays, then 2 with 1.
    assert position.duel.order == ("d2", "d3", "d1")
    assert position.multi.order == ("m2", "m1", "m3")
    assert position.active == "C"


def test_Z18_without_shuffling_the_first_card_is_the_top_card():
    table = Table("ABC")
    assert table.position.duel.order == ("d1", "d2", "d3")
    assert table.roll(DUEL_100).position.card == "d1"


def test_Z18_a_pile_that_is_through_is_shuffled_from_the_order_played():
    one = deck(chrono(), multi=(chrono(), chrono(), chrono(), chrono(), chrono(), chrono()))
    table = Table("ABC", one, reader="bot")
    for die, draws in ((MULTI_100, ()), (MULTI_200, ()), (MULTI_100, (1,))):
        table.roll(die, *draws).choose(0, None, table.public.die.minimum)
        for seat in "ABC":
            table.pass_(seat)
    assert table.position.multi.order == ("m2", "m1")
    assert table.position.multi.turned == 1


def test_Z18_the_die_is_drawn_before_the_pile_is_shuffled():
    table = Table("ABC", deck(chrono(), chrono(), chrono(), chrono(), chrono(), chrono()), reader="bot")
    for _ in range(2):
        table.roll(DUEL_300).choose(0, "B", 300).pass_("A").pass_("B")
    table.roll(DUEL_100, 2)
    assert table.told[:3] == ["rolled", "pile_shuffled", "clues_read"]
    assert table.position.duel.order == ("d1", "d2")


def test_Z18_the_built_in_deck_is_played_by_default():
    setup = GAME.setup(list("ABC"), {})
    assert Counter(card.pile for card in setup.deck.cards).keys() == {"duel", "multi"}


@pytest.mark.parametrize(
    "options",
    [
        {"reader": "nobody"},
        {"first": "Z"},
        {"expert": 1},
        {"teams": None},
        {"bank": 400},
        {"bank": 550},
        {"bank": 1e308},
        {"bank": "11400"},
        {"shuffle": "no"},
        {"deck": None},
        {"deck": {}},
        {"deck": []},
        {"stake": 100},
    ],
)
def test_C5_bad_options_are_refused(options):
    with pytest.raises(Refusal) as caught:
        GAME.setup(list("ABC"), options)
    assert caught.value.code == "bad_options"


def test_C1_seats_keep_their_order_and_the_setup_goes_to_json_and_back():
    setup = GAME.setup(list("CAB"), {"deck": MIXED})
    assert setup.seats == ("C", "A", "B")
    assert GAME.setups.load(GAME.setups.dump(setup)) == setup
    assert json.loads(GAME.setups.dump(setup))["deck"]["cards"][0]["id"] == "d1"
