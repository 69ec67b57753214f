"""Addresses of channels and messages."""

from __future__ import annotations

from bot.tables.model import Table

__all__ = ["jump"]


def jump(table: Table, message_id: int | None = None) -> str:
    """The address of a table's channel, or of one message in it."""
    address = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    return address if message_id is None else f"{address}/{message_id}"
