"""`/defizz paquet modifier`: a server's own decks are written and changed in Discord, question by question.

Every change is one write that fails if somebody else has changed the deck meanwhile; it is then tried again
on what there is now. A game that is being played keeps the deck with which it was begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.tables.decks import DeckTexts
from bot.tables.errors import Denied
from bot.ui.clicks.click import Click, Handler
from bot.ui.clicks.house import House
from bot.ui.clicks.typed import Typed
from bot.ui.pages.escape import tidy
from bot.ui.pages.page import Field, Form
from bot.ui.wire.responder import Responder
from cogs.defizz.advice import advise
from cogs.defizz.editing_desk import Change, Desk, faults_page, find_card, find_question, require_manager
from cogs.defizz.editing_forms import (
    KINDS,
    detail_fields,
    field_names,
    fields_of,
    kind_of,
    read_details,
    read_fields,
)
from cogs.defizz.editing_pages import Arg, card_page, first_page, list_page, withdraw_page
from cogs.defizz.editing_pictures import PictureEditing
from engines.defizz.editing import Book, Faulty, Plain, read_book

__all__ = ["Editing"]

_GAME: Final = "defizz"
_DETAILS: Final = "details"


class Editing:
    """The verbs of the panel. All are for who manages the server: Denied `not_manager` for others."""

    namespace = "edit"

    def __init__(self, house: House) -> None:
        self._house = house
        self._desk = Desk(house)
        self._typed = Typed()
        self._pictures = PictureEditing(house, self._desk)

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
            **self._pictures.handlers(),
        }

    async def open(self, responder: Responder, name: str) -> None:
        """Show the cards of the deck of this name."""
        t, texts = responder.texts, await self._desk.texts(responder, name)
        if texts == DeckTexts():
            await responder.show(first_page(name, t))
            return
        await responder.show(list_page(name, read_book(name, texts.content, texts.unfinished), 0, t))

    # -- looking ---------------------------------------------------------------------------------------

    async def _list(self, click: Click) -> None:
        name, book = await self._desk.book(click)
        number = Arg.read(click.target.arg).part
        await click.responder.update(list_page(name, book, number, click.responder.texts))

    async def _card(self, click: Click) -> None:
        name, book = await self._desk.book(click)
        key = click.values[0] if click.values else Arg.read(click.target.arg).card
        await click.responder.update(card_page(name, book, find_card(book, key), click.responder.texts))

    async def _ask_words(self, click: Click) -> None:
        require_manager(click)
        t = click.responder.texts
        words = Field("words", t("Mots, ou numéro de la carte"))
        form = Form(0, 0, "edit.found", t("Chercher"), (words,), click.target.arg)
        await click.responder.open_form(form)

    async def _search(self, click: Click) -> None:
        name, book = await self._desk.book(click)
        wanted = tidy(click.values[0] if click.values else "", 100)
        await click.responder.update(list_page(name, book, 0, click.responder.texts, wanted))

    # -- cards -----------------------------------------------------------------------------------------

    async def _begin(self, click: Click) -> None:
        """Begin a deck with a first card; the choice says the pile and the deck's name."""
        require_manager(click)
        pile, _, name = (click.values[0] if click.values else "").partition(" ")
        if pile not in ("duel", "multi") or not name:
            raise Denied("stale")
        await self._change(click, name, lambda book: book.add_card(pile))

    async def _add(self, click: Click) -> None:
        name, pile = await self._desk.name(click), Arg.read(click.target.arg).kind
        if pile not in ("duel", "multi"):
            raise Denied("stale")
        await self._change(click, name, lambda book: book.add_card(pile))

    async def _drop(self, click: Click) -> None:
        arg = Arg.read(click.target.arg)
        await self._change(
            click, await self._desk.name(click), lambda book: book.drop_question(arg.card, arg.part)
        )

    async def _ask_withdraw(self, click: Click) -> None:
        name, book = await self._desk.book(click)
        card = find_card(book, Arg.read(click.target.arg).card)
        await click.responder.update(withdraw_page(name, card, click.responder.texts))

    async def _withdraw(self, click: Click) -> None:
        arg = Arg.read(click.target.arg)
        await self._change(click, await self._desk.name(click), lambda book: (book.drop_card(arg.card), ""))

    # -- questions -------------------------------------------------------------------------------------

    async def _open_form(self, click: Click) -> None:
        """Open the form of a question that is there, or of a new one whose kind was chosen."""
        _, book = await self._desk.book(click)
        arg, chosen = Arg.read(click.target.arg), click.values[0] if click.values else ""
        question = find_question(book, arg)
        kind = kind_of(question) if question else chosen or arg.kind
        if kind not in KINDS:
            raise Denied("card_changed", game=_GAME)
        await self._show_form(click, Arg(arg.deck, arg.card, arg.part, kind), question)

    async def _open_details(self, click: Click) -> None:
        _, book = await self._desk.book(click)
        arg = Arg.read(click.target.arg)
        question = find_question(book, arg)
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
        entries = self._typed.refill(click.user.id, str(arg), fields)
        n = arg.part + 1
        title = t("Question {n} : détails", n=n) if details else t("Question {n}", n=n)
        await click.responder.open_form(Form(0, 0, "edit.write", title, entries, str(arg)))

    async def _write(self, click: Click) -> None:
        """Take what was typed into the form of a question; faults are told with a button to go on typing."""
        name, arg = await self._desk.name(click), Arg.read(click.target.arg)

        def put(book: Book) -> tuple[Book, str]:
            question = _read(arg.kind, find_question(book, arg), click.values)
            return book.put_question(arg.card, arg.part, question)

        try:
            book, key = await self._desk.change(click, name, put, tells_faults=True)
        except Faulty as faulty:
            self._typed.keep(click.user.id, str(arg), click.values)
            verb = "edit.details" if arg.kind == _DETAILS else "edit.change"
            names = field_names(arg.kind, click.responder.texts)
            await click.responder.show(faults_page(faulty, verb, arg, names, click))
            return
        written = find_card(book, key)["questions"][arg.part]
        notes = await advise(self._house, click.user.id, written, click.responder.texts)
        await self._desk.show(click, name, book, key, notes)

    async def _change(self, click: Click, name: str, change: Change) -> None:
        book, key = await self._desk.change(click, name, change)
        await self._desk.show(click, name, book, key)


def _read(kind: str, question: Plain, typed: Sequence[str]) -> Mapping[str, Any]:
    read = read_details(question, typed) if kind == _DETAILS else read_fields(kind, question, typed)
    return _said(read)


def _said(question: Plain) -> dict[str, Any]:
    """What a question says, without the fields that say nothing."""
    return {key: value for key, value in question.items() if value not in (None, []) and value is not False}
