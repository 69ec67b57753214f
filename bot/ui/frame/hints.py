"""The button that asks what a strong computer would do, and its answer."""

from __future__ import annotations

from bot.tables.advising import may_advise
from bot.tables.model import Table
from bot.texts import Texts
from bot.ui.pages.page import Button, Page, Text

__all__ = ["HINT", "hint_button", "hint_page"]

HINT = "hint.ask"


def hint_button(table: Table, t: Texts) -> tuple[Button, ...]:
    """The button below a board; none where no hints are given."""
    return (Button(HINT, t("Conseil"), rare=True),) if may_advise(table) else ()


def hint_page(words: str, t: Texts) -> Page:
    """What a hint says, for whoever has asked alone."""
    note = "-# " + t("Ce que ferait un ordinateur fort, d’après ce que vous voyez. Rien n’y oblige.")
    return Page(0, 0, (Text(f"💡 {words}\n{note}"),))
