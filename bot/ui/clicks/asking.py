"""From Discord's interaction to a wish: who asks, and when."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.asks import Ask, ByPerson
from engines.core.moments import moment_of

__all__ = ["ask_of"]


def ask_of(
    interaction: discord.Interaction[Any],
    drawn: int | None = None,
    *,
    moderator: bool = False,
    aside: bool = False,
    threads: bool = False,
) -> Ask:
    """The wish behind an interaction. Discord's own numbers are order numbers: they tell when it heard it."""
    user, number = interaction.user, interaction.id
    who = ByPerson(user.id, user.display_name)
    return Ask(who, moment_of(number), number, number, drawn, moderator, aside, threads)
