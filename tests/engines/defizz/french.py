"""The questions of the built-in French deck, found by their texts."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from engines.defizz.deck import Cible, PingPong, built_in_deck
from engines.defizz.judging import compare

DECK = built_in_deck()
QUESTIONS = [(card, question) for card in DECK.cards for question in card.questions]


def plain(text: str) -> str:
    """Small letters and digits alone, single spaces."""
    apart = unicodedata.normalize("NFD", text.casefold().replace("œ", "oe"))
    return re.sub(r"[^a-z0-9]+", " ", "".join(c for c in apart if not unicodedata.combining(c))).strip()


def said_in(wording: str, text: str) -> bool:
    return len(plain(wording)) > 2 and f" {plain(wording)} " in f" {plain(text)} "


def the(part: str) -> Any:
    """The one question whose text holds this part."""
    (question,) = (question for _, question in QUESTIONS if part in question.text)
    return question


def number(part: str) -> float:
    question = the(part)
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
