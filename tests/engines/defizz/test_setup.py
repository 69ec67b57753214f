"""How a table of Défizz starts: seats, chips, piles, who begins and who reads (Z1, Z2, Z18, Z23, Z25)."""

import json
from collections import Counter

import pytest

from engines.core.draws import ScriptedDraws
from engines.defizz.deck import Chance, built_in_deck
from engines.defizz.shelf import (
    CLASSIC,
    FAMILIES,
    HOUSE_DECKS,
    LEAST_CARDS,
    MIXED,
    TODAY,
    choose_cards,
    house_deck,
    theme_of,
    themes_of,
)
from tests.engines.defizz import decks
from tests.engines.defizz.decks import chrono, deck
from tests.engines.defizz.table import DUEL_100, GAME, Table
from tests.engines.table import refusal

SEATS = ("1", "2", "3")
SILENCE = "A passes, B passes"
ALL_SILENT = "A passes, B passes, C passes"


def seats(many: int) -> list[str]:
    return [f"seat {number}" for number in range(many)]


@pytest.mark.parametrize(("many", "reader"), [(3, "seat"), (12, "seat"), (2, "bot"), (12, "bot")])
def test_Z1_so_many_may_sit_down(many, reader):
    assert GAME.setup(seats(many), {"reader": reader}).seats == tuple(seats(many))


@pytest.mark.parametrize(
    ("names", "reader"),
    [
        *((seats(many), reader) for many, reader in ((2, "seat"), (13, "seat"), (1, "bot"), (13, "bot"))),
        *((["A", "A", "B"], "seat"), (["A", "", "B"], "seat")),
    ],
)
def test_Z1_fewer_or_more_or_the_same_twice_may_not(names, reader):
    assert refusal(GAME.setup, names, {"reader": reader}).code == "bad_seats"


def test_Z1_everybody_begins_with_1900_and_a_help():
    public = Table("ABC").public
    assert public.chips == {"A": 1900, "B": 1900, "C": 1900}
    assert public.help_left == {"A": True, "B": True, "C": True}
    assert (public.pot, public.bank, public.lost) == (0, 0, 0)


def test_Z1_the_seat_before_the_active_one_reads_and_takes_no_part():
    readers = [
        Table(**options).public.reader for options in ({"first": "A"}, {"first": "C"}, {"reader": "bot"})
    ]
    assert readers == ["D", "B", "bot"]
    assert Table().play("roll 4, choose 0 - 100").public.participants == ("A", "B", "C")
    assert "D" not in Table().roll(DUEL_100).public.opponents


def test_Z2_one_draw_says_who_begins():
    setup = GAME.setup(list("ABC"), {"deck": decks.MIXED, "shuffle": False})
    step = GAME.start(setup, ScriptedDraws((2,)))
    (started,) = step.events
    assert (step.state.position.active, started.active, started.reader, started.drawn) == (
        "B",
        "B",
        "A",
        True,
    )


@pytest.mark.parametrize(
    ("die", "kind", "minimum"),
    [
        *((1, "duel", 100), (2, "duel", 200), (3, "duel", 300)),
        *((4, "multi", 100), (5, "multi", 200), (6, "multi", 300)),
    ],
)
def test_Z2_the_die_gives_kind_and_minimum(die, kind, minimum):
    public = Table("ABC").roll(die).public
    assert (public.die.kind, public.die.minimum, public.phase) == (kind, minimum, "choose")
    assert public.clues == tuple(f"indice {kind[0]}1.{place}" for place in range(3))


def test_Z2_after_the_challenge_the_next_seat_is_active():
    table = Table("ABC").play("duel, A: Reims @1, B: Rennes @2, right")
    assert (table.public.reader, table.turn) == ("A", "roll B")


def test_Z18_piles_are_shuffled_by_draws_duel_first():
    setup = GAME.setup(list("ABC"), {"deck": decks.MIXED})
    position = GAME.start(setup, ScriptedDraws((1, 1, 3, 1, 3))).state.position
    # From the last card down: 3 with 1, then 2 with 1; Multi stays, then 2 with 1.
    assert (position.duel.order, position.multi.order) == (("d2", "d3", "d1"), ("m2", "m1", "m3"))
    assert position.active == "C"


def test_Z18_without_shuffling_the_first_card_is_the_top_card():
    table = Table("ABC")
    assert (table.position.duel.order, table.roll(DUEL_100).position.card) == (("d1", "d2", "d3"), "d1")


@pytest.mark.parametrize(
    ("script", "pile", "order"),
    [
        (
            f"roll 4, choose 0 - 100, {ALL_SILENT}, roll 5, choose 0 - 200, {ALL_SILENT}, roll 4 1",
            "multi",
            ("m2", "m1"),
        ),
        (
            f"roll 3, choose 0 B 300, {SILENCE}, roll 3, choose 0 B 300, {SILENCE}, roll 1 2",
            "duel",
            ("d1", "d2"),
        ),
    ],
)
def test_Z18_a_pile_that_is_through_is_shuffled_from_the_order_played_after_the_die(script, pile, order):
    table = Table("ABC", deck(*[chrono()] * 6), reader="bot").play(script)
    assert table.told[:3] == ["rolled", "pile_shuffled", "clues_read"]
    played = getattr(table.position, pile)
    assert (played.order, played.turned) == (order, 1)


@pytest.mark.parametrize(
    "options",
    [
        *(
            {"reader": "nobody"},
            {"first": "Z"},
            {"expert": 1},
            {"teams": None},
            {"shuffle": "no"},
            {"stake": 100},
        ),
        *({"bank": bank} for bank in (400, 550, 1e308, "11400")),
        *({"deck": bad} for bad in (None, {}, [])),
        *({"themes": "musique"}, {"themes": [3]}, {"difficulty": "dur"}),  # Z25
    ],
)
def test_C5_Z25_bad_options_are_refused(options):
    assert refusal(GAME.setup, list("ABC"), options).code == "bad_options"


def test_C1_seats_keep_their_order_and_the_setup_goes_to_json_and_back():
    setup = GAME.setup(list("CAB"), {"deck": decks.MIXED})
    assert setup.seats == ("C", "A", "B")
    assert GAME.setups.load(GAME.setups.dump(setup)) == setup
    assert json.loads(GAME.setups.dump(setup))["deck"]["cards"][0]["id"] == "d1"


def test_Z23_the_cards_of_both_decks_are_told_apart_the_mix_has_all_and_the_classic_one_is_played() -> None:
    ids = [card.id for name in (CLASSIC, TODAY) for card in house_deck(name).cards]
    assert len(set(ids)) == len(ids)
    assert [card.id for card in house_deck(MIXED).cards] == ids
    assert set(HOUSE_DECKS) == {CLASSIC, TODAY, MIXED}
    played = GAME.setup(list("ABC"), {}).deck
    assert played is built_in_deck()
    assert played == house_deck(CLASSIC)
    assert Counter(card.pile for card in played.cards).keys() == {"duel", "multi"}


def asked(cards):
    return [(card.pile, question) for card in cards.cards for question in card.questions]


@pytest.mark.parametrize("name", HOUSE_DECKS)
def test_Z25_only_what_fits_is_asked_and_as_much_of_it_as_makes_cards(name):
    whole = house_deck(name)
    themes = themes_of(whole)[1:]
    assert choose_cards(whole, (), "mixed") is whole, "without a choice it is the same object"
    for wanted, level, ratings in ((themes, "mixed", {1, 2, 3}), ((), "easy", {1}), ((), "hard", {2, 3})):
        chosen = choose_cards(whole, wanted, level)
        kept = [one for one in asked(chosen) if not isinstance(one[1], Chance)]
        fitting = [
            (pile, question)
            for pile, question in asked(whole)
            if not isinstance(question, Chance)
            and question.difficulty in ratings
            and (not wanted or theme_of(question) in wanted)
        ]
        assert {question.text for _, question in kept} <= {question.text for _, question in fitting}
        assert len(fitting) - len(kept) <= 4, "what is left of each pile makes no card of three"
        assert all(one in asked(whole) for one in asked(chosen)), "each in the pile that it was in"
        assert len({card.id for card in chosen.cards}) == len(chosen.cards)


def test_Z25_a_card_that_fits_stays_as_it_is_and_a_second_choice_changes_nothing():
    whole = house_deck("")
    chosen = choose_cards(whole, themes_of(whole)[:-1], "mixed")
    kept = [card for card in whole.cards if card in chosen.cards]
    assert len(kept) > len(whole.cards) // 2
    assert [card for card in chosen.cards if card in whole.cards] == kept
    assert choose_cards(chosen, themes_of(whole)[:-1], "mixed") == chosen


def test_Z25_too_few_cards_are_refused_with_their_numbers():
    caught = refusal(GAME.setup, SEATS, {"themes": ["musique"], "difficulty": "hard"})
    assert (caught.code, caught.reason) == ("bad_options", "too_few_cards")
    left = caught.params
    assert left["least"] == LEAST_CARDS > min(left["duel"], left["multi"])


def test_Z25_a_tag_is_in_one_family_and_every_theme_of_the_house_is_one():
    tags = [tag for family in FAMILIES.values() for tag in family]
    assert len(set(tags)) == len(tags)
    assert set(themes_of(house_deck(""))) <= set(FAMILIES)


def test_Z25_the_choice_is_stored_with_the_setup():
    setup = GAME.setup(SEATS, {"themes": list(themes_of(built_in_deck())[:5])})
    text = GAME.setups.dump(setup)
    assert GAME.setups.load(text) == setup
    assert json.loads(text)["options"]["themes"] == list(setup.options.themes)


def test_Z25_a_question_on_a_card_that_was_made_is_found_in_the_deck_again():
    dealer, whole = GAME.dealer, house_deck("")
    setup = GAME.setup(SEATS, {"deck": whole, "difficulty": "hard"})
    made = next(card for card in setup.deck.cards if card.id not in {one.id for one in whole.cards})
    for part, question in enumerate(made.questions):
        card, place = dealer.locate(whole, setup, made.id, part)
        assert whole.card(card).questions[place] == question
    assert dealer.locate(built_in_deck(), setup, "x-nowhere", 0) is None
    assert dealer.locate(house_deck(TODAY), setup, "d001", 0) is None
