"""The moments of a game of Débâcle, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cogs.debacle.words import Voice
from engines.core.chronicle import Moment

__all__ = ["tell_moment"]


def tell_moment(moment: Moment, voice: Voice) -> str:
    """A moment in a line."""
    return _TELLERS[moment.kind](voice, {"name": voice.player(moment.seats[0]), **moment.facts})


def _tell_chain(voice: Voice, facts: Mapping[str, int | str]) -> str:
    return voice.t(
        "💥 La plus belle rafale : {name}, {dice} captures d’affilée avec le même dé (manche {round}, "
        "tour {turn}).",
        **facts,
    )


def _tell_doubles(voice: Voice, facts: Mapping[str, int | str]) -> str:
    return voice.t(
        "🧹 Le grand ménage : {name}, {dice} dés d’un coup en prenant des doubles (manche {round}, "
        "tour {turn}).",
        **facts,
    )


def _tell_ace(voice: Voice, facts: Mapping[str, int | str]) -> str:
    return voice.t(
        "🐜 David et Goliath : {name} capture un 6 avec un 1 (manche {round}, tour {turn}).", **facts
    )


def _tell_round(voice: Voice, facts: Mapping[str, int | str]) -> str:
    return voice.t("💰 La manche la plus riche : {name}, {points} points à la manche {round}.", **facts)


def _tell_comeback(voice: Voice, facts: Mapping[str, int | str]) -> str:
    return voice.t(
        "🧗 Revient de loin : {name} avait {points} points de retard après la manche {round}.", **facts
    )


_TELLERS: Mapping[str, Callable[[Voice, Mapping[str, int | str]], str]] = {
    "chain": _tell_chain,
    "doubles": _tell_doubles,
    "ace": _tell_ace,
    "round": _tell_round,
    "comeback": _tell_comeback,
}
"""How to tell each kind; the facts have the hero's name with them."""
