"""The words of deck files as people write them: "Ping-pong" and "PINGPONG" are the mode `pingpong`."""

from __future__ import annotations

from typing import Any, Final

__all__ = ["spell", "spell_cards"]

_KNOWN: Final = frozenset({"chrono", "cible", "pingpong", "chance", "duel", "multi"})
_DROPPED: Final = dict.fromkeys(map(ord, "- _\u00a0\u2010\u2011"))


def spell(word: str) -> str:
    """Return a mode or a pile as decks spell it, whatever its case and hyphens; any other word as it is."""
    plain = word.casefold().translate(_DROPPED)
    return plain if plain in _KNOWN else word


def spell_cards(plain: object) -> None:
    """Spell the modes and piles of a deck in the shape of JSON; what is no card is left as it is."""
    cards = plain.get("cards") if isinstance(plain, dict) else None
    for card in _records(cards):
        _spell_field(card, "pile")
        for question in _records(card.get("questions")):
            _spell_field(question, "mode")


def _records(entries: object) -> list[dict[str, Any]]:
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _spell_field(record: dict[str, Any], field: str) -> None:
    if isinstance(word := record.get(field), str):
        record[field] = spell(word)
