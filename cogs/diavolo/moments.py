"""The moments of a game of Diavolo, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from cogs.diavolo.words import Voice
from engines.core.chronicle import Moment
from engines.diavolo.model import Color

__all__ = ["tell_moment"]


def tell_moment(moment: Moment, voice: Voice) -> str:
    """A moment in a line."""
    return _TELLERS[moment.kind](moment, voice)


def _tell_fastest(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "⚡ Le geste le plus vif : {name}, {color} en {time}, manche {n}.",
        name=voice.name(moment.seats[0]),
        color=_color(moment, voice),
        time=voice.seconds(int(moment.facts["ms"])),
        n=moment.facts["round"],
    )


def _tell_closest(moment: Moment, voice: Voice) -> str:
    hero, other = map(voice.name, moment.seats)
    facts = {"name": hero, "other": other, "color": _color(moment, voice), "n": moment.facts["round"]}
    if not moment.facts["ms"]:
        return voice.t(
            "📸 Photo d’arrivée : {name} et {other}, {color} au même instant, manche {n}.", **facts
        )
    return voice.t(
        "📸 Photo d’arrivée : {name} devance {other}, {color} à {time} près, manche {n}.",
        time=voice.t("{n}\u00a0ms", n=moment.facts["ms"]),
        **facts,
    )


def _tell_series(moment: Moment, voice: Voice) -> str:
    times, name = moment.facts["times"], voice.name(moment.seats[0])
    return voice.t("🎯 La plus belle série : {name}, {n} bonnes couleurs de suite.", name=name, n=times)


def _tell_comeback(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🧗 Revient de loin : {name} n’avait plus que {gems} après la manche {n}.",
        name=voice.name(moment.seats[0]),
        gems=voice.gems(int(moment.facts["gems"])),
        n=moment.facts["round"],
    )


def _color(moment: Moment, voice: Voice) -> str:
    return voice.color(cast("Color", moment.facts["color"]))


_TELLERS: Mapping[str, Callable[[Moment, Voice], str]] = {
    "fastest": _tell_fastest,
    "closest": _tell_closest,
    "series": _tell_series,
    "comeback": _tell_comeback,
}
"""How to tell each kind."""
