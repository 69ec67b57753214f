"""The programme of an evening as its host plans it: rounds as plain values, and what they are to people."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from functools import lru_cache
from typing import Any, Final
from zlib import crc32

from pydantic import TypeAdapter

from bot.tables.decks import DeckStore
from bot.tables.evenings.model import Evening
from bot.tables.model import Denied
from bot.texts import N_, Texts
from bot.ui.frame.option import CHOICES_AT_MOST
from bot.ui.pages.page import Choice
from cogs.defizz.options import DECKS
from cogs.defizz.words import theme_words
from cogs.soiree.words import deck_note, deck_words, round_line
from engines.core.records import Refusal
from engines.defizz.deck import Deck
from engines.defizz.shelf import MIXED
from engines.soiree.model import MOST_QUESTIONS, Round
from engines.soiree.programme import HOUSE, PRESETS, check_programme, decks_of
from engines.soiree.rules import Soiree

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


# The cards of an evening: its deck, those of single rounds, and whether all of them suffice (S3, S4).

_GAME: Final = Soiree()


def named(name: str) -> str:
    """What a round calls the deck of this name: of the house, mixed is the one that has none ("")."""
    return name or HOUSE


def played_rounds(evening: Evening) -> tuple[Round, ...]:
    """The rounds as they are played: once one has a deck of its own, all others name the evening's."""
    rounds = read_rounds(evening)
    if not any(one.deck for one in rounds):
        return rounds
    return tuple(replace(one, deck=one.deck or named(evening.deck)) for one in rounds)


def round_deck(evening: Evening, played: Round) -> str:
    """The name of the deck that a round is played with."""
    return evening.deck if played.deck is None else MIXED if played.deck == HOUSE else played.deck


async def load_deck(decks: DeckStore, guild_id: int, name: str, number: int) -> Deck:
    """The deck of this name, the house's ("" the usual one) or the server's own, for a round (from 1).

    Denied "evening_deck" (round, deck) if the server has none of this name any more.
    """
    dealer = _GAME.dealer
    if (own := dealer.house(name)) is not None:
        return own
    text = await decks.load_deck(guild_id, name)
    if text is None:
        raise Denied("evening_deck", round=number, deck=name)
    deck: Deck = dealer.read(text)
    return deck


async def check_cards(decks: DeckStore, evening: Evening) -> None:
    """See whether the evening's cards suffice, as they are now (S4).

    Denied "evening_deck" (round, deck) where the deck of a round is gone, "evening_cards" (round, needed,
    found) where one could run short of questions.
    """
    rounds = played_rounds(evening)
    loaded: dict[str, Deck] = {}
    for number, one in enumerate(rounds, 1):
        for name in decks_of(one.deck) or (evening.deck,):
            loaded[name] = loaded.get(name) or await load_deck(decks, evening.guild_id, name, number)
    if not rounds:
        return
    deck = _GAME.dealer.gather(loaded) if rounds[0].deck else loaded[evening.deck]
    try:
        check_programme(rounds, deck)
    except Refusal as refusal:
        raise Denied("evening_cards", **refusal.params) from refusal


async def find_complaint(decks: DeckStore, evening: Evening) -> Denied | None:
    """Why the evening could not be played with the cards that there are now; None if it could."""
    try:
        await check_cards(decks, evening)
    except Denied as denied:
        return denied
    return None


def deck_choices(chosen: str, own: Sequence[str], t: Texts, usual: str | None = None) -> tuple[Choice, ...]:
    """The decks of the house, then the server's own; a value says a name behind a sign, for it may be "".

    `usual` is the evening's deck where a round's is chosen.
    """
    names = (*DECKS, *own)[:CHOICES_AT_MOST]
    note = t("Celui de la soirée")
    return tuple(
        Choice(
            f"+{name}",
            t("Paquet : {deck}", deck=deck_words(name, t)),
            note if name == usual else "",
            chosen=name == chosen,
        )
        for name in names
    )
