"""Decks changed card by card stay sound, and written as files they are read again as the same cards."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.defizz.deck import DECKS, Deck, built_in_decks
from engines.defizz.editing import (
    QUESTIONS,
    UNFINISHED_AT_MOST,
    Book,
    Faulty,
    Gone,
    LastOfPile,
    key_of,
    read_book,
)
from engines.defizz.files import read_file
from engines.defizz.sheets import write_json, write_sheet
from tests.engines.defizz import decks

GOOD = {"mode": "cible", "clue": "indice", "text": "Combien ?", "number": 3}
BAD = {"mode": "chrono", "clue": "indice", "text": "Qui ?", "answers": ["…"]}
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("duel", "multi", "good", "bad", "question", "card")),
        st.integers(0, 9),
        st.integers(0, 3),
    ),
    max_size=25,
)


def whole() -> Book:
    return read_book("n", json.dumps(decks.MIXED), "")


def step(book: Book, what: str, number: int, part: int) -> Book:
    if what in ("duel", "multi"):
        return book.add_card(what)[0]
    key = key_of(book.all[number % len(book.all)]) if book.all else "none"
    if what == "question":
        return book.drop_question(key, part)[0]
    if what == "card":
        return book.drop_card(key)
    return book.put_question(key, part, GOOD if what == "good" else BAD)[0]


@given(st.booleans(), STEPS)
@settings(max_examples=30, deadline=None)
def test_whatever_is_done_the_deck_is_sound_and_comes_back_from_its_texts(full: bool, steps: object) -> None:
    book = whole() if full else read_book("n", None, "")
    for what, number, part in steps:  # type: ignore[attr-defined]
        before = (book.content, book.rest)
        with suppress(Faulty, Gone, LastOfPile):
            book = step(book, what, number, part)
            before = (book.content, book.rest)
        assert (book.content, book.rest) == before
        assert len({card["id"] for card in book.all}) == len(book.all)
        again = read_book("n", book.content, book.rest)
        assert [*map(dict, again.all)] == [*map(dict, book.all)]
    if book.content is not None:
        assert read_file(book.content.encode()).deck is not None
    assert full <= (book.content is not None)


def test_a_bad_question_is_told_by_its_field() -> None:
    book, key = whole().add_card("duel")
    with pytest.raises(Faulty) as caught:
        book.put_question(key, 0, {**GOOD, "number": "douze", "anecdote": "court"})
    assert {one.field for one in caught.value.complaints} >= {"anecdote"}
    with pytest.raises(Gone):
        book.put_question(key, 1, GOOD)


def test_a_card_joins_the_deck_with_its_last_question() -> None:
    book, key = whole().add_card("multi")
    cards = len(book.cards)
    for part in range(QUESTIONS):
        assert len(book.cards) == cards
        book, key = book.put_question(key, part, GOOD)
    assert (len(book.cards), book.unfinished) == (cards + 1, ())


def test_so_many_cards_wait_and_no_more() -> None:
    book = whole()
    for _ in range(UNFINISHED_AT_MOST):
        book, _ = book.add_card("duel")
    with pytest.raises(Faulty):
        book.add_card("duel")


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
ANY_QUESTION = st.one_of(
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


@given(st.tuples(*[ANY_QUESTION] * 3), st.tuples(*[ANY_QUESTION] * 3))
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
