"""The title, sign and colour by which all pages of a game are known, their headings, and where they lead."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.model import Table
from bot.ui.pages.escape import escape

__all__ = ["CLOSED_ACCENT", "Badge", "heading", "join_lines", "jump"]

CLOSED_ACCENT = 0x6B6B70
"""The colour of every table that is over, 0xRRGGBB."""
_SERVER_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Badge:
    """A game's name on the screen, the sign before it, and its colour (0xRRGGBB)."""

    title: str
    emoji: str
    accent: int


def heading(badge: Badge, table: Table, server: str) -> str:
    """The heading of a private message, read among many others: game, channel and, if given, the server."""
    where = f"### {badge.emoji} {badge.title} · <#{table.channel_id}>"
    return f"{where} · {escape(server, _SERVER_LENGTH)}" if server else where


def join_lines(*lines: str) -> str:
    """Put the lines that are not empty one below the other."""
    return "\n".join(line for line in lines if line)


def jump(table: Table, message_id: int | None = None) -> str:
    """The address of a table's channel, or of one message in it."""
    address = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    return address if message_id is None else f"{address}/{message_id}"
