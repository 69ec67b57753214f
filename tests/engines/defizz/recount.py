"""The facts of Défizz: answers from positions, choices from the log, chips from a purse kept by hand."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from tests.engines.defizz.plain_money import Purse
from tests.engines.recounts import Entry

Facts = dict[str, Counter[str]]
LATE = 60_000


class Pots(Purse):
    """A purse that remembers who had put what into the pot that was taken last."""

    taken: dict[str, int]

    def _take_all(self, winner: str) -> None:
        self.taken = dict(self.table)
        super()._take_all(winner)


class Challenges:
    """What is known of each challenge, by its number: only those in `ended` count."""

    def __init__(self) -> None:
        self.number = 0
        self.ended: dict[int, dict[str, Any]] = {}
        self.pots: dict[int, dict[str, int]] = {}
        self.rests: dict[int, tuple[str, int]] = {}
        self.own: dict[int, list[tuple[str, str, int]]] = defaultdict(list)

    def add(self, seat: str, fact: str, times: int = 1) -> None:
        self.own[self.number].append((seat, fact, times))


def recount(entries: Iterator[Entry]) -> Facts:
    """Count every seat's facts that are not 0."""
    begin = next(entries)
    players = begin.seats[begin.options["reader"] == "master" :]
    facts: Facts = {seat: Counter() for seat in players}
    purse = Pots(players, begin.options["bank"] if begin.options["enrichment"] else None)
    known, opened, entry = Challenges(), 0, begin
    for entry in entries:
        count_action(facts, known, entry, opened)
        for event in entry.told:
            keep_purse(purse, known, entry, event)
            count_event(facts, known, entry, event)
        if decision(entry, entry.after) != decision(entry, entry.before):
            clicked, at = entry.clicked, entry.line["at"]
            opened = at if clicked is None or abs(at - clicked) >= LATE else clicked
    for seat in entry.after["out"]:
        facts[seat]["eliminated"] = 1
    for number, result in known.ended.items():
        count_result(facts, entry, result, known.pots.get(number, {}))
        for seat, fact, times in known.own[number]:
            facts[seat][fact] += times
        if number in known.rests:
            seat, rest = known.rests[number]
            facts[seat]["bank"] += rest
    return facts


def question(entry: Entry, card: str, place: int) -> dict[str, Any]:
    (found,) = (one for one in entry.setup["deck"]["cards"] if one["id"] == card)
    return found["questions"][place]


def mode_asked(entry: Entry, position: dict[str, Any]) -> str:
    return question(entry, position["card"], position["challenge"]["question"])["mode"]


def decision(entry: Entry, position: dict[str, Any]) -> tuple[Any, ...]:
    """What is awaited: in a Chrono of all at once, else of the next one."""
    if position["phase"] != "answer":
        return position["round"], position["decision"], position["phase"]
    waiting = [] if mode_asked(entry, position) == "chrono" else position["challenge"]["waiting"][:1]
    return position["round"], position["decision"], position["phase"], waiting


def count_action(facts: Facts, known: Challenges, entry: Entry, opened: int) -> None:
    """Count what a seat did, by the log alone."""
    before, payload = entry.before, entry.payload
    match payload.get("type") if entry.kind == "act" else None:
        case "answer":
            mode = mode_asked(entry, before)
            known.add(entry.seat, f"answered_{mode}")
            if entry.clicked is not None:
                facts[entry.seat][f"timed_{mode}"] += 1
                facts[entry.seat][f"ms_{mode}"] += entry.without_pauses(opened, entry.clicked)
        case "accept":
            facts[entry.seat]["accepted"] += 1
        case "refuse":
            facts[entry.seat]["refused"] += 1
        case "help":
            facts[entry.seat]["helped"] += 1
        case "contest" if entry.after["poll"] is not None:
            facts[entry.seat]["contests"] += 1
        case "transfer":
            facts[payload["giver"]]["corrected"] -= payload["chips"]
            facts[payload["taker"]]["corrected"] += payload["chips"]
    if entry.kind == "expire" and before["phase"] == "raise":
        facts[before["challenge"]["waiting"][0]]["refused"] += 1


def count_event(facts: Facts, known: Challenges, entry: Entry, event: dict[str, Any]) -> None:
    """Count what came of it."""
    before = entry.before
    match event["type"]:
        case "challenged":
            count_challenge(facts, entry, event)
        case "vote_closed":
            facts[before["poll"]["by"]]["contests_won"] += event["to_turn"] > event["to_keep"]
        case "question_asked":
            for seat in event["participants"]:
                known.add(seat, f"asked_{event['mode']}")
            if before["reader"] in facts:
                known.add(before["reader"], "read")
        case "staked":
            for seat in event["seats"]:
                known.add(seat, "staked", event["stake"])
        case "bank_closed" if event["seat"] is not None:
            known.rests[known.number] = (event["seat"], event["rest"])


def count_challenge(facts: Facts, entry: Entry, event: dict[str, Any]) -> None:
    die, own = entry.before["die"], facts[event["seat"]]
    own["opened"] += 1
    if event["stake"] is not None:
        own["raised"] += event["stake"] > die["minimum"]
        own["named"] += event["stake"]
        own["had"] += entry.before["chips"][entry.seats.index(event["seat"])]
    if die["kind"] == "duel":
        facts[event["opponent"]]["challenged"] += 1


def keep_purse(purse: Pots, known: Challenges, entry: Entry, event: dict[str, Any]) -> None:
    """Tell the purse what happened, in order; amounts it knows by itself."""
    settles = event["type"] in ("settled", "stakes_returned")
    match event["type"]:
        case "challenged":
            known.number += 1
            others = [event["opponent"]] if event["opponent"] else others_of(purse, entry, event["seat"])
            purse.open(event["seat"], others, entry.before["die"]["minimum"], event["stake"])
        case "accepted" | "refused":
            purse.answer_raise(event["seat"], yes=event["type"] == "accepted")
        case "left" if event["seat"] in purse.chips:
            purse.leave(event["seat"])
        case "chips_moved":
            purse.chips[event["giver"]] -= event["chips"]
            purse.chips[event["taker"]] += event["chips"]
        case "settlement_undone":
            purse.go_back()
            known.ended.pop(known.number)
            known.pots.pop(known.number, None)
            known.rests.pop(known.number, None)
    if not settles or not (entry.before["challenge"] or purse.on or event["type"] == "settled"):
        return
    if event["outcome"] in ("won", "tie", "nobody", "voided"):
        purse.remember()
        purse.end(event.get("winner"))
    if known.number and entry.after["last"] is not None:
        known.ended[known.number] = entry.after["last"]
        if event["type"] == "settled":
            known.pots[known.number] = purse.taken


def others_of(purse: Pots, entry: Entry, active: str) -> list[str]:
    """All in play but the active seat and the reader, in seat order from the active one."""
    place = entry.seats.index(active)
    around = (*entry.seats[place + 1 :], *entry.seats[:place])
    return [seat for seat in around if seat in purse.in_play() and seat != entry.before["reader"]]


def count_result(facts: Facts, entry: Entry, result: dict[str, Any], paid: dict[str, int]) -> None:
    """Count a settled challenge: what was said in it, who took the pot, and whose chips lay there."""
    winner, pot = result["winner"], result["pot"]
    if winner is not None:
        facts[winner]["won_refused"] += result["outcome"] == "refused"
        facts[winner]["bank"] += result["prize"]
        facts[winner]["chips_won"] += pot - paid[winner]
        sizes = {0: pot < 500, 500: 500 <= pot < 1000, 1000: 1000 <= pot < 2000}
        sizes |= {2000: 2000 <= pot < 4000, 4000: pot >= 4000}
        for least, fits in sizes.items():
            facts[winner][f"pot_{least}"] += fits
        for seat in set(paid) - {winner}:
            facts[seat]["chips_lost"] += paid[seat]
    if result["question"] is None:
        return
    asked = question(entry, result["card"], result["question"])
    if winner is not None:
        facts[winner][f"won_{asked['mode']}"] += 1
    for said in result["said"]:
        own = facts[said["seat"]]
        if asked["mode"] == "cible" and said["number"] is not None:
            own["exact_cible"] += float(said["number"]) == asked["number"]
        if said["right"] is not None:
            own[f"judged_{asked['mode']}"] += 1
            own[f"right_{asked['mode']}"] += said["right"]
            own["turned_for"] += said["right"] > said["bot"]
            own["turned_against"] += said["right"] < said["bot"]
