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

from bot.tables.errors import Denied
from bot.tables.evenings.model import Evening
from bot.texts import N_, Texts
from cogs.defizz.themes import theme_words
from cogs.soiree.words import deck_note, round_line
from engines.defizz.deck import Deck
from engines.soiree.model import MOST_QUESTIONS, Round
from engines.soiree.presets import PRESETS
from engines.soiree.programme import HOUSE

__all__ = [
    "PRESET_NAMES",
    "count_minutes",
    "count_themes",
    "find_themes",
    "fingerprint",
    "plain",
    "preset",
    "programme_head",
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
    return [f"{number}. {line}" for number, line in enumerate(_lines(evening, t), 1)]


def programme_head(evening: Evening, t: Texts) -> str:
    """The line above the programme: how long it takes and, where it is not the usual one, with which deck."""
    rounds = read_rounds(evening)
    head = t("**Programme** · environ {n}\u00a0min", n=count_minutes(rounds))
    if not evening.deck or all(one.deck for one in rounds):
        return head
    return f"{head} · {deck_note(evening.deck, t)}"


def count_minutes(rounds: Sequence[Round]) -> int:
    """About how many minutes these rounds take, breaks included, to the next five."""
    seconds = sum(_count_seconds(one) + _BREAK for one in rounds)
    return max(5, -(-seconds // 300) * 5)


def _lines(evening: Evening, t: Texts) -> list[str]:
    """The rounds in words; that one is played with the house's cards is said where the others are not."""
    rounds = read_rounds(evening)
    notes = (f" · {deck_note(HOUSE, t)}" if one.deck == HOUSE else "" for one in rounds)
    return [round_line(one, t) + note for one, note in zip(rounds, notes, strict=True)]


def _count_seconds(played: Round) -> int:
    if played.play == "challenges":
        return played.length * _CHALLENGE
    kinds = [_SECONDS[mode] for mode in played.modes or _SECONDS]
    stakes = 25 if played.stakes else 0
    return played.length * (sum(kinds) // len(kinds) + stakes)


def fingerprint(evening: Evening) -> int:
    """A number that tells this programme from what it was before: buttons about a round carry it."""
    return crc32(json.dumps(list(evening.programme), sort_keys=True).encode())


@lru_cache(maxsize=4)
def count_themes(deck: Deck) -> Mapping[str, int]:
    """How many questions of a deck have each theme, the most frequent ones first."""
    counted = Counter(tag for card in deck.cards for question in card.questions for tag in question.tags)
    return dict(counted.most_common())


def find_themes(text: str, deck: Deck, t: Texts) -> tuple[str, ...]:
    """The themes that are typed, with commas between them, as the deck writes them.

    They may be typed as they are shown, too.

    Denied "evening_no_such_theme" (theme, some) for one that no question has.
    """
    themes = list(count_themes(deck))
    known = {theme_words(theme, t).casefold(): theme for theme in themes}
    known |= {theme.casefold(): theme for theme in themes}
    found = []
    for typed in filter(None, (part.strip() for part in text.replace(";", ",").split(","))):
        theme = known.get(typed.casefold())
        if theme is None:
            some = ", ".join(theme_words(one, t) for one in themes[:_SHOWN])
            raise Denied("evening_no_such_theme", theme=typed[:40], **({"some": some} if some else {}))
        found.append(theme)
    return tuple(dict.fromkeys(found))


def read_length(text: str) -> int:
    """How long a round is, as typed; Denied "evening_length"."""
    typed = text.strip()
    if not (typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= MOST_QUESTIONS):
        raise Denied("evening_length", least=1, n=MOST_QUESTIONS)
    return int(typed)
