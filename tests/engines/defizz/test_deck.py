"""Deck files: their shape, every fault with its place, the schema, and the built-in deck (Z18)."""

import copy
import json
from pathlib import Path

import pytest

import engines.defizz.decks
from engines.core.records import Refusal
from engines.defizz.deck import DECKS, built_in_deck
from engines.defizz.faults import examine, read_deck, schema
from tests.engines.defizz.decks import MIXED, chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import GAME

SCHEMA = Path(engines.defizz.decks.__file__).with_name("deck.schema.json")


def faults(plain):
    return [(fault.where, fault.reason) for fault in examine(plain)[1]]


def changed(change, plain=MIXED):
    """Return a deck after a change of its own copy."""
    other = copy.deepcopy(plain)
    change(other)
    return other


def first(plain):
    return plain["cards"][0]["questions"][0]


def test_Z18_a_good_deck_has_no_fault_and_comes_back_as_it_was():
    read, found = examine(MIXED)
    assert found == ()
    assert DECKS.load(DECKS.dump(read)) == read
    assert examine(DECKS.plain(read))[0] == read


def test_optional_fields_are_known():
    more = {"source": "https://exemple.fr", "licence": "CC0", "tags": ["ville"], "difficulty": 3}
    more["anecdote"] = "Clovis y fut baptisé, dit-on."
    assert faults(deck(chrono("Reims", **more))) == []


@pytest.mark.parametrize(
    ("change", "where", "reason"),
    [
        (lambda plain: plain.pop("name"), "name", "missing"),
        (lambda plain: plain.update(format=2), "format", "literal_error"),
        (lambda plain: plain.update(author="moi"), "author", "unexpected_keyword_argument"),
        (lambda plain: plain.update(cards={}), "cards", "tuple_type"),
        (lambda plain: plain["cards"][0].update(pile="solo"), "cards.0.pile", "literal_error"),
        (lambda plain: plain["cards"][0].update(id=7), "cards.0.id", "string_type"),
        (lambda plain: plain["cards"][1].update(id="d1"), "cards.1.id", "repeated_id"),
        (lambda plain: plain["cards"][0]["questions"].pop(), "cards.0.questions", "too_short"),
        (lambda plain: plain["cards"][0]["questions"].append(first(plain)), "cards.0.questions", "too_long"),
        (lambda plain: first(plain).pop("clue"), "cards.0.questions.0.clue", "missing"),
        (lambda plain: first(plain).pop("mode"), "cards.0.questions.0", "union_tag_not_found"),
        (lambda plain: first(plain).update(mode="quiz"), "cards.0.questions.0", "union_tag_invalid"),
        (lambda plain: first(plain).update(answers=[]), "cards.0.questions.0.answers", "too_short"),
        (lambda plain: first(plain).update(answers="Reims"), "cards.0.questions.0.answers", "tuple_type"),
        (lambda plain: first(plain).update(answers=["?!"]), "cards.0.questions.0.answers.0", "unreadable"),
        (
            lambda plain: first(plain).update(answers=["rennes"]),
            "cards.0.questions.0.answers.0",
            "rejected_too",
        ),
        (
            lambda plain: first(plain).update(difficulty=4),
            "cards.0.questions.0.difficulty",
            "less_than_equal",
        ),
        (lambda plain: first(plain).update(exact="oui"), "cards.0.questions.0.exact", "bool_type"),
    ],
)
def test_each_fault_has_its_place_and_its_reason(change, where, reason):
    assert faults(changed(change)) == [(where, reason)]


@pytest.mark.parametrize(
    ("question", "where", "reason"),
    [
        (cible(True), "number", "int_type"),
        (cible("12"), "number", "int_type"),
        (chance("nearest"), "max", "missing"),
        (chance("coin", max=6), "max", "only_for_nearest"),
        (chance("dice"), "resolver", "literal_error"),
        (chance("nearest", max=0), "max", "greater_than_equal"),
        (pingpong("do|ré", "Ré"), "answers.1.0", "in_two_answers"),
        (pingpong("do", ""), "answers.1.0", "string_too_short"),
    ],
)
def test_each_mode_has_its_own_fields(question, where, reason):
    found = faults(deck(chrono(), chrono(), question, multi=(chrono(),)))
    assert (f"cards.0.questions.2.{where}", reason) in [
        (place.removesuffix(".int").removesuffix(".constrained-float"), why) for place, why in found
    ]


def test_all_faults_are_told_at_once():
    def spoil(plain):
        plain["cards"][0]["questions"][0].pop("text")
        plain["cards"][2]["questions"][1]["more"] = 1
        plain.pop("licence")

    assert [where for where, _ in faults(changed(spoil))] == [
        "licence",
        "cards.0.questions.0.text",
        "cards.2.questions.1.more",
    ]


def test_Z18_no_pile_is_empty():
    only_duel = changed(lambda plain: plain.update(cards=plain["cards"][:3]))
    assert faults(only_duel) == [("cards", "no_multi_card")]
    assert faults(changed(lambda plain: plain.update(cards=[]))) == [
        ("cards", "no_duel_card"),
        ("cards", "no_multi_card"),
    ]


@pytest.mark.parametrize("plain", [None, [], "deck", 7, float("nan"), {"format": float("inf")}, {1: {2, 3}}])
def test_what_is_no_deck_at_all(plain):
    read, found = examine(plain)
    assert read is None
    assert found


def test_what_refers_to_itself_is_no_deck():
    circle: dict = {"format": 1}
    circle["cards"] = circle
    assert faults(circle) == [("", "not_json")]


def test_a_deck_with_ten_thousand_answers_is_read_and_judged():
    many = deck(pingpong(*(f"réponse numéro {number}" for number in range(10_000))), chrono(), chrono())
    assert faults(many) == []


def test_C5_the_refusal_of_a_table_names_the_first_fault_and_their_number():
    bad = changed(lambda plain: (plain.pop("name"), plain.pop("licence")))
    with pytest.raises(Refusal) as caught:
        GAME.setup(list("ABC"), {"deck": bad})
    assert caught.value.code == "bad_options"
    assert caught.value.params == {"where": "deck.name", "faults": 2}
    with pytest.raises(Refusal):
        read_deck(bad)


def test_the_schema_beside_the_decks_is_the_models():
    assert json.loads(SCHEMA.read_text("utf-8")) == schema()


def test_the_built_in_deck_has_the_format():
    assert examine(DECKS.plain(built_in_deck()))[1] == ()
