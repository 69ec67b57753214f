"""The badges of Débâcle."""

from __future__ import annotations

from bot.insight.badges import Badge, Outing
from bot.texts import N_

__all__ = ["BADGES"]


def _chain(game: Outing) -> bool:
    return game["chain_4"] >= 1


def _ace(game: Outing) -> bool:
    return game["aces"] >= 4


def _clean_sweep(game: Outing) -> bool:
    return game.won and game["rounds"] >= 3 and game["rounds_won"] == game["rounds"]


BADGES = (
    Badge("🔗", N_("Ricochets"), N_("prendre quatre dés d’affilée ou plus, de rebond en rebond"), _chain),
    Badge("🐜", N_("Petit mais costaud"), N_("prendre quatre 6 avec des as dans une partie"), _ace),
    Badge(
        "🧊", N_("Sans partage"), N_("gagner toutes les manches d’une partie, trois au moins"), _clean_sweep
    ),
)
"""In the order in which people read them."""
