"""A closed table told step by step, as plain text: what *Revoir* shows, for who looks after the bot."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from bot.tables.past.replays import Past
from bot.texts import Texts
from bot.ui.frame.face import Face
from bot.ui.pages.escape import read_plain
from bot.ui.pages.page import Block, Page, Section, Sketch, Text

__all__ = ["tell_steps"]

_STAMP = re.compile(r"<t:(\d+):\w>")
_MARKS = re.compile(r"^(?:#+|-#|>) ")


def tell_steps(past: Past, face: Face, t: Texts) -> Iterator[str]:
    """Yield every step of a game, each as one text of several lines; moments are in UTC."""
    for number in range(len(past.frames)):
        yield _text_of(face.replay(past, number, t))


def _text_of(page: Page) -> str:
    return "\n".join(line for block in page.blocks for line in _lines_of(block))


def _lines_of(block: Block) -> Iterator[str]:
    match block:
        case Text(markdown) | Section(markdown):
            words = markdown
        case Sketch():
            words = block.words
        case _:
            return
    for line in _STAMP.sub(_name_moment, words).splitlines():
        yield read_plain(_MARKS.sub("", line))


def _name_moment(found: re.Match[str]) -> str:
    return datetime.fromtimestamp(int(found[1]), UTC).strftime("%Y-%m-%d %H:%M:%S")
