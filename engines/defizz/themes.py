"""Themes as people choose them: the tags of questions, those of the house's decks by families (Z25)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from engines.defizz.deck import Chance, Deck, Question

__all__ = ["FAMILIES", "THEMES_AT_MOST", "theme_of", "themes_of"]

THEMES_AT_MOST: Final = 25
"""How many themes of a deck can be chosen: those of most questions."""
FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "histoire": ("histoire", "antiquité", "fêtes et religions", "mythologie"),
    "géographie": ("géographie", "pays et capitales", "fleuves et mers", "villes et monuments", "france"),
    "sciences": ("sciences", "mathématiques", "astronomie", "espace", "corps humain", "techniques"),
    "nature": ("nature", "animaux", "plantes"),
    "arts et lettres": ("arts", "littérature", "langue française", "contes et jeunesse", "bande dessinée"),
    "musique": ("musique", "chanson", "rap"),
    "écrans": ("cinéma", "séries", "télévision", "web"),
    "sport et jeux": ("sport", "jeux", "jeux vidéo"),
    "vie quotidienne": ("vie quotidienne", "cuisine", "mode", "marques"),
    "société": ("société", "institutions", "économie et monnaies"),
    "francophonie": ("francophonie", "québec", "belgique", "suisse", "afrique"),
}
"""The tags of each family, case folded; any other tag is a theme of its own."""
_FAMILY_OF: Final = {tag: family for family, tags in FAMILIES.items() for tag in tags}


def theme_of(question: Question) -> str | None:
    """Return the theme of a question, that of its first tag; None for luck, and without tags."""
    if isinstance(question, Chance) or not question.tags:
        return None
    return _FAMILY_OF.get(question.tags[0].casefold(), question.tags[0])


def themes_of(deck: Deck) -> tuple[str, ...]:
    """Return the themes of a deck's questions, those of most questions first, THEMES_AT_MOST of them."""
    themes = Counter(theme_of(question) for card in deck.cards for question in card.questions)
    del themes[None]
    return tuple(sorted(themes, key=lambda theme: (-themes[theme], str(theme)))[:THEMES_AT_MOST])  # type: ignore[arg-type]
