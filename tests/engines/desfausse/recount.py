"""The facts of DESfausse: throws from the draws of the log, moved dice from its events’ JSON."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.engines.recounts import Entry

DEVILS = {"small": (1,), "big": (1, 2, 6), "angel": ()}

Facts = dict[str, Counter[str]]


def recount(entries: Iterator[Entry]) -> Facts:
    """Count every seat's facts that are not 0."""
    facts: Facts = {}
    for entry in entries:
        facts = facts or {seat: Counter() for seat in entry.seats}
        count_throws(facts, entry)
        for event in entry.told:
            count_event(facts, event)
    for own in facts.values():
        own["devils"] = own["small_devils"] + own["big_devils"]
        mean = Fraction(own["small"], 6) + Fraction(own["big"], 2)
        variance = own["small"] * Fraction(1, 6) * Fraction(5, 6) + own["big"] * Fraction(1, 2) ** 2
        own["devils_e6"], own["var_e6"] = round(mean * 10**6), round(variance * 10**6)
    return facts


def kind_of(number: int, seats: int) -> str:
    if number > 6 * seats:
        return "angel"
    return "big" if number % 6 in (5, 0) else "small"


def throw(own: Counter[str], kind: str, outcome: int) -> None:
    own[{"angel": "angels"}.get(kind, kind)] += 1
    own["angels_shown"] += kind == "angel" and outcome == 1
    if kind != "angel":
        own[f"{kind}_devils"] += outcome in DEVILS[kind]


def count_throws(facts: Facts, entry: Entry) -> None:
    """Deal the draws out: to dice that are rolled again, to the Angel, then to the hands of new turns."""
    outcomes, many = [outcome for _, outcome in entry.draws], len(entry.seats)
    hands = [(event["seat"], event["dice"]) for event in entry.told if event["type"] == "hand_rolled"]
    if entry.payload.get("type") == "reroll":
        facts[entry.seat]["rerolls"] += 1
        hands = hands[1:]
        for number in sorted(entry.payload["dice"]):
            throw(facts[entry.seat], kind_of(number, many), outcomes.pop(0))
    del outcomes[: sum(event["type"] == "angel_drawn" for event in entry.told)]
    for seat, dice in hands:
        facts[seat]["turns"] += 1
        for die in dice:
            throw(facts[seat], kind_of(die["id"], many), outcomes.pop(0))
    assert not outcomes
    if entry.kind == "begin" or entry.after["round"] > entry.before["round"]:
        for seat in dict(hands):
            facts[seat]["rounds"] += 1


def count_event(facts: Facts, event: dict[str, Any]) -> None:
    """Count what nothing but an event tells: where dice went, in secret or all at once."""
    lists = {"rolling_ended": ("cursed", "cursed"), "called": ("asked", "asked")}
    lists["round_won"] = ("winners", "rounds_won")
    if event["type"] in lists:
        names, fact = lists[event["type"]]
        for seat in event[names]:
            facts[seat][fact] += 1
    if event["type"] == "round_started" and event["blessed"] is not None:
        facts[event["blessed"]]["blessed"] += 1
        facts[event["burdened"]]["burdened"] += 1
    done = event.get("discarding") or event.get("giving")
    if done is None:
        return
    giver, left = done["seat"], done.get("places", [])
    facts[giver]["discarded"] += len(left)
    if left:
        facts[giver]["discards"] += 1
        facts[giver]["dice_" + str(len(left) if len(left) < 4 else 4)] += 1
    for cursed, moved in [*((False, one) for one in left), *((True, one) for one in done["curses"])]:
        if moved["where"] == "hand":
            facts[giver]["cursed_given" if cursed else "given"] += 1
            facts[moved["to"]]["cursed_got" if cursed else "got"] += 1
