"""The badges of Défizz; a team earns them together."""

from __future__ import annotations

from bot.insight.badges import Badge, Outing
from bot.texts import N_

__all__ = ["BADGES"]


def _exact(game: Outing) -> bool:
    return game["exact_cible"] >= 2


def _faultless(game: Outing) -> bool:
    judged = game["judged_chrono"] + game["judged_pingpong"]
    return judged >= 8 and game["right_chrono"] + game["right_pingpong"] == judged


def _jackpot(game: Outing) -> bool:
    return game["pot_4000"] >= 1


def _unflinching(game: Outing) -> bool:
    return game.won and game["accepted"] >= 3 and game["refused"] == 0


BADGES = (
    Badge(
        "🎯", N_("Dans le mille"), N_("trouver deux fois le nombre exact d’une Cible dans une partie"), _exact
    ),
    Badge(
        "📚",
        N_("Sans faute"),
        N_("donner huit bonnes réponses ou plus dans une partie, et aucune fausse"),
        _faultless,
    ),
    Badge("💰", N_("Gros lot"), N_("remporter un pot de 4000 jetons ou plus"), _jackpot),
    Badge(
        "🛡️",
        N_("Tête haute"),
        N_("gagner en acceptant trois surenchères ou plus, sans en refuser"),
        _unflinching,
    ),
)
"""In the order in which people read them."""
