"""A hint in the Soirée: how to place an answer or a stake; never what to answer."""

from __future__ import annotations

from cogs.soiree.words import Voice
from engines.soiree.model import Observation

__all__ = ["hint"]


def hint(seen: Observation, voice: Voice) -> str:
    """What speaks for what a strong computer would do, which knows nothing of the questions."""
    t = voice.t
    match seen.phase:
        case "wager":
            return t(
                "**Misez ce que l’indice vous inspire** : 1 sur un sujet qui vous échappe, 5 sur le vôtre."
            )
        case "answer" if seen.programme[seen.round].stakes and not seen.tied:
            return t("**Répondez dans tous les cas** : ne rien dire perd la mise à coup sûr.")
        case "answer":
            return _answer(seen, voice)
        case "verdict":
            return t("**Suivez l’avis du bot**, sauf si vous savez mieux que lui.")
    return t("**Continuez** : la suite vient quand tout le monde est prêt.")


def _answer(seen: Observation, voice: Voice) -> str:
    t = voice.t
    match seen.question.mode if seen.question is not None else "":
        case "cible":
            return t("**Proposez un nombre, même au jugé** : la meilleure moitié marque.")
        case "pingpong":
            return t("**Donnez cinq réponses** : les fausses ne coûtent rien.")
    if seen.programme[seen.round].speed:
        return t("**Répondez vite, et dans tous les cas** : se tromper ne coûte rien.")
    return t("**Répondez dans tous les cas** : se tromper ne coûte rien.")
