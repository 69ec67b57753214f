"""The moments of a game of La Tasse, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cogs.tasse.words import Voice
from engines.core.chronicle import Moment

__all__ = ["tell_moment"]


def tell_moment(moment: Moment, voice: Voice) -> str:
    """A moment in a line."""
    return _TELLERS[moment.kind](moment, voice)


def _tell_bluff(moment: Moment, voice: Voice) -> str:
    hero, other = moment.seats
    return voice.t(
        "🎭 Le plus beau bluff démasqué : {name} annonce {score} avec {dice}, et {other} soulève la tasse.",
        name=voice.name(hero),
        other=voice.name(other),
        score=voice.score(str(moment.facts["score"])),
        dice=voice.dice(str(moment.facts["dice"])),
    )


def _tell_liar(moment: Moment, voice: Voice) -> str:
    return voice.t.plural(
        "🙊 La main dans le sac : {name}, {n} bluff démasqué.",
        "🙊 La main dans le sac : {name}, {n} bluffs démasqués.",
        int(moment.facts["times"]),
        name=voice.name(moment.seats[0]),
    )


def _tell_truth(moment: Moment, voice: Voice) -> str:
    hero, other = moment.seats
    return voice.t(
        "😇 Parole d’honneur : {name} disait vrai avec {score}, et {other} n’y croyait pas.",
        name=voice.name(hero),
        other=voice.name(other),
        score=voice.score(str(moment.facts["score"])),
    )


def _tell_believed(moment: Moment, voice: Voice) -> str:
    hero, other = moment.seats
    return voice.t(
        "🤫 L’annonce la plus osée : {name} dit {score}, et {other} y croit. Bluff ou pas ? La tasse garde "
        "son secret.",
        name=voice.name(hero),
        other=voice.name(other),
        score=voice.score(str(moment.facts["score"])),
    )


def _tell_trust(moment: Moment, voice: Voice) -> str:
    return voice.t("🔗 La plus longue confiance : {n} annonces crues de suite.", n=moment.facts["times"])


def _tell_joker(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🃏 Le plus beau joker : {name} bat {score} avec {dice}.",
        name=voice.name(moment.seats[0]),
        score=voice.score(str(moment.facts["score"])),
        dice=voice.dice(str(moment.facts["dice"])),
    )


def _tell_duels(moment: Moment, voice: Voice) -> str:
    return voice.t.plural(
        "⚔️ 32 sur 32 : {name} gagne {n} duel sur {fought}.",
        "⚔️ 32 sur 32 : {name} gagne {n} duels sur {fought}.",
        int(moment.facts["won"]),
        name=voice.name(moment.seats[0]),
        fought=moment.facts["fought"],
    )


_TELLERS: Mapping[str, Callable[[Moment, Voice], str]] = {
    "bluff": _tell_bluff,
    "liar": _tell_liar,
    "truth": _tell_truth,
    "believed": _tell_believed,
    "trust": _tell_trust,
    "joker": _tell_joker,
    "duels": _tell_duels,
}
"""How to tell each kind."""
