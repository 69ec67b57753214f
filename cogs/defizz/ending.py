"""Who has won a game of Défizz, and in which order the others come."""

from __future__ import annotations

from bot.tables.model import Table
from cogs.defizz.words import Voice
from engines.defizz.model import Observation

__all__ = ["outcome", "ranking"]


def outcome(table: Table, voice: Voice) -> str:
    """Who has won, or why nobody has (Z15)."""
    t = voice.t
    if table.winners:
        return t.plural(
            "🏆 {names} gagne la partie !",
            "🏆 {names} gagnent la partie !",
            len(table.winners),
            names=voice.names(table.winners),
        )
    if table.ending == "stopped":
        return t("La table a été arrêtée avant la fin : personne ne gagne.")
    return t("La partie est finie : personne ne gagne.")


def ranking(table: Table, seen: Observation, voice: Voice) -> str:
    """The players from first to last: by chips, then who was eliminated last; who left comes last."""
    order = sorted(seen.seats, key=lambda seat: _rank(seat, table, seen))
    lines = [voice.t("**Classement**")]
    place, before = 0, None
    for number, seat in enumerate(order, start=1):
        rank = _rank(seat, table, seen)
        if rank != before:
            place, before = number, rank
        lines.append(_line(place, seat, seen, voice))
    return "\n".join(lines)


def _rank(seat: str, table: Table, seen: Observation) -> tuple[bool, bool, int, int]:
    lasted = seen.out.index(seat) if seat in seen.out else -1
    return (seat not in table.winners, seat in seen.gone, -seen.chips[seat], -lasted)


def _line(place: int, seat: str, seen: Observation, voice: Voice) -> str:
    t = voice.t
    if seat in seen.gone:
        note = t("a quitté la table")
    elif seat in seen.out:
        note = t("hors jeu")
    else:
        note = t("{n} en jetons", n=voice.chips(seen.chips[seat]))
    return f"`{place:>2}` {voice.name(seat)} · {note}"
