"""Themes in words: those of the decks that come with the bot are translated, others stay as written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.texts import N_, Texts
from bot.ui.frame import decks

__all__ = ["THEMES", "theme_words"]

THEMES: Final[Mapping[str, str]] = {
    "Afrique": N_("Afrique"),
    "animaux": N_("Animaux"),
    "Antiquité": N_("Antiquité"),
    "arts": N_("Arts"),
    "arts et lettres": N_("Arts et lettres"),
    "astronomie": N_("Astronomie"),
    "bande dessinée": N_("Bande dessinée"),
    "Belgique": N_("Belgique"),
    "chanson": N_("Chanson"),
    "cinéma": N_("Cinéma"),
    "contes et jeunesse": N_("Contes et jeunesse"),
    "corps humain": N_("Corps humain"),
    "cuisine": N_("Cuisine"),
    "économie et monnaies": N_("Économie et monnaies"),
    "écrans": N_("Écrans"),
    "espace": N_("Espace"),
    "fêtes et religions": N_("Fêtes et religions"),
    "fleuves et mers": N_("Fleuves et mers"),
    "France": N_("France"),
    "francophonie": N_("Francophonie"),
    "géographie": N_("Géographie"),
    "hasard": N_("Hasard"),
    "histoire": N_("Histoire"),
    "institutions": N_("Institutions"),
    "jeux": N_("Jeux"),
    "jeux vidéo": N_("Jeux vidéo"),
    "langue française": N_("Langue française"),
    "littérature": N_("Littérature"),
    "marques": N_("Marques"),
    "mathématiques": N_("Mathématiques"),
    "mode": N_("Mode"),
    "musique": N_("Musique"),
    "mythologie": N_("Mythologie"),
    "nature": N_("Nature"),
    "pays et capitales": N_("Pays et capitales"),
    "plantes": N_("Plantes"),
    "Québec": N_("Québec"),
    "rap": N_("Rap"),
    "sciences": N_("Sciences"),
    "séries": N_("Séries"),
    "société": N_("Société"),
    "sport": N_("Sport"),
    "sport et jeux": N_("Sport et jeux"),
    "Suisse": N_("Suisse"),
    "techniques": N_("Techniques"),
    "télévision": N_("Télévision"),
    "vie quotidienne": N_("Vie quotidienne"),
    "villes et monuments": N_("Villes et monuments"),
    "web": N_("Web"),
}
"""The tags of the decks that come with the bot and their families, as people read them."""


def theme_words(theme: str, t: Texts) -> str:
    """A theme of a question as people read it."""
    return decks.theme_words(theme, THEMES, t)
