"""What a click about an evening means: its arguments, its texts, and where its answer is shown."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.errors import Denied
from bot.tables.evenings.model import Evening
from bot.ui.clicks.click import Click
from bot.ui.pages.page import Page

__all__ = ["check_leads", "name_of", "read_args", "show_aside", "text_of"]

_ASIDE = "evening"
"""There is one panel a person at most."""


def read_args(click: Click) -> tuple[int, ...]:
    """The numbers that a button names, the evening's first; Denied "stale" if there is none."""
    parts = click.target.arg.split(".")
    if not all(part.isascii() and part.isdecimal() for part in parts):
        raise Denied("stale")
    return tuple(map(int, parts))


def text_of(click: Click, number: int) -> str:
    """What was typed into a field of a form, by its place from 0; "" if there is none."""
    return click.values[number] if number < len(click.values) else ""


def name_of(click: Click) -> str:
    """How others see who clicks."""
    return click.user.display_name


def check_leads(interaction: discord.Interaction[Any], evening: Evening) -> None:
    """Denied "evening_not_host" for whoever neither planned the evening nor moderates its channel.

    And "evening_gone" where it is another server's: after an older backup, a button may mean another one.
    """
    if interaction.guild_id != evening.guild_id:
        raise Denied("evening_gone")
    if interaction.user.id != evening.host_id and not interaction.permissions.manage_messages:
        raise Denied("evening_not_host")


async def show_aside(click: Click, page: Page) -> None:
    """Show a panel in the place of the one that was clicked, or as the only one of its kind."""
    message = click.responder.interaction.message
    if message is not None and message.flags.ephemeral:
        await click.responder.update(page, _ASIDE)
    else:
        await click.responder.show(page, _ASIDE)
