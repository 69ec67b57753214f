"""Hints: the option of a table, the button that asks what a strong computer would do, and its answer."""

from collections.abc import Callable

from bot.tables.advising import may_advise
from bot.tables.model import Table
from bot.texts import Texts
from bot.ui.frame.option import OptionChoice, OptionSpec
from bot.ui.pages.page import Button, Page, Text

HINT = "hint.ask"


def hints_option(t: Callable[[str], str]) -> OptionSpec:
    """Who is given hints; the first value is the default."""
    return OptionSpec(
        "hints",
        t("Conseils"),
        (
            OptionChoice(None, t("Pour qui joue seulement contre des ordinateurs")),
            OptionChoice(True, t("Pour tout le monde")),
            OptionChoice(False, t("Pour personne")),
        ),
    )


def hints_words(given: bool, t: Texts) -> str:
    """What a lobby says of hints, where its host has chosen."""
    return t("Conseils pour tout le monde") if given else t("Sans conseils")


def hint_button(table: Table, t: Texts) -> tuple[Button, ...]:
    """The button below a board; none where no hints are given.

    Who plays alone finds it at once; where everybody may ask it is in the menu.
    """
    if not may_advise(table):
        return ()
    return (Button(HINT, t("Conseil"), emoji="💡", rare=table.manners.hints is not None),)


def hint_page(words: str, t: Texts) -> Page:
    """What a hint says, for whoever has asked alone."""
    note = "-# " + t("Ce que ferait un ordinateur fort, d’après ce que vous voyez. Rien n’y oblige.")
    return Page(0, 0, (Text(f"💡 {words}\n{note}"),))
