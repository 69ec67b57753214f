"""The badges of La Tasse."""

from __future__ import annotations

from bot.insight.badges import Badge, Outing
from bot.texts import N_

__all__ = ["BADGES"]


def _honest(game: Outing) -> bool:
    return game.won and game["said"] >= 8 and game["free_lies"] == 0


def _poker_face(game: Outing) -> bool:
    return game["lies_passed"] >= 5 and game["lies_caught"] == 0


def _nose(game: Outing) -> bool:
    return game["doubts"] >= 4 and game["doubts_right"] == game["doubts"]


def _cheek(game: Outing) -> bool:
    return game["passed_by_10"] >= 3


BADGES = (
    Badge(
        "🤝",
        N_("Parole d’or"),
        N_("gagner en huit annonces ou plus, sans mentir quand les dés permettaient de dire vrai"),
        _honest,
    ),
    Badge(
        "🗿",
        N_("Visage de marbre"),
        N_("faire croire cinq mensonges, sans qu’un seul soit pris"),
        _poker_face,
    ),
    Badge("👃", N_("Fin nez"), N_("douter quatre fois ou plus, chaque fois à raison"), _nose),
    Badge(
        "🪁",
        N_("Gros culot"),
        N_("faire croire trois mensonges à dix crans ou plus au-dessus des dés"),
        _cheek,
    ),
)
"""In the order in which people read them."""
