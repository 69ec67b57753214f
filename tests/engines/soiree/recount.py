"""The facts of an evening, counted from its log and positions; rounds of défis from their events’ JSON."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.engines.recounts import Entry

Facts = dict[str, Counter[str]]
LATE = 60_000


def recount(entries: Iterator[Entry]) -> Facts:
    """Count every team's facts that are not 0."""
    begin = next(entries)
    facts: Facts = {seat: Counter() for seat in begin.seats if seat != begin.options["quizmaster"]}
    results: list[dict[str, Any]] = []
    challenges: list[dict[str, Any]] = []
    entry, opened = begin, 0
    for entry in entries:
        count_action(facts, entry, opened)
        keep_result(results, entry)
        for event in entry.told:
            keep_challenge(challenges, event)
            count_event(facts, entry, event)
        if entry.after["decision"] != entry.before["decision"]:
            clicked, at = entry.clicked, entry.line["at"]
            opened = at if clicked is None or abs(at - clicked) >= LATE else clicked
    for result in results:
        count_result(facts, entry, result)
    for challenge in challenges:
        for seat in challenge["seats"] * challenge["settled"]:
            facts[seat]["asked_challenge"] += 1
            facts[seat]["won_challenge"] += seat == challenge["winner"]
    for seat, own in facts.items():
        place = entry.seats.index(seat)
        own["points"] = entry.after["points"][place]
        for number, row in enumerate(entry.after["by_round"]):
            own["points_" + entry.setup["programme"][number]["play"]] += row[place]
    return facts


def question(entry: Entry, asked: dict[str, Any]) -> dict[str, Any]:
    (found,) = (card for card in entry.setup["deck"]["cards"] if card["id"] == asked["card"])
    return found["questions"][asked["question"]]


def keep_result(results: list[dict[str, Any]], entry: Entry) -> None:
    """Keep the questions that were told: withdrawn ones are gone, ruled ones replaced."""
    before, after = entry.before["last"], entry.after["last"]
    if after == before:
        return
    if before is not None and (after is None or after["asked"] == before["asked"]):
        results.pop()
    if after is not None:
        results.append(after)


def count_action(facts: Facts, entry: Entry, opened: int) -> None:
    """Count what a team did, by the log alone."""
    before, payload = entry.before, entry.payload
    bout = before["bout"]
    match payload.get("type") if entry.kind == "act" else entry.kind:
        case "tell" if entry.clicked is not None:
            mode = question(entry, before["asked"])["mode"]
            facts[entry.seat][f"timed_{mode}"] += 1
            facts[entry.seat][f"ms_{mode}"] += entry.without_pauses(opened, entry.clicked)
        case "award":
            place = entry.seats.index(payload["seat"])
            facts[payload["seat"]]["corrected"] += entry.after["points"][place] - before["points"][place]
        case "refuse":
            facts[entry.seat]["refused"] += 1
        case "expire" if bout is not None and bout["position"]["phase"] == "raise":
            facts[bout["position"]["challenge"]["waiting"][0]]["refused"] += 1
        case "contest" if entry.after["bout"]["position"]["poll"] is not None:
            facts[entry.seat]["contests"] += 1


def count_event(facts: Facts, entry: Entry, event: dict[str, Any]) -> None:
    match event["type"]:
        case "challenged" if event["stake"] is not None:
            least = entry.before["bout"]["position"]["die"]["minimum"]
            facts[event["seat"]]["raised"] += event["stake"] > least
        case "vote_closed":
            by = entry.before["bout"]["position"]["poll"]["by"]
            facts[by]["contests_won"] += event["to_turn"] > event["to_keep"]
        case "standing":
            gained = dict(zip(event["teams"], event["gained"], strict=True))
            points = dict(zip(event["teams"], event["points"], strict=True))
            for seat in set(event["teams"]) - set(entry.after["gone"]):
                facts[seat]["rounds"] += 1
                facts[seat]["rounds_led"] += all(points[seat] >= other for other in points.values())
                best = all(gained[seat] >= other for other in gained.values())
                facts[seat]["rounds_best"] += best and gained[seat] > 0


def keep_challenge(challenges: list[dict[str, Any]], event: dict[str, Any]) -> None:
    """Keep the challenges in which a question was asked, and who won them at last."""
    match event["type"]:
        case "challenged":
            challenges.append({"seats": [], "settled": False, "winner": None})
        case "question_asked":
            challenges[-1]["seats"] = event["participants"]
        case "settlement_undone":
            challenges[-1].update(settled=False, winner=None)
        case "settled" | "stakes_returned" if challenges and not challenges[-1]["settled"]:
            challenges[-1].update(settled=True, winner=event.get("winner"))


def count_result(facts: Facts, entry: Entry, result: dict[str, Any]) -> None:
    """Count a question that was told: what each team said, staked and got."""
    asked = question(entry, result["asked"])
    mode = asked["mode"]
    for said in result["said"]:
        own, place = facts[said["seat"]], entry.seats.index(said["seat"])
        own[f"asked_{mode}"] += 1
        own[f"answered_{mode}"] += said["text"] is not None
        own[f"points_{mode}"] += result["points"][place]
        own["turned_for"] += said["right"] > said["bot"]
        own["turned_against"] += said["right"] < said["bot"]
        if mode == "cible":
            count_number(own, said, asked["number"], result["said"])
            continue
        own[f"right_{mode}"] += said["right"]
        if mode == "chrono" and said["right"]:
            earlier = [one for one in result["said"] if one["right"] and one["at"] < said["at"]]
            own["first_chrono"] += not earlier
    for place, stake in enumerate(result["wagers"]):
        if stake is not None and entry.seats[place] in {one["seat"] for one in result["said"]}:
            own = facts[entry.seats[place]]
            own["stakes"] += 1
            own["staked"] += stake
            own["stakes_won"] += result["points"][place] > 0


def count_number(own: Counter[str], said: dict[str, Any], right: float, others: list[dict[str, Any]]) -> None:
    if said["number"] is None:
        return
    away = abs(float(said["number"]) - right)
    nearer = [one for one in others if one["number"] and abs(float(one["number"]) - right) < away]
    own["nearest_cible"] += not nearer
    own["exact_cible"] += away == 0
