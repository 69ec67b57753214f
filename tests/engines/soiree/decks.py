"""A small deck for evenings in tests: every mode in every pile, themes and levels by the card."""

from typing import Any

from tests.engines.defizz.decks import chance, chrono, cible, deck, pingpong

_ASKED = (chrono("Reims", reject=["Rennes"]), cible(312, unit="mètre"), pingpong("do|ut", "ré", "mi"))


def themed(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a deck whose questions all have a theme and a level: of each card, by turns."""
    themes = ("arts", "jeux", "sport")
    cards = [
        {
            **card,
            "questions": [
                {**question, "tags": [themes[place]], "difficulty": 1 + number % 3}
                for place, question in enumerate(card["questions"])
            ],
        }
        for number, card in enumerate(plain["cards"])
    ]
    return {**plain, "cards": cards}


EVENING = themed(
    deck(
        *(_ASKED * 4),
        *(chance("coin"), chrono("fer", exact=True), cible(3.14)),
        multi=(*(_ASKED * 4), pingpong("un", "deux", "trois", "quatre", "cinq", "six"), cible(-5), chance()),
    )
)
"""Ten cards: of each pile four with a Chrono, a Cible and a list, and one that is mixed."""

LARGE = themed(deck(*((*_ASKED, *_ASKED, chance("coin"), chrono("fer", exact=True), cible(3.14)) * 10)))
"""Thirty cards of each pile, so that an evening may be long."""
