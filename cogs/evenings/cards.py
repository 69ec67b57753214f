"""The cards of an evening: its deck, those of single rounds, and whether all of them suffice (S3, S4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.tables.decks import DeckStore
from bot.tables.errors import Denied
from bot.tables.evenings.model import Evening
from bot.texts import Texts
from bot.ui.frame.option import CHOICES_AT_MOST
from bot.ui.pages.page import Choice
from cogs.defizz.options import DECKS
from cogs.evenings.programme import read_rounds
from cogs.soiree.words import deck_words
from engines.core.errors import Refusal
from engines.defizz.deck import Deck
from engines.defizz.shelf import MIXED
from engines.soiree.model import Round
from engines.soiree.programme import HOUSE, check_programme, decks_of
from engines.soiree.rules import Soiree

__all__ = [
    "check_cards",
    "deck_choices",
    "find_complaint",
    "load_deck",
    "named",
    "played_rounds",
    "round_deck",
]

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
