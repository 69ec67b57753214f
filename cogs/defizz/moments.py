"""The moments of a game of Défizz, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cogs.defizz.words import Voice
from engines.core.chronicle import Moment

__all__ = ["tell_moment"]


def tell_moment(moment: Moment, voice: Voice) -> str:
    """A moment in a line."""
    return _TELLERS[moment.kind](moment, voice)


def _tell_raise(moment: Moment, voice: Voice) -> str:
    t, facts = voice.t, _facts(moment, voice, "stake")
    if len(moment.seats) == 1:
        return t("🚀 La plus forte mise : {name}, {n} 🪙 au tour {turn}, et le pot avec.", **facts)
    facts["other"] = voice.name(moment.seats[1])
    return t("🚀 La plus forte mise : {name}, {n} 🪙 au tour {turn}, mais le pot va à {other}.", **facts)


def _tell_gain(moment: Moment, voice: Voice) -> str:
    return voice.t("💰 Le plus gros gain : {name}, {n} 🪙 au tour {turn}.", **_facts(moment, voice, "chips"))


def _tell_series(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🔥 La plus longue série : {name}, {n} défis de suite, jusqu’au tour {turn}.",
        **_facts(moment, voice, "times"),
    )


def _tell_fastest(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "⚡ La bonne réponse la plus rapide : {name}, {time} au tour {turn}.",
        name=voice.name(moment.seats[0]),
        time=voice.seconds(int(moment.facts["ms"])),
        turn=moment.facts["turn"],
    )


def _tell_comeback(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🧗 Revient de loin : {name} {name:n’avait|n’avaient} plus que {n} 🪙 après le tour {turn}.",
        **_facts(moment, voice, "chips"),
    )


def _facts(moment: Moment, voice: Voice, amount: str) -> dict[str, object]:
    """The hero's name, the turn, and a number by the name of its fact."""
    n = voice.chips(int(moment.facts[amount]))
    return {"name": voice.name(moment.seats[0]), "n": n, "turn": moment.facts["turn"]}


_TELLERS: Mapping[str, Callable[[Moment, Voice], str]] = {
    "raise": _tell_raise,
    "gain": _tell_gain,
    "series": _tell_series,
    "fastest": _tell_fastest,
    "comeback": _tell_comeback,
}
"""How to tell each kind."""
