"""Everybody's chips in a list, each with a bar and the number."""

from __future__ import annotations

from bot.ui.frame.badge import join_lines, seat_list
from cogs.defizz.words import Voice
from engines.defizz.seen import Observation

__all__ = ["chips"]

_CELLS = 10
_BARS = 4
"""With more seats than that there are no bars: each seat keeps to its line on a phone."""


def chips(seen: Observation, voice: Voice) -> str:
    """The players in table order with their chips, then the bank and the lost chips, if there are any."""
    t = voice.t
    helped = any(_has_help(seat, seen) for seat in seen.seats)
    title = t("**Jetons** · 🛟 : aide disponible") if helped else t("**Jetons**")
    listed = seat_list(title, [_seat(seat, seen, voice) for seat in seen.seats])
    rest = [t("🏦 Banque : {n}", n=voice.chips(seen.bank))] if seen.bank else []
    rest += [t("Perdus : {n}", n=voice.chips(seen.lost))] if seen.lost else []
    return join_lines(listed, " · ".join(rest))


def _seat(seat: str, seen: Observation, voice: Voice) -> str:
    t, name = voice.t, voice.listed(seat)
    reads = [t("lecteur")] if seat == seen.reader else []
    if seat in seen.gone:
        return f"🚪 {name} · " + t("a quitté la table")
    if seat == seen.master:
        return " · ".join((f"{'⏳' if seat in seen.to_act else '🎓'} {name}", t("maître du jeu")))
    if seat in seen.out:
        return " · ".join((f"{'⏳' if seat in seen.to_act else '💀'} {name}", t("sans jetons"), *reads))
    own = f"**{voice.chips(seen.chips[seat])}**"
    if len(seen.seats) <= _BARS and not voice.table.manners.accessible:  # a screen reader spells bars out
        own = f"{_bar(seat, seen)} {own}"
    notes = [f"{_mark(seat, seen)} {name}", own]
    if seen.paid[seat]:
        notes.append(t("{n} au pot", n=voice.chips(seen.paid[seat])))
    if _has_help(seat, seen):
        notes.append("🛟")
    if seen.missed[seat]:
        notes.append(t.plural("{n} absence", "{n} absences de suite", seen.missed[seat]))
    return " · ".join((*notes, *reads))


def _has_help(seat: str, seen: Observation) -> bool:
    return seen.help_left[seat] > 0 and not seen.expert and seat not in (*seen.gone, *seen.out)


def _mark(seat: str, seen: Observation) -> str:
    if seat in seen.to_act:
        return "⏳"
    return "🎯" if seat == seen.active else "📖" if seat == seen.reader else "◽"


def _bar(seat: str, seen: Observation) -> str:
    """A bar of the seat's part of all chips; at least one cell if it has any."""
    total = sum(seen.chips.values()) + seen.pot + seen.bank + seen.lost
    own = seen.chips[seat]
    full = max(1, round(_CELLS * own / total)) if own and total else 0
    return "▰" * full + "▱" * (_CELLS - full)
