"""Messages as plain values: what a renderer makes, before discord.py sees it.

A `Page` is compared, hashed and tested without Discord; `bot.ui.pages.layout` turns it into a fresh view
for each sending. Texts are Discord markdown, already escaped where people wrote them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

__all__ = [
    "Attachment",
    "Block",
    "Button",
    "Choice",
    "Drawing",
    "Field",
    "Form",
    "Gap",
    "Link",
    "Page",
    "Picture",
    "Row",
    "Select",
    "Sketch",
    "Text",
    "strip_buttons",
]

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button which sends `verb` and `arg` for the page's table. `label` at most 80 characters."""

    verb: str
    label: str
    arg: str = ""
    style: Style = "secondary"
    emoji: str | None = None
    disabled: bool = False


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
    """One entry of a list. `value`, `label` and `description` at most 100 characters each."""

    value: str
    label: str
    description: str | None = None
    emoji: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A list of up to 25 choices; picking sends `verb` with the chosen values."""

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
class Gap:
    """A thin line between blocks."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An image that says in `alt` (at most 1024 characters) what it shows. `data` is the encoded file."""

    name: str
    alt: str
    data: bytes = field(repr=False)


class Drawing(Protocol):
    """What a picture shows, as a frozen value: equal drawings give equal pictures, so that one is kept."""

    def __hash__(self) -> int: ...

    def paint(self) -> bytes:
        """Draw it and return the encoded file. Pure and slow: it runs in a worker thread."""
        ...


@dataclass(frozen=True, slots=True)
class Sketch:
    """A picture that is still to be painted, off the event loop, before its page goes out.

    `alt` (at most 1024 characters) says what it shows; `words` is the markdown that stands in its place where
    it cannot be painted or sent.
    """

    name: str
    alt: str
    drawing: Drawing
    words: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to take away. `data` is its content."""

    name: str
    data: bytes = field(repr=False)


Block = Text | Gap | Row | Select | Sketch | Picture | Attachment


@dataclass(frozen=True, slots=True)
class Page:
    """A whole message. `drawn` is the version or turn that its buttons name.

    `farewell` is what stays of it once nothing is left to press, where that is not the same without buttons.
    """

    table_id: int
    drawn: int
    blocks: tuple[Block, ...]
    accent: int | None = None
    farewell: tuple[Block, ...] = ()


def strip_buttons(page: Page) -> Page:
    """The page with nothing left to press: its farewell, or else the same; links stay."""
    if page.farewell:
        return replace(page, blocks=page.farewell, farewell=())
    kept = (block for block in page.blocks if not isinstance(block, Select) and not _has_buttons(block))
    return replace(page, blocks=tuple(kept))


def _has_buttons(block: Block) -> bool:
    return isinstance(block, Row) and any(isinstance(button, Button) for button in block.buttons)


@dataclass(frozen=True, slots=True)
class Field:
    """A line or paragraph to type in a form. `label` at most 45 characters, `hint` (under it) at most 100."""

    name: str
    label: str
    hint: str = ""
    example: str = ""
    least: int = 1
    most: int = 100
    long: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A modal; `title` at most 45 characters. Sending it sends `verb` and `arg` with the fields' texts.

    `words` (markdown) stand above the fields.
    """

    table_id: int
    drawn: int
    verb: str
    title: str
    fields: tuple[Field, ...]
    arg: str = ""
    words: str = ""
