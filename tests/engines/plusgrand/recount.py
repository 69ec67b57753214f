"""The facts of Le plus grand, counted without its events: from what the log says, and who got the point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.engines.recounts import Entry

__all__ = ["recount"]


def recount(entries: Iterator[Entry]) -> dict[str, Counter[str]]:
    """Count every seat's facts that are not 0; silence is taken for a word (G6)."""
    seats = next(entries).seats
    facts: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
    for entry in entries:
        before = entry.before
        claim, seat = before["claim"], before["current"]
        if entry.kind == "leave":
            continue
        if entry.payload.get("type", "doubt" if claim else "say") == "say":
            facts[seat]["said"] += 1
            facts[seat]["lies"] += entry.payload.get("sum", 2) > sum(before["dice"][seats.index(seat)])
            continue
        told = (
            entry.after["points"][seats.index(claim["seat"])] > before["points"][seats.index(claim["seat"])]
        )
        facts[seat]["doubts"] += 1
        facts[seat]["doubts_right"] += not told
        facts[claim["seat"]]["lies_caught"] += not told
    return facts
