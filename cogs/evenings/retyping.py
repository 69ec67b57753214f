"""Forms of an evening that were refused: the answer says why, and opens them again as they were typed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.tables.errors import Denied
from bot.ui.clicks.click import Click
from bot.ui.clicks.typed import Typed
from bot.ui.frame.notices import sentence
from bot.ui.pages.page import Button, Form, Page, Row, Text
from cogs.evenings.reading import show_aside

__all__ = ["Retyping"]


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
