"""The facts of Débâcle, counted without its events: from what the log says, and how boards change."""

from collections import Counter
from collections.abc import Iterator

from tests.engines.recounts import Entry

BONUS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}


def shown(entry: Entry, square: str) -> int:
    """What the die on that cell shows before the entry."""
    cell = "abcdef".index(square[0]) + 6 * (int(square[1]) - 1)
    die = entry.before["board"][cell]
    return int(die) if die.isdigit() else "abcdef".index(die) + 1


def recount(entries: Iterator[Entry]) -> dict[str, Counter[str]]:
    """Count every seat's facts that are not 0."""
    begin = next(entries)
    facts: dict[str, Counter[str]] = {seat: Counter() for seat in begin.seats}
    facts[begin.seats[begin.after["current"]]]["turns"] += 1
    chain: list[str] = []
    due = 0
    for entry in entries:
        before, after = entry.before, entry.after
        mover = begin.seats[before["current"]]
        kind = entry.payload.get("type") if entry.kind == "act" else entry.kind
        if kind == "capture":
            chain = [*chain, mover] if before["bounce"] is not None else start(facts, chain, mover)
        if kind == "recover":
            due += BONUS[min(before["captured"][1 - before["current"]])]
        count_entry(facts[mover], entry, str(kind))
        if (after["round"], after["turn"]) != (before["round"], before["turn"]):
            facts[begin.seats[after["current"]]]["turns"] += 1
            if after["round"] == before["round"]:
                facts[begin.seats[after["current"]]]["bonus"] += due
            due = 0
        if after["round"] != before["round"] or (after["phase"] == "over" and not after["gone"]):
            gained = [now - was for now, was in zip(after["points"], before["points"], strict=True)]
            for place, seat in enumerate(begin.seats):
                facts[seat]["rounds"] += 1
                facts[seat]["points"] += gained[place]
                facts[seat]["rounds_won"] += gained[place] > gained[1 - place]
    start(facts, chain, "")
    return facts


def start(facts: dict[str, Counter[str]], chain: list[str], mover: str) -> list[str]:
    """Count the chain that is over; another one begins."""
    if len(chain) > 1:
        facts[chain[0]]["chains"] += 1
        facts[chain[0]][f"chain_{min(4, len(chain))}"] += 1
    return [mover]


def count_entry(own: Counter[str], entry: Entry, kind: str) -> None:
    """Count what the side to move did."""
    before, payload = entry.before, entry.payload
    bounces = before["bounce"] is not None
    match kind:
        case "roll" | "flip":
            own[f"{kind}s"] += 1
            own["bounces"] += bounces
        case "capture":
            own["captures"] += 1
            own["bounces"] += bounces
            own["captured"] += shown(entry, payload["to"])
            own["aces"] += (shown(entry, payload["from"]), shown(entry, payload["to"])) == (1, 6)
        case "pass":
            own["declined"] += bounces
        case "return":
            own["returns"] += 1
        case "expire":
            own["returns"] += before["returning"] is not None
        case "recover":
            own["recoveries"] += 1
            own["recovered"] += min(before["captured"][1 - before["current"]])
        case "doubles":
            own["doubles"] += 1
            own["doubles_dice"] += len(payload["take"])
            own["doubles_points"] += sum(shown(entry, square) for square in payload["take"])
