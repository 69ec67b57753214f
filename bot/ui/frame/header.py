"""The title, sign and colour by which all pages of a game are known, their headings, and where they lead."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.tables.model import Table
from bot.texts import Texts
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Section, Text, Thumbnail

CLOSED_ACCENT = 0x6B6B70
"""The colour of every table that is over, 0xRRGGBB."""
_SERVER_LENGTH = 60
_A_LINE_EACH = 4
"""Up to so many seats have a line of their own: boards stay low on a phone."""
_PHONE = 36
"""Characters that a phone has room for in a line: a second seat beside the first must not be broken off."""
_UNSEEN = re.compile(r"[*\\]|(?<=<):\w+:\d+(?=>)")
"""What is written and not seen: marks of bold letters, escapes, the name of an emoji."""


@dataclass(frozen=True, slots=True)
class GameHeader:
    """A game's name on the screen, the sign before it, its colour (0xRRGGBB), and its picture's address.

    `picture` is None where no sign could be uploaded. `dice`: what chance does in it is, to people, dice.
    """

    title: str
    emoji: str
    accent: int
    picture: str | None = None
    dice: bool = True

    @property
    def name(self) -> str:
        """The title; with the sign before it where no picture stands beside."""
        return self.title if self.picture else f"{self.emoji} {self.title}"


def heading(header: GameHeader, table: Table, server: str) -> str:
    """The heading of a private message, read among many others: game, channel and, if given, the server."""
    where = f"### {header.emoji} {header.title}"
    if not table.private:  # else the board stands in the same channel
        where = f"{where} · <#{table.channel_id}>"
    return f"{where} · {escape(server, _SERVER_LENGTH)}" if server else where


def pictured(header: GameHeader, markdown: str) -> Section | Text:
    """A paragraph with the game's small picture beside it, if there is one."""
    if header.picture is None:
        return Text(markdown)
    return Section(markdown, Thumbnail(header.picture, header.title))


def join_lines(*lines: str) -> str:
    """Put the lines that are not empty one below the other."""
    return "\n".join(line for line in lines if line)


def seat_list(title: str, seats: Sequence[str]) -> str:
    """A list of the seats below its title: a line each, or two a line where there are many and both fit."""
    if len(seats) <= _A_LINE_EACH:
        return join_lines(title, *seats)
    lines: list[str] = []
    full = True
    for seat in seats:
        beside = "" if full else f"{lines[-1]}\u2003{seat}"
        full = bool(beside) and len(_UNSEEN.sub("", beside)) <= _PHONE
        lines[-1:] = [beside] if full else [*lines[-1:], seat]
    return join_lines(title, *lines)


def channel_words(table: Table, t: Texts) -> str:
    """Where a table is played, as a sentence names it: Discord makes no link of private messages."""
    return t("messages privés") if table.private else f"<#{table.channel_id}>"


def jump(table: Table, message_id: int | None = None) -> str:
    """The address of a table's channel, or of one message in it."""
    server = "@me" if table.private else table.guild_id
    address = f"https://discord.com/channels/{server}/{table.channel_id}"
    return address if message_id is None else f"{address}/{message_id}"
