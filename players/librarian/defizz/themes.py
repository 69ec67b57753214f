"""What each persona likes and what bores it, by the tags of the built-in deck; other tags are nobody's."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from players.core.persona import Persona

__all__ = ["LIKES", "taste"]

LIKES: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = MappingProxyType(
    {
        key: (frozenset(likes), frozenset(bored))
        for key, likes, bored in (
            (
                "basile",
                ("géographie", "pays et capitales", "fleuves et mers", "villes et monuments", "France"),
                ("musique", "cinéma", "arts", "bande dessinée", "mythologie"),
            ),
            (
                "octavie",
                ("littérature", "arts", "musique", "langue française", "contes et jeunesse"),
                ("sport", "techniques", "mathématiques", "jeux", "économie et monnaies"),
            ),
            (
                "gaspard",
                ("sport", "cuisine", "jeux", "cinéma", "vie quotidienne"),
                ("Antiquité", "littérature", "institutions", "astronomie", "langue française"),
            ),
            (
                "sidonie",
                ("sciences", "mathématiques", "astronomie", "corps humain", "techniques"),
                ("fêtes et religions", "contes et jeunesse", "cuisine", "France", "histoire"),
            ),
            (
                "anatole",
                ("histoire", "Antiquité", "mythologie", "institutions", "fêtes et religions"),
                ("animaux", "plantes", "vie quotidienne", "corps humain", "villes et monuments"),
            ),
            (
                "zelie",
                ("animaux", "plantes", "bande dessinée", "économie et monnaies", "corps humain"),
                ("géographie", "fleuves et mers", "pays et capitales", "sciences", "littérature"),
            ),
        )
    }
)
"""By the keys of personas: the tags that each knows much of, and those that it knows little of."""
_NOTHING: Final = (frozenset[str](), frozenset[str]())


def taste(persona: Persona, tag: str) -> int:
    """Return 1 for what a persona likes, -1 for what bores it, else 0."""
    likes, bored = LIKES.get(persona.key, _NOTHING)
    return (tag in likes) - (tag in bored)
