"""The options of a table on time: how long the deadlines of the rules are, and what ends a turn."""

from __future__ import annotations

from collections.abc import Callable

from bot.tables.model import Tempo
from bot.texts import Texts
from bot.ui.frame.option import OptionChoice, OptionSpec

__all__ = ["tempo_option", "tempo_words", "turns_option"]


def tempo_option(t: Callable[[str], str]) -> OptionSpec:
    """The choice of a tempo; the first value is the default."""
    return OptionSpec(
        "tempo",
        t("Tempo"),
        (
            OptionChoice(Tempo.BRISK.value, t("Vif : le temps prévu par le jeu")),
            OptionChoice(Tempo.CALM.value, t("Tranquille : deux fois plus de temps")),
            OptionChoice(Tempo.FAST.value, t("Éclair : moitié moins de temps")),
        ),
    )


def tempo_words(tempo: Tempo, t: Texts) -> str:
    """The tempo of a table as its lobby says it, where it is not the usual one."""
    if tempo is Tempo.CALM:
        return t("Tempo : tranquille (deux fois plus de temps)")
    return t("Tempo : éclair (moitié moins de temps)")


def turns_option(t: Callable[[str], str]) -> OptionSpec:
    """What ends a turn of several actions; by days it is always its player's word."""
    return OptionSpec(
        "by_word",
        t("Fin du tour"),
        (
            OptionChoice(False, t("D’elle-même, après la dernière action")),
            OptionChoice(True, t("Par « Terminer le tour » : tout peut s’annuler avant")),
        ),
    )
