"""A hint in Défizz: what to risk, by what a challenge pays; never what to answer."""

from __future__ import annotations

from math import ceil

from cogs.defizz.situation import is_naming, price_of_raise
from cogs.defizz.words import Voice
from engines.defizz.model import Accept, Action, Answer, Choose, Help
from engines.defizz.seen import Observation

__all__ = ["chance_needed", "hint", "share_of_draws"]


def hint(action: Action, seen: Observation, voice: Voice) -> str:
    """What a strong computer would do that knows nothing of the questions, and why.

    Of an answer it only says how to place it: what is right is nowhere in what it is made of.
    """
    t = voice.t
    match seen.phase:
        case "roll":
            return t("**Lancez** : le dé fixe la mise minimale, et s’il s’agit d’un duel ou d’un multi.")
        case "ask":
            return t("**Choisissez librement** : qui lit ne prend pas part au défi.")
        case "choose":
            return _choose(action, seen, voice)
        case "raise":
            return _meet(action, seen, voice)
        case "answer" if is_naming(seen):
            return t("**Désignez librement** : qui lit ne prend pas part au défi.")
        case "answer":
            return _answer(action, seen, voice)
        case "vote":
            return t("**Votez comme vous jugeriez pour vous-même** : le verdict vaut pour tout le monde.")
        case "verdict":
            return t("**Suivez l’avis du bot**, sauf si vous savez mieux que lui.")
    return ""


def chance_needed(seen: Observation) -> int:
    """How often (in percent) whoever accepts a raise has to win so that it costs no more than to refuse.

    Who refuses pays anyway; who wins takes everybody's stake, and what was paid by those that refused.
    """
    accepting, refusing = price_of_raise(seen)
    pot = accepting * (len(seen.participants) + 1) + seen.pot
    return ceil(100 * max(0, accepting - refusing) / pot)


def share_of_draws(number: int, seen: Observation) -> int:
    """Of how many draws (in percent) a number would be nearer than all that have been said; never a tie."""
    said = [int(one.number) for one in seen.said if one.number is not None]
    draws = range(1, (seen.max or 1) + 1)
    won = sum(all(abs(draw - number) < abs(draw - other) for other in said) for draw in draws)
    return round(100 * won / len(draws))


def _choose(action: Action, seen: Observation, voice: Voice) -> str:
    t = voice.t
    if isinstance(action, Help):
        return t(
            "**Au secours !** Lire les questions avant de miser ne coûte rien : c’est une fois par partie."
        )
    if not isinstance(action, Choose):
        return ""
    pick = t("**Prenez ce que vous connaissez le mieux**")
    if action.opponent is not None and len(seen.opponents) > 1:
        pick = t("{pick}, contre {name}", pick=pick, name=voice.name(action.opponent))
    if action.stake is None:
        return t("{pick} : c’est la banque qui paie.", pick=pick)
    rivals = 1 if action.opponent is not None else len(seen.opponents)
    advice = t("{pick}, et misez {n}.", pick=pick, n=voice.chips(action.stake))
    return advice + " " + t("Miser plus ne rapporte qu’en gagnant plus d’une fois sur {n}.", n=rivals + 1)


def _meet(action: Action, seen: Observation, voice: Voice) -> str:
    t, needed, least = voice.t, chance_needed(seen), voice.chips(price_of_raise(seen)[1])
    if not needed:
        return t("**Acceptez** : refuser coûte autant, et ne peut rien rapporter.")
    if isinstance(action, Accept):
        return t(
            "**Acceptez** : gagner {needed}\u00a0% du temps suffit, puisque refuser coûte déjà {least}.",
            needed=needed,
            least=least,
        )
    return t(
        "**Refusez**, sauf si le sujet est le vôtre : il faudrait gagner plus de {needed}\u00a0% du temps.",
        needed=needed,
    )


def _answer(action: Action, seen: Observation, voice: Voice) -> str:
    t, said = voice.t, any(one.number is not None for one in seen.said)
    match seen.question.mode if seen.question is not None else "":
        case "chrono":
            return t("**Répondez dans tous les cas** : se tromper ne coûte pas plus que passer.")
        case "pingpong":
            return t("**Dites d’abord ce qui est sûr** : une erreur ou un silence, et vous sortez du défi.")
        case "cible" if said:
            return t("**Serrez un nombre déjà dit**, du côté de la réponse : ce côté est alors à vous.")
        case "cible":
            return t("**Proposez un nombre, même au jugé** : le plus proche gagne.")
        case "chance" if said and isinstance(action, Answer):
            share = share_of_draws(int(action.text), seen)
            return t(
                "**Proposez {n}** : c’est le plus proche pour {share}\u00a0% des tirages.",
                n=action.text,
                share=share,
            )
    return t("**Proposez un nombre vers le milieu** : trop près d’un bout, il ne vous reste qu’un côté.")
