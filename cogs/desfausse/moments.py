"""The moments of a game of DESfausse, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cogs.desfausse.words import Voice, count_of
from engines.core.chronicle import Moment

__all__ = ["tell_moment"]


def tell_moment(moment: Moment, voice: Voice) -> str:
    """A moment in a line."""
    return _TELLERS[moment.kind](moment, voice)


def _tell_devils(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "😈 Le tour d’enfer : {name}, {n} diables pour {dice} (manche {round}, tour {turn}).",
        name=voice.name(moment.seats[0]),
        n=moment.facts["devils"],
        dice=count_of(int(moment.facts["dice"]), voice.t),
        round=moment.facts["round"],
        turn=moment.facts["turn"],
    )


def _tell_cursed(moment: Moment, voice: Voice) -> str:
    times, name = moment.facts["times"], voice.name(moment.seats[0])
    return voice.t("🌩️ La poisse : {name}, {n} malédictions.", name=name, n=times)


def _tell_discard(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🔥 La plus grosse défausse : {name}, {dice} d’un coup.",
        name=voice.name(moment.seats[0]),
        dice=count_of(int(moment.facts["dice"]), voice.t),
    )


def _tell_gift(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🎁 Le plus gros cadeau : {name} donne {dice} à {other}.",
        name=voice.name(moment.seats[0]),
        other=voice.name(moment.seats[1]),
        dice=count_of(int(moment.facts["dice"]), voice.t),
    )


def _tell_barred(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🧨 Le cadeau empoisonné : {other} n’avait plus qu’un dé, {name} en ajoute et bloque sa défausse.",
        name=voice.name(moment.seats[0]),
        other=voice.name(moment.seats[1]),
    )


def _tell_quick(moment: Moment, voice: Voice) -> str:
    return voice.t.plural(
        "🏁 La manche éclair : {names}, {n} tour pour la manche {round}.",
        "🏁 La manche éclair : {names}, {n} tours pour la manche {round}.",
        int(moment.facts["turns"]),
        names=voice.names(moment.seats),
        round=moment.facts["round"],
    )


_TELLERS: Mapping[str, Callable[[Moment, Voice], str]] = {
    "devils": _tell_devils,
    "cursed": _tell_cursed,
    "discard": _tell_discard,
    "gift": _tell_gift,
    "barred": _tell_barred,
    "quick": _tell_quick,
}
"""How to tell each kind."""
