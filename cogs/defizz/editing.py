"""`/defizz paquet modifier`: a server's own decks are written and changed in Discord, question by question.

Every change is one write that fails if somebody else has changed the deck meanwhile; it is then tried again
on what there is now. A game that is being played keeps the deck with which it was begun.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.tables.decks import Crowded, DeckInfo, DeckTexts, Full
from bot.tables.errors import Denied
from bot.ui.clicks.click import Click, Handler
from bot.ui.clicks.house import House
from bot.ui.clicks.rights import may_manage_server
from bot.ui.pages.escape import escape, tidy
from bot.ui.pages.page import Button, Field, Form, Page, Row, Text
from bot.ui.wire.responder import Responder
from cogs.defizz.advice import advise
from cogs.defizz.deck_words import fault_words
from cogs.defizz.editing_forms import (
    KINDS,
    detail_fields,
    fields_of,
    kind_of,
    read_details,
    read_fields,
)
from cogs.defizz.editing_pages import Arg, card_page, deck_key, first_page, list_page, withdraw_page
from engines.defizz.editing import Book, Faulty, Gone, LastOfPile, Plain, read_book

__all__ = ["Editing"]

_GAME: Final = "defizz"
_TRIES: Final = 5
_TYPED_KEPT: Final = 100
"""So many forms with faults are kept until they are opened again: what was typed is not lost."""
_DETAILS: Final = "details"
_FAULTS: Final = 8

Change = Callable[[Book], tuple[Book, str]]
"""What is done to a deck: it as it will be, and the key of the card that it was about."""


class Editing:
    """The verbs of the panel. All are for who manages the server: Denied `not_manager` for others."""

    namespace = "edit"

    def __init__(self, house: House) -> None:
        self._house = house
        self._typed: OrderedDict[tuple[int, str], tuple[str, ...]] = OrderedDict()

    def handlers(self) -> Mapping[str, Handler]:
        """The handler of each verb."""
        return {
            "list": self._list,
            "begin": self._begin,
            "search": self._ask_words,
            "found": self._search,
            "add": self._add,
            "card": self._card,
            "new": self._open_form,
            "change": self._open_form,
            "details": self._open_details,
            "write": self._write,
            "drop": self._drop,
            "withdraw": self._ask_withdraw,
            "withdrawn": self._withdraw,
        }

    async def open(self, responder: Responder, name: str) -> None:
        """Show the cards of the deck of this name."""
        t, texts = responder.texts, await self._texts(responder, name)
        if texts == DeckTexts():
            await responder.show(first_page(name, t))
            return
        await responder.show(list_page(name, read_book(name, texts.content, texts.unfinished), 0, t))

    # -- looking ---------------------------------------------------------------------------------------

    async def _list(self, click: Click) -> None:
        name, book = await self._book(click)
        number = Arg.read(click.target.arg).part
        await click.responder.update(list_page(name, book, number, click.responder.texts))

    async def _card(self, click: Click) -> None:
        name, book = await self._book(click)
        key = click.values[0] if click.values else Arg.read(click.target.arg).card
        await click.responder.update(card_page(name, book, _find(book, key), click.responder.texts))

    async def _ask_words(self, click: Click) -> None:
        _require_manager(click)
        t = click.responder.texts
        words = Field("words", t("Mots, ou numéro de la carte"))
        form = Form(0, 0, "edit.found", t("Chercher"), (words,), click.target.arg)
        await click.responder.open_form(form)

    async def _search(self, click: Click) -> None:
        name, book = await self._book(click)
        wanted = tidy(click.values[0] if click.values else "", 100)
        await click.responder.update(list_page(name, book, 0, click.responder.texts, wanted))

    # -- cards -----------------------------------------------------------------------------------------

    async def _begin(self, click: Click) -> None:
        """Begin a deck with a first card; the choice says the pile and the deck's name."""
        _require_manager(click)
        pile, _, name = (click.values[0] if click.values else "").partition(" ")
        if pile not in ("duel", "multi") or not name:
            raise Denied("stale")
        await self._change(click, name, lambda book: book.add_card(pile))

    async def _add(self, click: Click) -> None:
        name, pile = await self._name(click), Arg.read(click.target.arg).kind
        if pile not in ("duel", "multi"):
            raise Denied("stale")
        await self._change(click, name, lambda book: book.add_card(pile))

    async def _drop(self, click: Click) -> None:
        arg = Arg.read(click.target.arg)
        await self._change(
            click, await self._name(click), lambda book: book.drop_question(arg.card, arg.part)
        )

    async def _ask_withdraw(self, click: Click) -> None:
        name, book = await self._book(click)
        card = _find(book, Arg.read(click.target.arg).card)
        await click.responder.update(withdraw_page(name, card, click.responder.texts))

    async def _withdraw(self, click: Click) -> None:
        arg = Arg.read(click.target.arg)
        await self._change(click, await self._name(click), lambda book: (book.drop_card(arg.card), ""))

    # -- questions -------------------------------------------------------------------------------------

    async def _open_form(self, click: Click) -> None:
        """Open the form of a question that is there, or of a new one whose kind was chosen."""
        _, book = await self._book(click)
        arg, chosen = Arg.read(click.target.arg), click.values[0] if click.values else ""
        question = _question(book, arg)
        kind = kind_of(question) if question else chosen or arg.kind
        if kind not in KINDS:
            raise Denied("card_changed", game=_GAME)
        await self._show_form(click, Arg(arg.deck, arg.card, arg.part, kind), question)

    async def _open_details(self, click: Click) -> None:
        _, book = await self._book(click)
        arg = Arg.read(click.target.arg)
        question = _question(book, arg)
        if not question:
            raise Denied("card_changed", game=_GAME)
        await self._show_form(click, Arg(arg.deck, arg.card, arg.part, _DETAILS), question)

    async def _show_form(self, click: Click, arg: Arg, question: Plain) -> None:
        t, details = click.responder.texts, arg.kind == _DETAILS
        fields = detail_fields(question, t) if details else fields_of(arg.kind, question, t)
        if question and _read(arg.kind, question, [field.value for field in fields]) != _said(question):
            raise Denied("too_long_for_form")
        if any(len(field.value) > field.most for field in fields):
            raise Denied("too_long_for_form")
        typed = self._typed.pop((click.user.id, str(arg)), None)
        if typed is not None:
            fields = tuple(_refilled(field, text) for field, text in zip(fields, typed, strict=False))
        n = arg.part + 1
        title = t("Question {n} : détails", n=n) if details else t("Question {n}", n=n)
        await click.responder.open_form(Form(0, 0, "edit.write", title, fields, str(arg)))

    async def _write(self, click: Click) -> None:
        """Take what was typed into the form of a question; faults are told with a button to go on typing."""
        name, arg = await self._name(click), Arg.read(click.target.arg)

        def put(book: Book) -> tuple[Book, str]:
            question = _read(arg.kind, _question(book, arg), click.values)
            return book.put_question(arg.card, arg.part, question)

        try:
            await self._change(click, name, put, advised=arg)
        except Faulty as faulty:
            self._typed[click.user.id, str(arg)] = click.values
            while len(self._typed) > _TYPED_KEPT:
                self._typed.popitem(last=False)
            await click.responder.show(_faults_page(faulty, arg, click))

    # -- the store -------------------------------------------------------------------------------------

    async def _name(self, click: Click) -> str:
        """The name of the deck that was clicked; Denied `not_manager`, `deck_gone`."""
        guild_id, wanted = _require_manager(click), Arg.read(click.target.arg).deck
        decks = self._house.decks
        names = [info.name for info in await decks.decks(guild_id)] + [*await decks.list_unfinished(guild_id)]
        for name in names:
            if deck_key(name) == wanted:
                return name
        raise Denied("deck_gone", game=_GAME)

    async def _book(self, click: Click) -> tuple[str, Book]:
        name = await self._name(click)
        texts = await self._texts(click.responder, name)
        return name, read_book(name, texts.content, texts.unfinished)

    async def _texts(self, responder: Responder, name: str) -> DeckTexts:
        return await self._house.decks.load_deck_texts(responder.interaction.guild_id or 0, name)

    async def _change(self, click: Click, name: str, change: Change, advised: Arg | None = None) -> None:
        """Do something to a deck, store it, and show the card that it was about; Faulty only of questions."""
        t, guild_id = click.responder.texts, _require_manager(click)
        for _ in range(_TRIES):
            texts = await self._texts(click.responder, name)
            book, key = _apply(read_book(name, texts.content, texts.unfinished), change, advised is not None)
            after = DeckTexts(book.content, book.rest)
            info = DeckInfo(name, len(book.cards), self._house.tables.now())
            try:
                if await self._house.decks.change_deck(guild_id, info, texts, after):
                    break
            except Crowded as full:
                raise Denied("pictures_full", n=full.most) from None
            except Full as full:
                raise Denied("decks_full", n=full.most) from None
        else:
            raise Denied("busy")
        if not key:
            await click.responder.update(list_page(name, book, 0, t))
            return
        card = _find(book, key)
        notes: Sequence[str] = ()
        if advised is not None:
            notes = await advise(self._house, click.user.id, card["questions"][advised.part], t)
        await click.responder.update(card_page(name, book, card, t, notes))


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


def _read(kind: str, question: Plain, typed: Sequence[str]) -> Mapping[str, Any]:
    read = read_details(question, typed) if kind == _DETAILS else read_fields(kind, question, typed)
    return _said(read)


def _said(question: Plain) -> dict[str, Any]:
    """What a question says, without the fields that say nothing."""
    return {key: value for key, value in question.items() if value not in (None, []) and value is not False}


def _refilled(field: Field, text: str) -> Field:
    return Field(
        field.name, field.label, field.hint, least=field.least, most=field.most, long=field.long, value=text
    )


def _question(book: Book, arg: Arg) -> Plain:
    """The question that an Arg names; empty where it is to be added. Denied `card_changed`."""
    questions = _find(book, arg.card)["questions"]
    if arg.part > len(questions):
        raise Denied("card_changed", game=_GAME)
    found: Plain = questions[arg.part] if arg.part < len(questions) else {}
    return found


def _find(book: Book, key: str) -> Plain:
    try:
        return book.find(key)
    except Gone:
        raise Denied("card_changed", game=_GAME) from None


def _faults_page(faulty: Faulty, arg: Arg, click: Click) -> Page:
    t = click.responder.texts
    title = t("❌ **Rien n’a été enregistré**")
    lines = [f"- {escape(fault_words(one, t), 300)}" for one in faulty.complaints[:_FAULTS]]
    verb = "edit.details" if arg.kind == _DETAILS else "edit.change"
    again = Button(verb, t("Reprendre"), str(arg), "primary")
    return Page(0, 0, (Text("\n".join([title, *lines])), Row((again,))))


def _require_manager(click: Click) -> int:
    """The server of a click; Denied `not_manager` if the person does not manage it."""
    interaction = click.responder.interaction
    if interaction.guild_id is None or not may_manage_server(interaction):
        raise Denied("not_manager")
    return interaction.guild_id
