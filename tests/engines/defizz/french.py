"""The questions of the built-in decks, found by their texts."""

import re
import unicodedata
from typing import Any

from engines.defizz.deck import Card, Cible, Deck, PingPong, Question, built_in_decks
from engines.defizz.judging import compare

DECK, TODAY = built_in_decks()


def questions_of(deck: Deck) -> list[tuple[Card, Question]]:
    return [(card, question) for card in deck.cards for question in card.questions]


QUESTIONS, TODAYS = questions_of(DECK), questions_of(TODAY)


def plain(text: str) -> str:
    """Small letters and digits alone, single spaces."""
    apart = unicodedata.normalize("NFD", text.casefold().replace("œ", "oe"))
    return re.sub(r"[^a-z0-9]+", " ", "".join(c for c in apart if not unicodedata.combining(c))).strip()


def said_in(wording: str, text: str) -> bool:
    return len(plain(wording)) > 2 and f" {plain(wording)} " in f" {plain(text)} "


def the(part: str, among: list[tuple[Card, Question]] = QUESTIONS) -> Any:
    """The one question, of the first deck if not told otherwise, whose text holds this part."""
    (question,) = (question for _, question in among if part in question.text)
    return question


def number(part: str, among: list[tuple[Card, Question]] = QUESTIONS) -> float:
    question = the(part, among)
    assert isinstance(question, Cible)
    return question.number


def answered_by(question: PingPong, *names: str) -> int:
    """The place of the one answer that is meant by these names of one thing, as the judging reads them."""
    verdicts = [compare(name, question.answers, question.reject, exact=True) for name in names]
    (place,) = {verdict.group for verdict in verdicts if verdict.right}
    assert place is not None
    return place


def is_exactly(question: PingPong, things: list[tuple[str, ...]]) -> bool:
    """Whether the answers are these things, each once; a thing has one or several names."""
    places = [answered_by(question, *names) for names in things]
    return sorted(places) == list(range(len(question.answers)))
