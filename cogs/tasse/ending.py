"""The order of arrival at the end of La Tasse."""

from __future__ import annotations

from bot.tables.model import Table
from cogs.tasse.words import Voice
from engines.tasse.model import Observation

__all__ = ["ranking"]


def ranking(table: Table, seen: Observation, voice: Voice) -> str:
    """The players from first to last: winners, then by rounds won, then by points; who left comes last."""
    order = sorted(seen.seats, key=lambda seat: _rank(seat, table, seen))
    lines = [voice.t("**Classement**")]
    place, before = 0, None
    for number, seat in enumerate(order, start=1):
        rank = _rank(seat, table, seen)
        if rank != before:
            place, before = number, rank
        lines.append(_line(place, seat, seen, voice))
    return "\n".join(lines)


def _rank(seat: str, table: Table, seen: Observation) -> tuple[bool, bool, int, bool, int]:
    return (
        seat not in table.winners,
        seat in seen.gone,
        -seen.rounds_won[seat],
        seat not in seen.in_play,
        seen.points[seat],
    )


def _line(place: int, seat: str, seen: Observation, voice: Voice) -> str:
    t = voice.t
    notes = [t.plural("{n} point", "{n} points", seen.points[seat])]
    if seen.rounds_won[seat] and seen.rounds > 1:
        notes.append(t.plural("{n} manche gagnée", "{n} manches gagnées", seen.rounds_won[seat]))
    if seat == seen.first_out:
        notes.append(t("face de nul"))
    if seat in seen.gone:
        notes.append(t("a quitté la table"))
    return f"`{place:>2}` {voice.name(seat)} · " + " · ".join(notes)
