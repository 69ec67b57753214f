"""Where decks that are changed in Discord lie: found by what was clicked, changed, stored and shown again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.tables.decks import DeckInfo, DeckTexts
from bot.tables.errors import Denied
from bot.tables.pictures import NewPictures
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House
from bot.ui.clicks.rights import may_manage_server
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Button, Page, Row, Text
from bot.ui.wire.responder import Responder
from cogs.defizz.deck_words import fault_words
from cogs.defizz.editing_pages import Arg, card_page, deck_key, list_page
from cogs.defizz.keeping import refused_by_store
from engines.defizz.editing import Book, Faulty, Gone, LastOfPile, Plain, read_book

__all__ = ["Change", "Desk", "faults_page", "find_card", "find_question", "require_manager"]

_GAME: Final = "defizz"
_TRIES: Final = 5
_FAULTS: Final = 8

Change = Callable[[Book], tuple[Book, str]]
"""What is done to a deck: it as it will be, and the key of the card that it was about."""


class Desk:
    """Finds and changes the decks of a server, for who manages it: Denied `not_manager` for others."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def name(self, click: Click) -> str:
        """The name of the deck that was clicked; Denied `not_manager`, `deck_gone`."""
        guild_id, wanted = require_manager(click), Arg.read(click.target.arg).deck
        decks = self._house.decks
        names = [info.name for info in await decks.decks(guild_id)] + [*await decks.list_unfinished(guild_id)]
        for name in names:
            if deck_key(name) == wanted:
                return name
        raise Denied("deck_gone", game=_GAME)

    async def book(self, click: Click) -> tuple[str, Book]:
        """The name of the deck that was clicked, and the deck; Denied as `name`."""
        name = await self.name(click)
        texts = await self.texts(click.responder, name)
        return name, read_book(name, texts.content, texts.unfinished)

    async def texts(self, responder: Responder, name: str) -> DeckTexts:
        """All that is stored of the deck with this name."""
        return await self._house.decks.load_deck_texts(responder.interaction.guild_id or 0, name)

    async def change(
        self,
        click: Click,
        name: str,
        change: Change,
        pictures: Mapping[str, bytes] | None = None,
        *,
        tells_faults: bool = False,
    ) -> tuple[Book, str]:
        """Do something to a deck and store it, with these new pictures by their digests.

        Returns what it is then, and the key of the card. Raises Faulty only where somebody `tells_faults`;
        else Denied: `card_changed`, `last_of_pile`, `cards_full`, `busy`, and what `refused_by_store` says.
        """
        guild_id, brought = require_manager(click), NewPictures(pictures or {}, self._house.room)
        for _ in range(_TRIES):
            texts = await self.texts(click.responder, name)
            book, key = _apply(read_book(name, texts.content, texts.unfinished), change, tells_faults)
            after = DeckTexts(book.content, book.rest)
            info = DeckInfo(name, len(book.cards), self._house.tables.now())
            with refused_by_store(guild_id):
                if await self._house.decks.change_deck(guild_id, info, texts, after, brought):
                    return book, key
        raise Denied("busy")

    async def show(self, click: Click, name: str, book: Book, key: str, notes: Sequence[str] = ()) -> None:
        """Show the card with this key, or all cards for no key."""
        t = click.responder.texts
        if key:
            await click.responder.update(card_page(name, book, find_card(book, key), t, notes))
        else:
            await click.responder.update(list_page(name, book, 0, t))


def find_question(book: Book, arg: Arg) -> Plain:
    """The question that an Arg names; empty where it is to be added. Denied `card_changed`."""
    questions = find_card(book, arg.card)["questions"]
    if arg.part > len(questions):
        raise Denied("card_changed", game=_GAME)
    found: Plain = questions[arg.part] if arg.part < len(questions) else {}
    return found


def find_card(book: Book, key: str) -> Plain:
    """The card with this key; Denied `card_changed`."""
    try:
        return book.find(key)
    except Gone:
        raise Denied("card_changed", game=_GAME) from None


def faults_page(faulty: Faulty, verb: str, arg: Arg, names: Mapping[str, str], click: Click) -> Page:
    """The page that tells what is wrong with what was typed; its button opens the form again.

    `names`: what that form calls its fields.
    """
    t = click.responder.texts
    title = t("❌ **Rien n’a été enregistré**")
    lines = [f"- {escape(fault_words(one, t, names), 300)}" for one in faulty.complaints[:_FAULTS]]
    again = Button(verb, t("Reprendre"), str(arg), "primary")
    return Page(0, 0, (Text("\n".join([title, *lines])), Row((again,))))


def require_manager(click: Click) -> int:
    """The server of a click; Denied `not_manager` if the person does not manage it."""
    interaction = click.responder.interaction
    if interaction.guild_id is None or not may_manage_server(interaction):
        raise Denied("not_manager")
    return interaction.guild_id


def _apply(book: Book, change: Change, tells_faults: bool) -> tuple[Book, str]:
    """Do something to a deck; Denied `card_changed`, `last_of_pile`, `cards_full`."""
    try:
        return change(book)
    except Gone:
        raise Denied("card_changed", game=_GAME) from None
    except LastOfPile:
        raise Denied("last_of_pile") from None
    except Faulty:
        if tells_faults:
            raise
        raise Denied("cards_full") from None
