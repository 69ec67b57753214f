"""What a click about an evening means: its arguments, its texts, and where its answer is shown."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import discord

from bot.tables.evenings.model import Evening
from bot.tables.model import Denied
from bot.ui.clicks.click import Click, Typed
from bot.ui.frame.notices import sentence
from bot.ui.pages.page import Button, Form, Page, Row, Text

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


# Forms of an evening that were refused: the answer says why, and opens them again as they were typed.


class Retyping:
    """What hosts typed into forms, from when it was refused until they open the same form again."""

    def __init__(self) -> None:
        self._typed = Typed()

    @asynccontextmanager
    async def offered(self, click: Click, verb: str, evening_id: int | None = None) -> AsyncIterator[None]:
        """Surround the reading of a form: what is denied there is told in the place of the panel.

        A button of this verb, with the form's own argument, opens it again (see `open`); another one goes
        back to the plan of the evening, where there is one already.
        """
        try:
            yield
        except Denied as denied:
            t, arg = click.responder.texts, click.target.arg
            self._typed.keep(click.user.id, _about(click.target.verb, arg), click.values)
            again = Button(verb, t("Corriger"), arg, "primary", "✏️")
            back = () if evening_id is None else (Button("evening.lead", t("Au programme"), str(evening_id)),)
            click.responder.stopwatch.outcome = "refused"
            told = Text(sentence(denied.reason, denied.params, t))
            await show_aside(click, Page(0, 0, (told, Row((again, *back)))))

    async def open(self, click: Click, form: Form) -> None:
        """Open a form, with what its host has typed into it if it was refused then."""
        typed = self._typed.refill(click.user.id, _about(form.verb, form.arg), form.fields)
        await click.responder.open_form(replace(form, fields=typed))


def _about(verb: str, arg: str) -> str:
    return f"{verb} {arg}"
