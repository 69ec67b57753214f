"""The facts of Le plus grand, counted without its events: from what the log says, and who got the point."""

from collections import Counter
from collections.abc import Iterator

from tests.engines.recounts import Entry


def recount(entries: Iterator[Entry]) -> dict[str, Counter[str]]:
    """Count every seat's facts that are not 0; silence is taken for a doubt, if there is one to take (G6)."""
    seats = next(entries).seats
    facts: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
    for entry in entries:
        before, after = entry.before, entry.after
        doubts = entry.payload.get("type") == "doubt" or (entry.kind == "expire" and before["claim"])
        if doubts:
            place = seats.index(before["current"])
            right = after["points"][place] > before["points"][place]
            facts[before["current"]]["right" if right else "wrong"] += 1
    return facts
