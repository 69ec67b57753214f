"""Cards that a table's record shows to nobody before they have been turned, and that nobody can exchange.

When a game begins, each card of its deck is sealed: SHA-256 over the JSON of [salt, card] (keys sorted, no
spaces, UTF-8 as it is, the salt in hex). The card's salt is HMAC-SHA-256(the table's secret salt, the card's
id), so that a short answer cannot be found by trying. The digest of the deck (SHA-256 over the JSON of all
[id, seal], sorted by id) stands in the log's line "begin"; where cards are spread by their themes, it is over
[all [id, seal], all [id, numbers of its themes]]. A record shows the cards that were turned, with their
salts; of the others the id, the pile and the seal. Who may see the whole deck gets all of it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

__all__ = ["SALT_BYTES", "deck_digest", "is_veiled", "salt_of", "seal", "seals_of", "veil"]

SALT_BYTES = 32


def salt_of(secret: bytes, card_id: str) -> str:
    """The salt of a card, 64 hex digits, from the table's secret salt."""
    return hmac.new(secret, card_id.encode(), hashlib.sha256).hexdigest()


def seal(card: Mapping[str, Any], salt: str) -> str:
    """The seal of a card (plain JSON-able data): 64 hex digits."""
    return _digest([salt, card])


def seals_of(cards: Iterable[Mapping[str, Any]], secret: bytes) -> dict[str, str]:
    """The seals of a deck's cards, by their ids."""
    return {card["id"]: seal(card, salt_of(secret, card["id"])) for card in cards}


def deck_digest(seals: Mapping[str, Any], marks: Mapping[str, Sequence[int]]) -> str:
    """What stands for a whole deck, and for the numbers of its themes where it has some: 64 hex digits."""
    cards = sorted(seals.items())
    return _digest([cards, sorted(marks.items())] if marks else cards)


def veil(card: Mapping[str, Any], secret: bytes | None) -> dict[str, Any]:
    """What a record shows of a card that was not turned; without a seal where the game was begun without."""
    shown = {"id": card["id"], "pile": card["pile"]}
    return shown if secret is None else {**shown, "seal": seal(card, salt_of(secret, card["id"]))}


def is_veiled(card: Mapping[str, Any]) -> bool:
    """Whether this is all that `veil` leaves of a card."""
    return set(card) <= {"id", "pile", "seal"}


def _digest(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
