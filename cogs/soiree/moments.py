"""The awards of an evening, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cogs.soiree.words import Voice, points_words
from engines.core.chronicle import Moment

__all__ = ["tell_moment"]


def tell_moment(moment: Moment, voice: Voice) -> str:
    """An award in a line."""
    return _TELLERS[moment.kind](moment, voice)


def _tell_fastest(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "⚡ Le prix de la vitesse : {name}, {n} fois en premier.", **_facts(moment, voice, "times")
    )


def _tell_exact(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🎯 Le prix de la précision : {name}, {n} nombres exacts.", **_facts(moment, voice, "times")
    )


def _tell_lists(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "📚 Le prix du savoir : {name}, {n} réponses dans les listes.", **_facts(moment, voice, "times")
    )


def _tell_stake(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🪙 Le prix de l’audace : {name}, {points} gagnés sur une mise.",
        name=voice.name(moment.seats[0]),
        points=points_words(int(moment.facts["points"]), voice.t),
    )


def _tell_comeback(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🧗 Le prix de la remontée : {name}, place {place} après la manche {round}.",
        name=voice.name(moment.seats[0]),
        place=moment.facts["place"],
        round=moment.facts["round"],
    )


def _facts(moment: Moment, voice: Voice, amount: str) -> dict[str, object]:
    return {"name": voice.name(moment.seats[0]), "n": moment.facts[amount]}


_TELLERS: Mapping[str, Callable[[Moment, Voice], str]] = {
    "fastest": _tell_fastest,
    "exact": _tell_exact,
    "lists": _tell_lists,
    "stake": _tell_stake,
    "comeback": _tell_comeback,
}
"""How to tell each kind."""
