"""The option of a table that makes the deadlines of the rules longer or shorter."""

from __future__ import annotations

from collections.abc import Callable

from bot.tables.model import Tempo
from bot.texts import Texts
from bot.ui.frame.option import OptionChoice, OptionSpec

__all__ = ["tempo_option", "tempo_words"]


def tempo_option(t: Callable[[str], str]) -> OptionSpec:
    """The choice of a tempo; the first value is the default."""
    return OptionSpec(
        "tempo",
        t("Tempo"),
        (
            OptionChoice(Tempo.BRISK.value, t("Vif : les délais du jeu")),
            OptionChoice(Tempo.CALM.value, t("Tranquille : deux fois plus de temps")),
            OptionChoice(Tempo.FAST.value, t("Éclair : moitié moins de temps")),
        ),
    )


def tempo_words(tempo: Tempo, t: Texts) -> str:
    """The tempo of a table as its lobby says it, where it is not the usual one."""
    if tempo is Tempo.CALM:
        return t("Tempo : tranquille (deux fois plus de temps)")
    return t("Tempo : éclair (moitié moins de temps)")
