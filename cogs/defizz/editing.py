"""`/defizz paquet modifier`: a server's own decks are written and changed in Discord, question by question.

Every change is one write that fails if somebody else has changed the deck meanwhile; it is then tried again
on what there is now. A game that is being played keeps the deck with which it was begun.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from bot.tables.decks import DeckInfo, DeckTexts, NewPictures
from bot.tables.model import Denied
from bot.texts import N_, Texts
from bot.ui.clicks.click import Click, Handler, Typed
from bot.ui.clicks.house import House
from bot.ui.clicks.rights import may_manage_server
from bot.ui.frame.option import CHOICES_AT_MOST
from bot.ui.pages.escape import escape, label, tidy
from bot.ui.pages.page import Button, Choice, Entry, Field, Form, Page, Pick, Row, Text, Upload
from bot.ui.wire.responder import Responder
from bot.ui.wire.submitted import SentFile
from cogs.defizz.deck_files import fault_words, refused_by_store, repaint_all
from cogs.defizz.editing_forms import (
    KINDS,
    detail_fields,
    field_names,
    fields_of,
    kind_of,
    read_details,
    read_fields,
    short_name,
)
from cogs.defizz.editing_pages import Arg, card_page, deck_key, first_page, list_page, withdraw_page
from engines.defizz.drawings import is_brought
from engines.defizz.editing import (
    NOTHING,
    Book,
    Faulty,
    Gone,
    LastOfPile,
    Plain,
    Wish,
    hang,
    list_pictures,
    read_book,
    shown_picture,
)
from engines.defizz.files import PICTURE_AT_MOST, Complaint
from engines.defizz.judging.check import Advice, give_advice, read_advice

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


# What the judge makes of a question that was just written, for its author: in a process of its own.

_SHOWN: Final = 4
_WORDS: Final = 60
_LINES: Final = {
    "collides": N_("⚠️ Se confondent : {pairs}"),
    "would pass": N_("⚠️ Passerait pour une faute de frappe : {pairs}. À refuser ?"),
    "is missing": N_("💡 Le juge refuserait : {pairs}. À accepter ?"),
    "accepts": N_("✅ Le juge accepterait aussi : {pairs}"),
}


async def advise(house: House, user_id: int, question: Plain, t: Texts) -> Sequence[str]:
    """Return lines about a question's answers; none while somebody else's file is being checked."""
    if "answers" not in question:
        return ()
    try:
        async with house.backroom.enter(user_id) as do:
            found = read_advice(await do(give_advice, json.dumps(question).encode()))
    except Denied:
        return ()
    return tuple(
        _line(what, advice, t) for what in _LINES if (advice := [one for one in found if one.what == what])
    )


def _line(what: str, found: Sequence[Advice], t: Texts) -> str:
    pairs = [_pair(one) for one in found[:_SHOWN]]
    return t(_LINES[what], pairs=", ".join(pairs) + (" …" if len(found) > _SHOWN else ""))


def _pair(one: Advice) -> str:
    text = escape(one.text, _WORDS)
    return text if one.what == "accepts" else f"{text} ({escape(one.wording, _WORDS)})"


# The picture of a question: brought, chosen among those of its deck or of the bot, or taken away.

_SEEN: Final = N_("Ce qu’on y voit, sans la réponse")


class PictureEditing:
    """Opens the form of a question's picture, and takes what comes back; for who manages the server."""

    def __init__(self, house: House, desk: Desk) -> None:
        self._house = house
        self._desk = desk
        self._typed = Typed()

    def handlers(self) -> Mapping[str, Handler]:
        """The handler of each verb."""
        return {"picture": self._open, "hang": self._hang}

    async def _open(self, click: Click) -> None:
        _, book = await self._desk.book(click)
        arg, t = Arg.read(click.target.arg), click.responder.texts
        fields = self._typed.refill(click.user.id, str(arg), _fields(book, _find(book, arg), t))
        title = t("Question {n} : image", n=arg.part + 1)
        await click.responder.open_form(Form(0, 0, "edit.hang", title, fields, str(arg)))

    async def _hang(self, click: Click) -> None:
        """Take what the form holds; faults are told with a button to go on."""
        self._house.refuse_blocked(click.responder.interaction)
        name, arg = await self._desk.name(click), Arg.read(click.target.arg)
        number, kept, drawing, alt = (*click.values, "", "", "", "")[:4]
        try:
            brought = await self._fetch(click, click.files[number]) if number in click.files else {}
            wish = Wish(next(iter(brought), ""), kept, drawing.strip(), alt.strip())

            def put(book: Book) -> tuple[Book, str]:
                return book.put_question(
                    arg.card, arg.part, hang(_find(book, arg), wish, list_pictures(book))
                )

            book, key = await self._desk.change(click, name, put, brought, tells_faults=True)
        except Faulty as faulty:
            self._typed.keep(click.user.id, str(arg), click.values)
            t = click.responder.texts
            names = {"picture": t("Image"), "picture.alt": short_name(t(_SEEN))}
            await click.responder.show(faults_page(faulty, "edit.picture", arg, names, click))
            return
        except Denied:  # many of these pass, as where the file cannot be had for the moment
            self._typed.keep(click.user.id, str(arg), click.values)
            raise
        await self._desk.show(click, name, book, key)

    async def _fetch(self, click: Click, file: SentFile) -> Mapping[str, bytes]:
        """Fetch a file and paint it anew in the backroom: the picture by its digest. Raises Faulty."""
        if file.size > PICTURE_AT_MOST:
            raise Faulty((Complaint(None, file.name, "picture_too_large"),))
        async with self._house.backroom.enter(click.user.id) as do:
            data = await file.read(click.responder.interaction.client)
            (made,) = await repaint_all(do, [(file.name, data)])
        return {sha256(made).hexdigest(): made}


def _fields(book: Book, question: Plain, t: Texts) -> tuple[Entry, ...]:
    picture = question.get("picture") or {}
    name, alt = picture.get("name", ""), picture.get("alt", "")
    return (
        Upload("file", t("Nouvelle image"), t("PNG, JPEG ou WebP, 1\u00a0Mio au plus"), needed=False),
        Pick("kept", t("Ou une image du paquet"), _choices(book, question, t), needed=False),
        Field(
            "drawing",
            t("Ou un dessin du bot, par son nom"),
            t("drapeau/japon, par exemple"),
            least=0,
            value="" if is_brought(name) else name,
        ),
        Field(
            "alt",
            t(_SEEN),
            t("Pour qui ne la voit pas ; de 10 à 300 signes"),
            least=0,
            most=300,
            long=True,
            value=alt,
        ),
    )


def _choices(book: Book, question: Plain, t: Texts) -> tuple[Choice, ...]:
    """No picture, that of the question, and others of its deck, those of unfinished cards first."""
    now = shown_picture(question)
    pictures = list_pictures(book)
    first = sorted(pictures, key=lambda digest: digest != now)[: CHOICES_AT_MOST - 1]
    none = Choice(NOTHING, t("Aucune image"), chosen=now == NOTHING)
    others = (Choice(digest, label(pictures[digest], 100), chosen=digest == now) for digest in first)
    return (none, *others)


def _find(book: Book, arg: Arg) -> Plain:
    question = find_question(book, arg)
    if not question:
        raise Denied("card_changed", game=_GAME)
    return question


# Where decks that are changed in Discord lie: found by what was clicked, changed, stored and shown again.

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
