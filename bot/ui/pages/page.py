"""Messages and forms as plain values, before discord.py sees them.

A `Page` can be compared and tested without Discord; `bot.ui.pages.layout` turns it into a new body for each
sending. Texts are Discord markdown, already escaped where people wrote them.
"""

from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Literal, Protocol

import orjson

from bot.tables.model import Alarm, Table
from bot.texts import Texts

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button that sends `verb` and `arg` for the page's table. `label` has at most 80 characters.

    `rare`: it is seldom needed, and stands in a menu where there are several (see bot.ui.frame.folding).
    """

    verb: str
    label: str
    arg: str = ""
    style: Style = "secondary"
    emoji: str | None = None
    disabled: bool = False
    rare: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Row:
    """One to five buttons side by side."""

    buttons: tuple[Button | Link, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a list. `value`, `label` and `description` have at most 100 characters each."""

    value: str
    label: str
    description: str | None = None
    emoji: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A list of up to 25 choices, from which `least` to `most` are picked; that sends `verb` with them."""

    verb: str
    placeholder: str
    choices: tuple[Choice, ...]
    arg: str = ""
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of Discord markdown."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A small picture that Discord fetches itself: `url` is its address, `alt` what it shows, in words."""

    url: str
    alt: str


@dataclass(frozen=True, slots=True)
class Section:
    """A paragraph of Discord markdown with one thing at its right: a button or a small picture."""

    markdown: str
    beside: Button | Thumbnail


@dataclass(frozen=True, slots=True)
class Gap:
    """A thin line between blocks."""


@dataclass(frozen=True, slots=True)
class Break:
    """What follows stands in a box of its own, whose edge has a colour (0xRRGGBB); None for no colour."""

    accent: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """An image. `alt` (at most 1024 characters) says in words what it shows; `data` is the encoded file."""

    name: str
    alt: str
    data: bytes = field(repr=False)


class Drawing(Protocol):
    """What a picture shows, as a frozen value. Equal drawings give equal pictures: each is painted once."""

    def __hash__(self) -> int: ...

    def paint(self) -> bytes:
        """Paint the picture and return the encoded file. Slow, without side effects, run in a thread."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A picture that is not painted, but fetched from the store by its digest (SHA-256 of its bytes, hex)."""

    digest: str


@dataclass(frozen=True, slots=True)
class Sketch:
    """A picture that is painted, off the event loop, or fetched, before its page is sent.

    `alt` (at most 1024 characters) says what it shows; `words` is the markdown that replaces a picture that
    cannot be painted or sent. Without words, where the page says the same anyway, it is left out then.
    """

    name: str
    alt: str
    drawing: Drawing | Stored
    words: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to download. `data` is its content."""

    name: str
    data: bytes = field(repr=False)


Block = Text | Section | Gap | Break | Row | Select | Sketch | Picture | Attachment


@dataclass(frozen=True, slots=True)
class Page:
    """A whole message. `drawn` is the version or turn that its buttons name, `accent` a colour (0xRRGGBB)."""

    table_id: int
    drawn: int
    blocks: tuple[Block, ...]
    accent: int | None = None


def strip_buttons(page: Page) -> Page:
    """The page without its buttons and lists, so that there is nothing to press; links stay."""
    return _keep(page, Link)


def strip_links(page: Page) -> Page:
    """The page without links: for whoever is already where they lead to."""
    return _keep(page, Button)


def _keep(page: Page, kind: type[Button] | type[Link]) -> Page:
    """The page with these alone of buttons and links, and lists only beside buttons; no row is empty."""
    kept = (_keep_in(block, kind) for block in page.blocks)
    return replace(page, blocks=tuple(block for block in kept if block is not None))


def _keep_in(block: Block, kind: type[Button] | type[Link]) -> Block | None:
    match block:
        case Row(buttons):
            kept = tuple(button for button in buttons if isinstance(button, kind))
            return Row(kept) if kept else None
        case Select():
            return block if kind is Button else None
        case Section(markdown, Button()):
            return block if kind is Button else Text(markdown)
    return block


@dataclass(frozen=True, slots=True)
class Field:
    """What is typed into a form: a line, or a paragraph if `long`, of `least` to `most` characters.

    `label` has at most 45 characters; `hint` (below it) and `example` (in the empty field) at most 100.
    `value` stands in it from the beginning.
    """

    name: str
    label: str
    hint: str = ""
    example: str = ""
    least: int = 1
    most: int = 100
    long: bool = False
    value: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """A list in a form, of up to 25 choices, from which one is picked; none where it is not `needed`."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    hint: str = ""
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Upload:
    """The place for one file in a form; it may stay empty where it is not `needed`."""

    name: str
    label: str
    hint: str = ""
    needed: bool = True


Entry = Field | Pick | Upload


@dataclass(frozen=True, slots=True)
class Form:
    """A form (Discord's modal). Submitting it sends `verb` and `arg` with one value for each of the fields.

    The value of an `Upload` is the id of its file; what was left empty has the value "".

    `title` has at most 45 characters; `words` (markdown) stand above the fields.
    """

    table_id: int
    drawn: int
    verb: str
    title: str
    fields: tuple[Entry, ...]
    arg: str = ""
    words: str = ""


# Tells by a short text whether two pages show the same: a message with the same digest is not edited.


def digest(page: Page) -> str:
    """SHA-256 (64 hex digits) of everything that a page shows; the same in every process.

    A sketch counts by the fields of its drawing, so that no picture has to be painted only to compare pages.
    These fields must be plain: texts, numbers, tuples and frozen dataclasses of those. Raises TypeError for
    any other field.
    """
    drawings = [type(block.drawing).__name__ for block in page.blocks if isinstance(block, Sketch)]
    return sha256(orjson.dumps([page, drawings], default=_plain)).hexdigest()


def _plain(value: Any) -> str:
    if isinstance(value, bytes):
        return sha256(value).hexdigest()
    raise TypeError(f"{type(value).__name__} has no digest")


# Moments in the notation that Discord shows in each reader's own time zone and language.

_A_DAY_AWAY = 6 * 60 * 60
"""Seconds: for anything longer, a time of day without a date does not say when."""


def countdown(at: int) -> str:
    """The moment `at` (ms UTC), shown as "in 2 minutes"; rounded down to a second, so never too late."""
    return f"<t:{at // 1000}:R>"


def as_of(at: int, t: Texts) -> str:
    """The line of a page that says how old it is, for it may not be renewed: it stays true by itself."""
    return "-# " + t("À jour {ago}.", ago=countdown(at))


def time_of_day(at: int) -> str:
    """The moment `at` (ms UTC), shown as a time with seconds; rounded up to a second, so never too early."""
    return f"<t:{-(-at // 1000)}:T>"


def day(at: int) -> str:
    """The day of the moment `at` (ms UTC), shown as a date in words."""
    return f"<t:{at // 1000}:D>"


def end_of(alarm: Alarm) -> str:
    """When a deadline passes: a time of day with seconds or, if it was set for many hours, date and time."""
    return f"<t:{alarm.at // 1000}:{'f' if alarm.seconds >= _A_DAY_AWAY else 'T'}>"


def time_left(table: Table, t: Texts) -> str:
    """The line of a board that says until when somebody is awaited; "" where no clock runs."""
    if table.alarm is None or table.alarm.stopped_at is not None:
        return ""
    return t("⏳ Jusqu’à {time} ({left}).", time=end_of(table.alarm), left=countdown(table.alarm.at))


def pause_line(table: Table, t: Texts) -> str:
    """The line of a board or panel that says that the table is paused, and how it goes on."""
    if table.halted:
        return t(
            "⏸️ L’hôte a mis la table en pause : le temps est arrêté. Pour reprendre : `/{command} "
            "statut`, par l’hôte ou, après 5 minutes, par n’importe qui à la table.",
            command=table.game,
        )
    return t(
        "⏸️ La table est en pause. `/{command} statut` la relance : rien n’est perdu.", command=table.game
    )
