"""Computers that stand in for people: the option of a table, and what its board says of it."""

from __future__ import annotations

from collections.abc import Callable

from bot.tables.model import Table
from bot.texts import Texts
from bot.ui.frame.names import spoken_names
from bot.ui.frame.option import OptionChoice, OptionSpec

__all__ = ["autopilot_line", "stand_in_option", "stand_in_words"]


def stand_in_option(t: Callable[[str], str]) -> OptionSpec:
    """What becomes of who is away; the first value is the default."""
    return OptionSpec(
        "stand_in",
        t("Absents"),
        (
            OptionChoice(False, t("Quittent la partie au troisième tour manqué")),
            OptionChoice(True, t("Un ordinateur joue dès le deuxième tour manqué")),
        ),
    )


def stand_in_words(t: Texts) -> str:
    """What a lobby says of it, where a computer plays for who is away."""
    return t("Absents : un ordinateur joue")


def autopilot_line(table: Table, t: Texts) -> str:
    """The line that says for whom computers play; "" where they play for nobody."""
    away = [seat.name for seat in table.seats if seat.autopilot is not None and not seat.left]
    if not away:
        return ""
    return t(
        "🤖 L’ordinateur joue pour {names}, jusqu’au prochain appui.", names=spoken_names(table, away, t)
    )
