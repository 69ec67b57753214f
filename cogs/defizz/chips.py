"""Everybody's chips in a list, each with a bar and the number."""

from __future__ import annotations

from cogs.defizz.words import Voice
from engines.defizz.model import Observation

__all__ = ["chips"]

_CELLS = 10


def chips(seen: Observation, voice: Voice) -> str:
    """The players in table order with their chips, then the bank and the lost chips, if there are any."""
    t = voice.t
    lines = [t("**Jetons**"), *(_seat(seat, seen, voice) for seat in seen.seats)]
    rest = [t("🏦 Banque : {n}", n=voice.chips(seen.bank))] if seen.bank else []
    rest += [t("Perdus : {n}", n=voice.chips(seen.lost))] if seen.lost else []
    return "\n".join((*lines, " · ".join(rest))) if rest else "\n".join(lines)


def _seat(seat: str, seen: Observation, voice: Voice) -> str:
    t, name = voice.t, voice.name(seat)
    reads = [t("lecteur")] if seat == seen.reader else []
    if seat in seen.gone:
        return f"🚪 {name} · " + t("a quitté la table")
    if seat in seen.out:
        return " · ".join((f"{'⏳' if seat in seen.to_act else '💀'} {name}", t("sans jetons"), *reads))
    own = f"**{voice.chips(seen.chips[seat])}**"
    if not voice.table.manners.accessible:  # a screen reader would spell the bar out
        own = f"{_bar(seat, seen)} {own}"
    notes = [f"{_mark(seat, seen)} {name}", own]
    if seen.paid[seat]:
        notes.append(t("{n} au pot", n=voice.chips(seen.paid[seat])))
    if seen.help_left[seat] and not seen.expert:
        notes.append("🛟 " + t("aide disponible"))
    if seen.missed[seat]:
        notes.append(t.plural("{n} absence", "{n} absences de suite", seen.missed[seat]))
    return " · ".join((*notes, *reads))


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
