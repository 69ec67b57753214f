"""Makes an ask (who wants something, and when) of an interaction of Discord's."""

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
    """The ask behind an interaction. Its moment is in the interaction's id, which Discord gave on arrival.

    `drawn` is the version or turn that the clicked message showed, None for none. `moderator` and `threads`
    are the person's rights at the table, `aside` says that they alone see the clicked message.
    """
    user, number = interaction.user, interaction.id
    who = ByPerson(user.id, user.display_name)
    return Ask(who, moment_of(number), number, number, drawn, moderator, aside, threads)
