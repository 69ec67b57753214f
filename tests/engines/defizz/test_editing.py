"""Decks changed card by card: nothing is half changed, and what can be played always stays a sound deck."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
