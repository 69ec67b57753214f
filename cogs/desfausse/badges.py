"""The badges of DESfausse."""

from __future__ import annotations

from bot.insight.badges import Badge, Outing
from bot.texts import N_

__all__ = ["BADGES"]


def _four_at_once(game: Outing) -> bool:
    return game["dice_4"] >= 1


def _never_cursed(game: Outing) -> bool:
    return game.won and game["turns"] >= 8 and game["cursed"] == 0


def _generous(game: Outing) -> bool:
    return game["given"] >= 8


def _laden(game: Outing) -> bool:
    return game.won and game["got"] + game["cursed_got"] >= 6


BADGES = (
    Badge("🧹", N_("Grand ménage"), N_("défausser quatre dés ou plus d’un coup"), _four_at_once),
    Badge(
        "😇",
        N_("Bonne étoile"),
        N_("gagner en huit tours ou plus, sans une seule malédiction"),
        _never_cursed,
    ),
    Badge("🎁", N_("Cadeaux d’enfer"), N_("donner huit dés aux autres dans une partie"), _generous),
    Badge("🎒", N_("Contre vents et diables"), N_("gagner après avoir reçu six dés des autres"), _laden),
)
"""In the order in which people read them."""
