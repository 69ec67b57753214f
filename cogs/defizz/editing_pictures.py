"""The picture of a question: brought, chosen among those of its deck or of the bot, or taken away."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from bot.tables.errors import Denied
from bot.texts import N_, Texts
from bot.ui.clicks.click import Click, Handler
from bot.ui.clicks.house import House
from bot.ui.clicks.typed import Typed
from bot.ui.frame.option import CHOICES_AT_MOST
from bot.ui.pages.escape import label
from bot.ui.pages.page import Choice, Entry, Field, Form, Pick, Upload
from bot.ui.wire.submitted import SentFile
from cogs.defizz.editing_desk import Desk, faults_page, find_question
from cogs.defizz.editing_forms import short_name
from cogs.defizz.editing_pages import Arg
from cogs.defizz.repainting import repaint_all
from engines.defizz.drawings import is_brought
from engines.defizz.editing import Book, Faulty, Plain
from engines.defizz.files import Complaint
from engines.defizz.hanging import NOTHING, Wish, hang, list_pictures, shown_picture
from engines.defizz.packs import PICTURE_AT_MOST

__all__ = ["PictureEditing"]

_GAME: Final = "defizz"
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
