"""What may be discarded, once more: slow and word by word, sharing neither code nor tables with the engine.

Everything that could be said is tried, and what the rules forbid is crossed out. Dice, seats and actions are
those of the text protocol.
"""

from itertools import chain, combinations, product
from typing import Any

Plain = dict[str, Any]


def subsets(things: list[Any]) -> list[list[Any]]:
    return [list(some) for some in chain(*(combinations(things, many) for many in range(len(things) + 1)))]


class Seated:
    """One seat at a call: this turn's dice as {"id", "kind", "color", "face"}, and how many it received."""

    def __init__(self, dice: list[Plain], received: int = 0, cursed: bool = False) -> None:
        self.dice, self.received, self.cursed = dice, received, cursed

    @property
    def holds(self) -> int:
        return len(self.dice) + self.received

    @property
    def devils(self) -> int:
        return sum(one["face"] == "D" for one in self.dice)

    @property
    def is_cursed(self) -> bool:
        return self.devils > len(self.dice) / 2


def has_value(one: Plain, call: int) -> bool:
    """The Angel's own face may be any value; otherwise a die is what it shows."""
    return one["face"] == call or one["face"] == "A"


def could_be_of_color(some: list[Plain], color: str) -> bool:
    return all(one["color"] == color or one["kind"] == "angel" for one in some)


def legal_discards(seats: dict[str, Seated], me: str, call: int) -> list[Plain]:
    """Return every discard that the rules allow `me` at this call, none if it can discard nothing."""
    mine = seats[me]
    if mine.cursed or (len(mine.dice) == 1 and mine.received):
        return []
    found = []
    for combo in subsets(mine.dice):
        if not combo or not all(has_value(one, call) for one in combo):
            continue
        for out in subsets(combo):
            if len(out) != len(combo) - mine.devils or not out:
                continue
            found += [
                written(combo, out, to, debt)
                for to in destinations(seats, me, combo, out)
                for debt in debts(seats, me, combo)
            ]
    return found


def destinations(seats: dict[str, Seated], me: str, combo: list[Plain], out: list[Plain]) -> list[Any]:
    """All to Hell or all to opponents that are not full, these only in one colour."""
    if not any(could_be_of_color(combo, color) for color in ("red", "green")):
        return ["hell"]
    others = [name for name, seat in seats.items() if name != me and seat.holds < 9]
    shared = []
    for receivers in product(others, repeat=len(out)):
        to: dict[str, list[int]] = {}
        for name, one in zip(receivers, out, strict=True):
            to.setdefault(name, []).append(one["id"])
        shared.append(to)
    return ["hell", *shared]


def debts(seats: dict[str, Seated], me: str, combo: list[Plain]) -> list[dict[str, int]]:
    """One die outside the combination for each of the cursed with room, as far as there are any."""
    outside = [one["id"] for one in seats[me].dice if one not in combo]
    needy = [name for name, seat in seats.items() if seat.cursed and seat.holds < 9][: len(outside)]
    return [
        dict(zip(needy, given, strict=True))
        for given in product(outside, repeat=len(needy))
        if len(set(given)) == len(given)
    ]


def written(combo: list[Plain], out: list[Plain], to: Any, debt: dict[str, int]) -> Plain:
    action = {
        "type": "discard",
        "combo": sorted(one["id"] for one in combo),
        "out": sorted(one["id"] for one in out),
        "to": to if to == "hell" else {name: sorted(dice) for name, dice in to.items()},
    }
    return action | ({"curse": debt} if debt else {})


def greens(combo: list[Plain], to: Any) -> int:
    """The Angel is green wherever it can be: not among reds that are given."""
    red = to != "hell" and any(one["color"] == "red" for one in combo)
    return sum(one["color"] == "green" for one in combo) + sum(
        one["kind"] == "angel" and not red for one in combo
    )


def goes_first(seats: dict[str, Seated], one: str, other: str, chosen: dict[str, Plain]) -> bool | None:
    """Whether `one` discards before `other`, after it (False), or at the same moment (None)."""
    dice = {name: {die["id"]: die for die in seats[name].dice} for name in (one, other)}
    combos = {name: [dice[name][number] for number in chosen[name]["combo"]] for name in (one, other)}
    for measure in (
        lambda name: len(seats[name].dice) == 1,
        lambda name: len(combos[name]),
        lambda name: greens(combos[name], chosen[name]["to"]),
    ):
        if measure(one) != measure(other):
            return bool(measure(one) > measure(other))
    return None


class Settling:
    """The discards of a call, moment after moment, with dice carried by hand from one heap to another."""

    def __init__(self, seats: dict[str, Seated]) -> None:
        self.seats = seats
        self.hands = {name: [one["id"] for one in seat.dice] for name, seat in seats.items()}
        self.received: dict[str, list[int]] = {name: [] for name in seats}
        self.angel = [one["id"] for seat in seats.values() for one in seat.dice if one["kind"] == "angel"]
        self.told: list[tuple[str, int, str | None, str]] = []

    def holds(self, name: str) -> int:
        return len(self.hands[name]) + self.seats[name].received + len(self.received[name])

    def moment(self, together: dict[str, Plain]) -> list[str]:
        """Carry out the discards of one moment; returns who holds nothing any more and so has won."""
        before = {name: self.seats[name].received + len(self.received[name]) for name in together}
        for name, action in together.items():
            for number in action["out"]:
                self.hands[name].remove(number)
        for name in self.seats:
            if name in together:
                self.deliver(name, together[name])
        return [name for name in together if not self.hands[name] and not before[name]]

    def deliver(self, name: str, action: Plain) -> None:
        for number in action["out"]:
            meant = None
            if action["to"] != "hell":
                (meant,) = (other for other, numbers in action["to"].items() if number in numbers)
            if meant is not None and self.holds(meant) < 9:
                self.received[meant].append(number)
                self.told.append((name, number, meant, "hand"))
            else:
                self.told.append((name, number, meant, "aside" if number in self.angel else "hell"))
        for other in self.seats:
            if other in action.get("curse", {}):
                number = action["curse"][other]
                if self.holds(other) >= 9:
                    self.told.append((name, number, other, "kept"))
                else:
                    self.hands[name].remove(number)
                    self.received[other].append(number)
                    self.told.append((name, number, other, "hand"))
