"""The order of arrival at the end of Défizz (Z15)."""

from __future__ import annotations

from bot.tables.model import Table
from bot.ui.frame.ending import Rank, places
from cogs.defizz.words import Voice
from engines.defizz.model import Observation

__all__ = ["ranking"]


def ranking(table: Table, seen: Observation, voice: Voice) -> str:
    """The players from first to last: by chips, then who was eliminated last; who left comes last."""

    def rank(seat: str) -> Rank:
        lasted = seen.out.index(seat) if seat in seen.out else -1
        return (seat not in table.winners, seat in seen.gone, -seen.chips[seat], -lasted)

    return places(seen.seats, rank, voice.name, lambda seat: [_note(seat, seen, voice)], voice.t)


def _note(seat: str, seen: Observation, voice: Voice) -> str:
    t = voice.t
    if seat in seen.gone:
        return t("a quitté la table")
    if seat in seen.out:
        return t("hors jeu")
    return t("{n} en jetons", n=voice.chips(seen.chips[seat]))
