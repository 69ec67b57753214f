"""The facts of Diavolo, counted without its events: from what the log says, and how positions change."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.engines.recounts import Entry

COLORS = ("black", "white", "red")
MEASURES: dict[int, Callable[[list[int]], int]] = {
    1: sum,
    2: lambda faces: -sum(faces),
    3: lambda faces: max(faces) - min(faces),
    4: lambda faces: len([face for face in faces if face in (1, 3, 5)]),
    5: max,
}


def right_color(throw: dict[str, Any]) -> str:
    """The colour that the order asks for (D2, D3)."""
    if throw["order"] == 6:
        dice = [color for color in COLORS for _ in throw[color]]
        return dice[throw["near"] - 1] if throw["near"] <= len(dice) else "grey"
    measured = [MEASURES[throw["order"]](throw[color]) for color in COLORS]
    first = [color for color, number in zip(COLORS, measured, strict=True) if number == max(measured)]
    return first[0] if len(first) == 1 else "grey"


def recount(entries: Iterator[Entry]) -> dict[str, Counter[str]]:
    """Count every seat's facts that are not 0."""
    begin = next(entries)
    facts: dict[str, Counter[str]] = {seat: Counter() for seat in begin.seats}
    opened: int | None = None
    for entry in entries:
        before, after = entry.before, entry.after
        if entry.payload.get("type") == "roll" and entry.kind == "act":
            learning = begin.options["learning"] and before["round"] <= 3
            opened = None if learning else entry.clicked
        elif entry.payload.get("type") == "grab":
            facts[entry.seat]["grabs"] += 1
            kept = {held["seat"] for held in after["held"]}
            for held in before["held"]:
                facts[held["seat"]]["displaced"] += held["seat"] not in kept
        elif entry.kind == "system" or (entry.kind == "expire" and before["phase"] == "grab"):
            count_round(facts, after["last"], opened, entry)
        elif entry.kind == "expire":
            opened = None
    return facts


def count_round(
    facts: dict[str, Counter[str]], last: dict[str, Any], opened: int | None, entry: Entry
) -> None:
    """Count what each seat held, and how long the right ones took."""
    right = right_color(last["throw"])
    for fate in last["fates"]:
        own, color = facts[fate["seat"]], fate["color"]
        own["rounds"] += 1
        if color is None:
            own["none"] += 1
        elif color != right:
            own["wrong"] += 1
        else:
            own["right"] += 1
            own["grey_right"] += color == "grey"
            if opened is not None:
                ms = entry.without_pauses(opened, Entry.moment(fate["at"]))
                own["right_timed"] += 1
                own["right_ms"] += ms
                own[f"fast_{min(5000, ms - ms % 250)}"] += 1
