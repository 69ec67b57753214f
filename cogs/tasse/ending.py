"""The order of arrival at the end of La Tasse."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.model import Table
from bot.ui.frame.ending import Rank, places
from cogs.tasse.words import Voice
from engines.tasse.model import Observation

__all__ = ["ranking"]


def ranking(table: Table, seen: Observation, voice: Voice) -> str:
    """The players from first to last: winners, then by rounds won, then by points; who left comes last."""

    def rank(seat: str) -> Rank:
        return (
            seat not in table.winners,
            seat in seen.gone,
            -seen.rounds_won[seat],
            seat not in seen.in_play,
            seen.points[seat],
        )

    return places(seen.seats, rank, voice.name, lambda seat: [*_notes(seat, seen, voice)], voice.t)


def _notes(seat: str, seen: Observation, voice: Voice) -> Iterator[str]:
    t = voice.t
    yield t.plural("{n} point", "{n} points", seen.points[seat])
    if seen.rounds_won[seat] and seen.rounds > 1:
        yield t.plural("{n} manche gagnée", "{n} manches gagnées", seen.rounds_won[seat])
    if seat == seen.first_out:
        yield t("face de nul")
    if seat in seen.gone:
        yield t("a quitté la table")
