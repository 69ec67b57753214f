"""What is left of the turn and what is special about it, explained line by line."""

from __future__ import annotations

from bot.tables.sight import Sight
from cogs.debacle.story import deeds
from cogs.debacle.words import Voice
from engines.debacle.actions import bonus_for
from engines.debacle.model import Observation
from engines.debacle.rounds import QUIET_TO_END, TURNS_TO_END

__all__ = ["draft_line", "limit_notes", "task_lines", "turn_lines"]

_QUIET_FROM = 40
_TURNS_FROM = 280
"""From these numbers of turns on, people are told that the round will be ended (B10)."""


def turn_lines(sight: Sight, seen: Observation, voice: Voice) -> str:
    """What must and what may still be done in this turn, and what that means, a line each."""
    if sight.complete:
        return _complete(voice)
    return "\n".join(f"- {line}" for line in (*_dues(seen, voice), *_offers(seen, voice)))


def task_lines(sight: Sight, seen: Observation, voice: Voice) -> str:
    """The same without what it means: for whoever knows, or has the board before them."""
    if sight.complete:
        return _complete(voice)
    lines = (*_short_dues(seen, voice), *_actions(seen, voice), *_short_offers(seen, voice))
    return "\n".join(f"- {line}" for line in (*lines, *_bonus_due(seen, voice)))


def _complete(voice: Voice) -> str:
    return "- " + voice.t("Le tour est complet : il reste à le terminer, ou à annuler.")


def draft_line(sight: Sight, voice: Voice) -> str:
    """The drafted actions, which are not played yet, in a line; "" if there are none."""
    if not sight.drafted:
        return ""
    drafting = next((event.seat for events in sight.drafted for event in events), "")
    return voice.t(
        "✏️ **Brouillon** {name:de}, pas encore joué : {deeds}.",
        name=voice.name(drafting),
        deeds=deeds(sight.drafted, voice.t),
    )


def limit_notes(seen: Observation, voice: Voice) -> str:
    """How soon the round will be ended without enough captures (B10); "" while that is far."""
    t = voice.t
    lines: list[str] = []
    if seen.quiet_turns >= _QUIET_FROM:
        lines.append(
            t(
                "{n} tours de suite sans capture : à {most}, la manche s’arrête et on compte les points.",
                n=seen.quiet_turns,
                most=QUIET_TO_END,
            )
        )
    if seen.turn >= _TURNS_FROM:
        lines.append(
            t("Tour {n} : après le tour {most}, la manche s’arrête.", n=seen.turn, most=TURNS_TO_END)
        )
    return "\n".join(f"-# {line}" for line in lines)


def _dues(seen: Observation, voice: Voice) -> list[str]:
    """What has to be done in this turn, a line each."""
    t = voice.t
    lines: list[str] = []
    if seen.bounce is not None:
        lines.append(
            t("**Rebond** : le dé en {at} vient de capturer, il peut rejouer aussitôt.", at=seen.bounce)
        )
    if seen.returning is not None and seen.bounce is not None:
        lines.append(
            t(
                "**Retour au camp** : ce dé a atteint le camp adverse. Il revient dans le sien, "
                "avant ou après son rebond, sans changer de valeur."
            )
        )
    elif seen.returning is not None:
        lines.append(
            t(
                "**Retour au camp** : le dé en {at} a atteint le camp adverse. Il revient d’abord dans le "
                "sien, sans changer de valeur.",
                at=seen.returning,
            )
        )
    return [*lines, *_actions(seen, voice)]


def _offers(seen: Observation, voice: Voice) -> list[str]:
    """What may be done besides moving a die, and the opponent's extra actions next turn, a line each."""
    t = voice.t
    lines: list[str] = []
    if seen.doubles:
        lines.append(
            t(
                "**Doubles** : avant toute action, on peut retirer d’une rangée les dés adverses de même "
                "valeur jusqu’à ce qu’il n’en reste qu’un de chaque. C’est gratuit."
            )
        )
    if seen.recoverable is not None:
        lines.append(
            t.plural(
                "**Récupérer** : tous les dés de {color} montrent la même valeur. Le {value} capturé "
                "peut revenir au camp ; l’adversaire aura {n} action de plus.",
                "**Récupérer** : tous les dés de {color} montrent la même valeur. Le {value} capturé "
                "peut revenir au camp ; l’adversaire aura {n} actions de plus.",
                bonus_for(seen.recoverable),
                color=voice.color(seen.current or ""),
                value=seen.recoverable,
            )
        )
    return [*lines, *_bonus_due(seen, voice)]


def _short_dues(seen: Observation, voice: Voice) -> list[str]:
    """What has to be done first, a line each."""
    t = voice.t
    lines: list[str] = []
    if seen.bounce is not None:
        lines.append(t("**Rebond** : le dé en {at} peut rejouer aussitôt.", at=seen.bounce))
    if seen.returning is not None and seen.bounce is not None:
        lines.append(t("**Retour au camp** : il revient dans le sien, avant ou après son rebond."))
    elif seen.returning is not None:
        lines.append(t("**Retour au camp** : le dé en {at} revient d’abord dans le sien.", at=seen.returning))
    return lines


def _short_offers(seen: Observation, voice: Voice) -> list[str]:
    """The list of recoveries says what one costs, the one of doubles stands for itself."""
    if seen.recoverable is None:
        return []
    return [voice.t("**Récupérer** : le {value} capturé peut revenir au camp.", value=seen.recoverable)]


def _actions(seen: Observation, voice: Voice) -> list[str]:
    """How many actions are left, those that may be left out included."""
    t = voice.t
    lines: list[str] = []
    if seen.actions_left:
        lines.append(
            t.plural("Il reste {n} action à jouer.", "Il reste {n} actions à jouer.", seen.actions_left)
        )
    if seen.bonus_left:
        lines.append(
            t.plural(
                "Et {n} action en bonus, facultative : l’adversaire a récupéré un dé.",
                "Et {n} actions en bonus, facultatives : l’adversaire a récupéré un dé.",
                seen.bonus_left,
            )
        )
    return lines


def _bonus_due(seen: Observation, voice: Voice) -> list[str]:
    """The opponent's extra actions next turn."""
    t = voice.t
    if not seen.bonus_due or seen.current is None:
        return []
    words = t.plural(
        "Au prochain tour, {name} aura {n} action de plus.",
        "Au prochain tour, {name} aura {n} actions de plus.",
        seen.bonus_due,
        name=voice.name(voice.opponent(seen.current)),
    )
    return [words]
