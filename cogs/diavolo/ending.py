"""The order of arrival at the end of Diavolo."""

from __future__ import annotations

from bot.tables.model import Table
from cogs.diavolo.words import Voice
from engines.diavolo.model import Observation

__all__ = ["outcome", "ranking"]


def outcome(table: Table, seen: Observation, voice: Voice) -> str:
    """Who has won, or why nobody has (D8)."""
    t = voice.t
    if table.winners:
        return t("🏆 {name} garde ses gemmes et gagne la partie !", name=voice.name(table.winners[0]))
    if table.ending == "stopped":
        return t("La table a été arrêtée avant la fin : personne ne gagne.")
    if seen.phase == "over":
        return t("Les dernières gemmes sont parties ensemble : personne ne gagne, chacun paie son verre.")
    return t("La partie est finie : personne ne gagne.")


def ranking(table: Table, seen: Observation, voice: Voice) -> str:
    """The players from first to last: by gems, then who held out longer; who left comes last."""
    order = sorted(seen.seats, key=lambda seat: _rank(seat, table, seen))
    lines = [voice.t("**Classement**")]
    place, before = 0, None
    for number, seat in enumerate(order, start=1):
        rank = _rank(seat, table, seen)
        if rank != before:
            place, before = number, rank
        lines.append(_line(place, seat, seen, voice))
    return "\n".join(lines)


def _rank(seat: str, table: Table, seen: Observation) -> tuple[bool, bool, int, bool]:
    """Those who took part in the last round have held out longer than the others without gems."""
    in_last_round = seen.last is not None and seat in seen.last.claims
    return (seat not in table.winners, seat in seen.gone, -seen.gems[seat], not in_last_round)


def _line(place: int, seat: str, seen: Observation, voice: Voice) -> str:
    notes = [voice.gems(seen.gems[seat])]
    if seat in seen.gone:
        notes.append(voice.t("a quitté la table"))
    return f"`{place:>2}` {voice.name(seat)} · " + " · ".join(notes)
