"""Who has won a game of DESfausse, and in which order the others come."""

from __future__ import annotations

from bot.tables.model import Table
from cogs.desfausse.words import Voice, count_of
from engines.desfausse.model import Observation

__all__ = ["outcome", "ranking"]


def outcome(table: Table, voice: Voice) -> str:
    """Who has won, or why nobody has (F10)."""
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
    """The players from first to last: by tokens, then by the fewest dice left; who left comes last."""
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
    return (seat not in table.winners, seat in seen.gone, -seen.tokens[seat], len(seen.hands[seat]))


def _line(place: int, seat: str, seen: Observation, voice: Voice) -> str:
    t = voice.t
    notes = [t.plural("{n} jeton", "{n} jetons", seen.tokens[seat])]
    if seat in seen.gone:
        notes.append(t("a quitté la table"))
    elif seen.hands[seat]:
        notes.append(t("{dice} en main", dice=count_of(len(seen.hands[seat]), t)))
    return f"`{place:>2}` {voice.name(seat)} · " + " · ".join(notes)
