"""What the rules count of the questions that are closed, for those who keep the decks."""

from __future__ import annotations

import json

from engines.core.decks import Asked
from engines.defizz.counting import count_result
from engines.defizz.deck import DECKS, Deck, mark_of
from engines.defizz.model import Result, Said
from tests.engines.defizz import decks

DECK: Deck = DECKS.load(json.dumps(decks.MIXED))


def result(place: int | None, *said: Said) -> Result:
    return Result("won", DECK.cards[0].id, place, "a", "a", 0, 0, said)


def test_a_question_is_solved_by_one_right_answer() -> None:
    mark = mark_of(DECK.cards[0].questions[0])
    wrong, right = Said("a", "x", bot=False, right=False), Said("b", "y", bot=True, right=True)
    assert count_result(DECK, result(0, wrong), 1) == (Asked(mark, 1, 0, 0),)
    assert count_result(DECK, result(0, wrong, right), 1) == (Asked(mark, 1, 1, 0),)


def test_a_verdict_that_did_not_stand_is_counted_and_taken_back_with_its_result() -> None:
    mark = mark_of(DECK.cards[0].questions[0])
    turned = Said("a", "x", bot=False, right=True)
    assert count_result(DECK, result(0, turned), 1) == (Asked(mark, 1, 1, 1),)
    assert count_result(DECK, result(0, turned), -1) == (Asked(mark, -1, -1, -1),)


def test_where_nothing_was_asked_nothing_is_counted() -> None:
    assert count_result(DECK, None, 1) == ()
    assert count_result(DECK, result(None), 1) == ()
