"""Who has won a game of Défizz (Z15), and in which order the others come."""

from __future__ import annotations

from collections.abc import Iterable

from bot.tables.model import Table
from bot.ui.frame.ending import list_places, winners
from cogs.defizz.words import Voice
from engines.core.game import Place
from engines.defizz.model import Observation

__all__ = ["outcome", "ranking"]


def outcome(table: Table, voice: Voice) -> str:
    """Who has won, or why nobody has."""
    return winners(table, voice.names, voice.t)


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> str:
    """The players from first to last."""
    return list_places(places, voice.name, lambda seat: [_note(seat, seen, voice)], voice.t)


def _note(seat: str, seen: Observation, voice: Voice) -> str:
    t = voice.t
    if seat in seen.gone:
        return t("a quitté la table")
    if seat in seen.out:
        return t("hors jeu")
    return t("{n} en jetons", n=voice.chips(seen.chips[seat]))
