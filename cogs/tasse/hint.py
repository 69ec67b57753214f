"""A hint in La Tasse: what a strong computer would do, and the odds that speak for it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from cogs.tasse.words import Voice
from engines.tasse.model import Action, Announce, Declare, Doubt, Observation, Roll, Show
from engines.tasse.scores import Score, beats

__all__ = ["chance_of", "hint"]


def hint(action: Action, seen: Observation, voice: Voice) -> str:
    """The action in a sentence, with the odds of the score that it is about; "" for none."""
    t = voice.t
    standing = None if seen.announcement is None else seen.announcement.score
    match action:
        case Doubt() if standing is not None:
            return t("**Doutez.** {odds}", odds=_odds(standing, voice))
        case Roll() if standing is not None and seen.phase == "turn":
            return t("**Croyez, et lancez.** {odds}", odds=_odds(standing, voice))
        case Roll():
            return t("**Lancez** : il n’y a rien à égaler.")
        case Announce(score) if score == seen.dice:
            said = voice.score(score)
            return t("**Annoncez la vérité**, {score}. {odds}", score=said, odds=_odds(score, voice))
        case Announce(score):
            return t("**Bluffez** : {score}. {odds}", score=voice.score(score), odds=_odds(score, voice))
        case Show() if seen.show == "joker" and standing is not None:
            return t("**Tentez le joker** : montrez-le. {odds}", odds=_odds(standing, voice))
        case Show():
            return t("**Montrez vos dés** : personne ne peut en douter.")
        case Declare(score):
            return t("**Choisissez {score}**. {odds}", score=voice.score(score), odds=_odds(score, voice))
    return ""


def chance_of(score: Score) -> Fraction:
    """How likely a roll is this score or a better one, specials included."""
    rolls = [f"{max(pair)}{min(pair)}" for pair in product(range(1, 7), repeat=2)]
    good = sum(roll == score or beats(roll, score) for roll in rolls)
    return Fraction(good, len(rolls))


def _odds(score: Score, voice: Voice) -> str:
    percent = round(100 * chance_of(score))
    return voice.t("Un lancer fait ce score ou mieux : {n}\u00a0%.", n=percent)
