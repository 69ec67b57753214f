"""The badges of Diavolo."""

from __future__ import annotations

from bot.insight.badges import Badge, Outing
from bot.texts import N_
from engines.diavolo.tally import BUCKET

__all__ = ["BADGES"]

_SOON = 1500
"""Milliseconds."""


def _quick(game: Outing) -> bool:
    return any(game[f"fast_{least}"] for least in range(0, _SOON, BUCKET))


def _sure(game: Outing) -> bool:
    return game.won and game["rounds"] >= 10 and game["wrong"] == 0


def _grey(game: Outing) -> bool:
    return game["grey_right"] >= 3


BADGES = (
    Badge("⚡", N_("Éclair"), N_("prendre le bon pion en moins d’une seconde et demie"), _quick),
    Badge("🧤", N_("Main sûre"), N_("gagner en dix manches ou plus, sans prendre un mauvais pion"), _sure),
    Badge("🔮", N_("Matière grise"), N_("prendre trois fois le pion gris à raison dans une partie"), _grey),
)
"""In the order in which people read them."""
