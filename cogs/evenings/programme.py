"""The programme of an evening as its host plans it: rounds as plain values, and what they are to people."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import lru_cache
from typing import Any, Final
from zlib import crc32

from pydantic import TypeAdapter

from bot.tables.decks import DeckStore
from bot.tables.errors import Denied
from bot.tables.evenings.model import Evening
from bot.texts import N_, Texts
from cogs.soiree.words import round_line
from engines.core.errors import Refusal
from engines.defizz.deck import Deck
from engines.soiree.model import MOST_QUESTIONS, Round
from engines.soiree.presets import PRESETS
from engines.soiree.programme import check_programme
from engines.soiree.rules import Soiree

__all__ = [
    "PRESET_NAMES",
    "check_rounds",
    "count_minutes",
    "count_themes",
    "find_themes",
    "fingerprint",
    "load_deck",
    "plain",
    "preset",
    "programme_lines",
    "read_length",
    "read_rounds",
]

PRESET_NAMES: Final[Mapping[str, str]] = {
    "apero": N_("Apéro, 25\u00a0min"),
    "soiree": N_("Soirée, 1\u00a0h\u00a020"),
    "finale": N_("Grande finale, 1\u00a0h"),
}
_ROUND: Final[TypeAdapter[Round]] = TypeAdapter(Round)
_USUAL: Final = asdict(Round())
_GAME: Final = Soiree()
_SECONDS: Final = {"chrono": 50, "cible": 60, "pingpong": 95}
_CHALLENGE, _BREAK = 200, 75
_SHOWN = 6


def preset(key: str) -> tuple[dict[str, Any], ...]:
    """The rounds of a programme that is ready made, as plain values."""
    return tuple(plain(one) for one in PRESETS[key])  # type: ignore[index]  # a key of PRESET_NAMES


def plain(played: Round) -> dict[str, Any]:
    """A round as plain values, without what is as usual."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(played).items()
        if value != _USUAL[name]
    }


def read_rounds(evening: Evening) -> tuple[Round, ...]:
    """The rounds of an evening. What an older or newer program wrote and this one does not know is left."""
    known = {each.name for each in fields(Round)}
    return tuple(
        _ROUND.validate_json(json.dumps({name: value for name, value in one.items() if name in known}))
        for one in evening.programme
    )


def programme_lines(evening: Evening, t: Texts) -> list[str]:
    """The programme, a line a round, with its number."""
    return [f"{number}. {round_line(one, t)}" for number, one in enumerate(read_rounds(evening), 1)]


def count_minutes(rounds: Sequence[Round]) -> int:
    """About how many minutes these rounds take, breaks included, to the next five."""
    seconds = sum(_count_seconds(one) + _BREAK for one in rounds)
    return max(5, -(-seconds // 300) * 5)


def _count_seconds(played: Round) -> int:
    if played.play == "challenges":
        return played.length * _CHALLENGE
    kinds = [_SECONDS[mode] for mode in played.modes or _SECONDS]
    stakes = 25 if played.stakes else 0
    return played.length * (sum(kinds) // len(kinds) + stakes)


async def load_deck(decks: DeckStore, guild_id: int, name: str) -> Deck:
    """The deck of this name, the house's ("" the usual one) or the server's own; Denied "no_such_deck"."""
    dealer = _GAME.dealer
    if (own := dealer.house(name)) is not None:
        return own
    text = await decks.load_deck(guild_id, name)
    if text is None:
        raise Denied("no_such_deck", deck=name)
    deck: Deck = dealer.read(text)
    return deck


def fingerprint(evening: Evening) -> int:
    """A number that tells this programme from what it was before: buttons about a round carry it."""
    return crc32(json.dumps(list(evening.programme), sort_keys=True).encode())


def check_rounds(rounds: Sequence[Round], deck: Deck) -> None:
    """Denied "evening_cards" (round, needed, found) where a round could run short of questions (S4)."""
    try:
        check_programme(rounds, deck)
    except Refusal as refusal:
        raise Denied("evening_cards", **refusal.params) from refusal


@lru_cache(maxsize=4)
def count_themes(deck: Deck) -> Mapping[str, int]:
    """How many questions of a deck have each theme, the most frequent ones first."""
    counted = Counter(tag for card in deck.cards for question in card.questions for tag in question.tags)
    return dict(counted.most_common())


def find_themes(text: str, deck: Deck) -> tuple[str, ...]:
    """The themes that are typed, with commas between them, as the deck writes them.

    Denied "evening_no_such_theme" (theme, some) for one that no question has.
    """
    known = {theme.casefold(): theme for theme in count_themes(deck)}
    found = []
    for typed in filter(None, (part.strip() for part in text.replace(";", ",").split(","))):
        theme = known.get(typed.casefold())
        if theme is None:
            some = ", ".join(list(known.values())[:_SHOWN])
            raise Denied("evening_no_such_theme", theme=typed[:40], **({"some": some} if some else {}))
        found.append(theme)
    return tuple(dict.fromkeys(found))


def read_length(text: str) -> int:
    """How long a round is, as typed; Denied "evening_length"."""
    typed = text.strip()
    if not (typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= MOST_QUESTIONS):
        raise Denied("evening_length", least=1, n=MOST_QUESTIONS)
    return int(typed)
