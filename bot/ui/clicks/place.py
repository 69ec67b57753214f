"""Where somebody types or clicks: a server, or their private messages with the bot."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.homes import private_place

__all__ = ["place_of"]


def place_of(interaction: discord.Interaction[Any]) -> int:
    """The server of an interaction; in private messages the number that stands in its place."""
    if interaction.guild_id is not None:
        return interaction.guild_id
    return private_place(interaction.channel_id or 0)
