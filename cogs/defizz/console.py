"""The commands of a host of Défizz, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import N_
from bot.ui.pages.escape import label
from cogs.defizz.justice import verdict_word
from cogs.defizz.words import Voice, quote_answer
from engines.defizz.host import END_AFTER_ROUND, REPLACE_READER, TURN_VERDICT, VOID
from engines.defizz.seen import Observation

__all__ = ["ORDERS", "name_turning"]

_LABEL = 60
ORDERS: Mapping[str, tuple[str, str]] = {
    VOID: (
        N_("Annuler la carte"),
        N_("Les mises sont rendues et le tour est rejoué avec une autre carte."),
    ),
    REPLACE_READER: (N_("Faire lire le bot"), N_("Le bot remplace le lecteur jusqu’à la fin du tour.")),
    END_AFTER_ROUND: (
        N_("Finir après ce tour"),
        N_("À la fin du tour, le plus gros tas de jetons gagne la partie."),
    ),
}
"""For each command, its label on the button and what it does."""


def name_turning(command: str, seen: Observation, voice: Voice) -> tuple[str, str] | None:
    """Name the command that turns a verdict (Z21), and say what it does; None for no answer."""
    place = int(command.removeprefix(TURN_VERDICT))
    said = seen.said if seen.question is not None else seen.last.said if seen.last is not None else ()
    if place >= len(said):
        return None
    t, one = voice.t, said[place]
    right = verdict_word(not one.right, t)
    name = label(t("{name} : {verdict}", name=voice.plain_name(one.seat), verdict=right), _LABEL)
    what = t(
        "« {text} », {name:de}, devient **{verdict}**, et le défi reprend de là.",
        text=quote_answer(one.text),
        name=voice.name(one.seat),
        verdict=right,
    )
    return name, what
