"""Decks written as files: what is written is read again as the same cards."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.defizz.deck import DECKS, Deck, built_in_decks
from engines.defizz.files import read_file
from engines.defizz.writing import write_json, write_sheet

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=12)
WORDINGS = st.lists(TEXTS, min_size=1, max_size=3)
POSED = {
    "clue": TEXTS,
    "text": TEXTS,
    "source": st.none() | TEXTS,
    "tags": st.lists(TEXTS, max_size=2),
    "difficulty": st.none() | st.integers(1, 3),
}
NUMBERS = st.integers(-(10**15) + 1, 10**15 - 1) | st.floats(-1e9, 1e9)
QUESTIONS = st.one_of(
    st.fixed_dictionaries(
        {"mode": st.just("chrono"), **POSED, "answers": WORDINGS, "reject": WORDINGS, "exact": st.booleans()}
    ),
    st.fixed_dictionaries({"mode": st.just("cible"), **POSED, "number": NUMBERS, "unit": st.none() | TEXTS}),
    st.fixed_dictionaries({"mode": st.just("pingpong"), **POSED, "answers": st.lists(WORDINGS, min_size=1)}),
    st.fixed_dictionaries(
        {"mode": st.just("chance"), **POSED, "resolver": st.just("nearest"), "max": st.integers(1, 99)}
    ),
)


def plain_of(deck: Deck) -> dict[str, object]:
    plain: dict[str, object] = json.loads(DECKS.dump(deck))
    return plain


@pytest.mark.parametrize("deck", built_in_decks(), ids=lambda deck: deck.name)
def test_the_decks_of_the_house_are_the_same_after_a_file(deck: Deck) -> None:
    plain = plain_of(deck)
    sheet = write_sheet(plain)
    assert read_file(write_json(plain)).deck == deck
    assert sheet is not None
    read = read_file(sheet, deck.name).deck
    assert read is not None
    assert read.cards == deck.cards


@given(st.tuples(*[QUESTIONS] * 3), st.tuples(*[QUESTIONS] * 3))
@settings(max_examples=60, deadline=None)
def test_whatever_is_written_is_read_as_the_same_deck(duel: object, multi: object) -> None:
    cards = [{"id": "a", "pile": "duel", "questions": duel}, {"id": "b", "pile": "multi", "questions": multi}]
    given_deck = {"format": 1, "name": "n", "language": "fr", "licence": "", "cards": cards}
    first = read_file(json.dumps(given_deck).encode()).deck
    if first is None:  # the texts are no wordings, or say the same
        return
    plain = plain_of(first)
    assert read_file(write_json(plain)).deck == first
    sheet = write_sheet(plain)
    if sheet is not None:
        again = read_file(sheet, "n").deck
        assert again is not None
        assert DECKS.dump(again) == DECKS.dump(first)


def test_what_a_sheet_cannot_hold_is_no_sheet() -> None:
    deck = built_in_decks()[0]
    plain = json.loads(DECKS.dump(deck))
    chrono = next(q for card in plain["cards"] for q in card["questions"] if q["mode"] == "chrono")
    chrono["answers"] = ["a|b"]
    assert write_sheet(plain) is None
    assert read_file(write_json(plain)).deck is not None
