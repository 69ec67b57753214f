"""Where somebody types or clicks: a server, or their private messages with the bot."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.homes import private_place

__all__ = ["language_here", "place_of"]


def place_of(interaction: discord.Interaction[Any]) -> int:
    """The server of an interaction; in private messages the number that stands in its place."""
    if interaction.guild_id is not None:
        return interaction.guild_id
    return private_place(interaction.channel_id or 0)


def language_here(interaction: discord.Interaction[Any]) -> str:
    """The locale of the server, else of the person: for a server without a choice Discord says en-US."""
    server = interaction.guild_locale
    chosen = server is not None and server is not discord.Locale.american_english
    return str(server if chosen else interaction.locale)
