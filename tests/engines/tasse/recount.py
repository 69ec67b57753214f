"""The facts of La Tasse, counted without its events: from what the log says, and how positions change."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from tests.engines.recounts import Entry

LADDER = ["32", "41", "42", "51", "53", "54", "62", "64", "65", "11", "22", "33", "44", "66", "21"]
SHOWN = {"52": "seven", "61": "seven", "43": "seven", "55": "double_five", "31": "thirty_one", "63": "nine"}
SAID = {"64": "64", "double six": "66", "je dis 7 !": "seven", "31": "thirty_one", "le joker": "joker"}
"""What a random table's words mean, where they are no slip whatever the dice."""
BOLD = {1: 1, 2: 1, 3: 3, 4: 3, 5: 3, 6: 6, 7: 6, 8: 6, 9: 6} | dict.fromkeys(range(10, 15), 10)


def read(dice: list[list[int]]) -> str:
    """What two draws are read as: the higher die first."""
    return "".join(map(str, sorted((outcome for _, outcome in dice[:2]), reverse=True)))


ROLLS = [read([[6, one], [6, two]]) for one, two in product(range(1, 7), repeat=2)]


def is_good(dice: str, standing: str | None) -> bool:
    return dice in SHOWN or (dice == "32" and standing is not None) or truthful(dice, standing)


def truthful(dice: str, standing: str | None) -> bool:
    return dice in LADDER and (standing is None or LADDER.index(dice) >= LADDER.index(standing))


class Count:
    """What is counted so far, by seat and fact; chance in fractions."""

    def __init__(self, seats: list[str]) -> None:
        self.seats = seats
        self.numbers: Counter[tuple[str, str]] = Counter()
        self.mean: dict[str, Fraction] = dict.fromkeys(seats, Fraction(0))
        self.variance: dict[str, Fraction] = dict.fromkeys(seats, Fraction(0))

    def add(self, seat: str, name: str, times: int = 1) -> None:
        self.numbers[seat, name] += times

    def score(self, entry: Entry, seat: str, reason: str) -> None:
        """Count the points that a seat took in this entry, for this reason."""
        place = self.seats.index(seat)
        for name in ("points", f"points_{reason}"):
            self.numbers[seat, name] += entry.after["points"][place] - entry.before["points"][place]


def recount(entries: Iterator[Entry]) -> dict[str, Counter[str]]:
    """Count every seat's facts that are not 0."""
    begin = next(entries)
    count = Count(begin.seats)
    for entry in entries:
        kind = entry.payload.get("type") if entry.kind == "act" else entry.kind
        match kind:
            case "roll":
                count_roll(count, entry)
            case "doubt":
                count_doubt(count, entry)
            case "announce" | "show":
                count_word(count, entry)
            case "duel":
                count.score(entry, entry.before["current"], "duel_lost")
            case "expire" if entry.before["phase"] != "duel":
                count.score(entry, entry.before["current"], "fell")
        if entry.payload.get("type") != "next_round":
            for place, seat in enumerate(count.seats):
                won = entry.after["rounds_won"][place] - entry.before["rounds_won"][place]
                count.numbers[seat, "rounds_won"] += won
    for seat in count.seats:
        count.numbers[seat, "could_e6"] = round(count.mean[seat] * 1_000_000)
        count.numbers[seat, "var_e6"] = round(count.variance[seat] * 1_000_000)
    return {seat: Counter({n: m for (s, n), m in count.numbers.items() if s == seat}) for seat in count.seats}


def standing(position: dict[str, Any]) -> str | None:
    return None if position["announcement"] is None else position["announcement"]["score"]


def count_roll(count: Count, entry: Entry) -> None:
    """Who rolls on a score that was just passed on believes it; those dice are still in the position."""
    score, seat, dice = standing(entry.before), entry.seat, read(entry.draws)
    chance = Fraction(sum(is_good(roll, score) for roll in ROLLS), 36)
    count.mean[seat] += chance
    count.variance[seat] += chance * (1 - chance)
    count.add(seat, "rolls")
    count.add(seat, "could", is_good(dice, score))
    if score is None or entry.before["phase"] == "reroll":
        return
    lie = score != entry.before["dice"]
    count.add(seat, "faced")
    count.add(seat, "lies_faced", lie)
    if lie:
        liar, under = entry.before["announcement"]["seat"], entry.before["dice"]
        above = LADDER.index(score) - LADDER.index(under) if under in LADDER else 0
        count.add(liar, "lies_passed")
        if above in BOLD:
            count.add(liar, f"passed_by_{BOLD[above]}")


def count_doubt(count: Count, entry: Entry) -> None:
    """The doubter is right where other dice than the announced ones lie there."""
    announcer, lie = entry.before["announcement"]["seat"], standing(entry.before) != entry.before["dice"]
    for name in ("faced", "doubts"):
        count.add(entry.seat, name)
    for name in ("lies_faced", "doubts_right"):
        count.add(entry.seat, name, lie)
    count.add(announcer, "lies_caught", lie)
    if lie:
        count.score(entry, announcer, "lied")
    else:
        count.score(entry, entry.seat, "doubted_truth")


def count_word(count: Count, entry: Entry) -> None:
    """Whoever has rolled announces, shows, or slips."""
    before, payload = entry.before, entry.payload
    dice, score = before["dice"], standing(before)
    said = payload.get("score") or SAID.get(payload.get("text", ""), "slip")
    own = SHOWN.get(dice) or ("joker" if dice == "32" and score is not None else None)
    if payload["type"] == "show" or said == own:
        count_show(count, entry, own or "")
    elif said not in LADDER or (score is not None and LADDER.index(said) < LADDER.index(score)):
        count.score(entry, entry.seat, "misannounced")
    else:
        count.add(entry.seat, "said")
        count.add(entry.seat, "said_21", said == "21")
        count.add(entry.seat, "true_21", said == dice == "21")
        count.add(entry.seat, "lies", said != dice)
        count.add(entry.seat, "free_lies", said != dice and truthful(dice, score))


def count_show(count: Count, entry: Entry, what: str) -> None:
    """A special hits another; on a 21 also who shows it, but for a nine. A joker hits one of the two."""
    on_21, me = standing(entry.before) == "21", entry.seat
    if what == "joker":
        lost = entry.after["points"][count.seats.index(me)] > entry.before["points"][count.seats.index(me)]
        count.add(me, "jokers")
        count.add(me, "jokers_won", not lost)
        for seat in count.seats:
            count.score(entry, seat, "joker_lost" if seat == me else "joker_won")
        return
    count.add(me, "shown")
    for seat in count.seats:
        count.score(entry, seat, "on_twenty_one" if seat == me and on_21 and what != "nine" else what)
