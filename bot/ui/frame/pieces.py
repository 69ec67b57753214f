"""The option of a table to have at once what else appears piece by piece. A game's spec switches it on."""

from __future__ import annotations

from collections.abc import Callable

from bot.texts import Texts
from bot.ui.frame.option import OptionChoice, OptionSpec

__all__ = ["pieces_option", "pieces_words"]


def pieces_option(t: Callable[[str], str]) -> OptionSpec:
    """The choice between piece by piece and at once; the first value is the default."""
    return OptionSpec(
        "at_once",
        t("Questions rapides"),
        (
            OptionChoice(False, t("Par morceaux, en quelques secondes")),
            OptionChoice(True, t("Entières tout de suite")),
        ),
    )


def pieces_words(t: Texts) -> str:
    """The words of the lobby for a table where everything appears at once."""
    return t("Questions entières tout de suite")
