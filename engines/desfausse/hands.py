"""What the rules read from a position: who is in play, who holds which dice, and how they lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from math import comb, perm
from typing import Literal, TypeAlias

from engines.core.records import SeatName
from engines.core.seats import without
from engines.desfausse.dice import ANGEL, DEVIL, angel, die
from engines.desfausse.model import (
    Choice,
    Debts,
    Die,
    DieFace,
    Discard,
    Discarding,
    MovedDie,
    Numbers,
    Position,
    Setup,
    Shares,
)

MOST_DICE = 9
"""The most dice that a seat ever holds (F8)."""


def in_play(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who has not left, in seat order."""
    return without(setup.seats, position.gone)


def faces(position: Position) -> dict[int, DieFace]:
    """Return the face of each die rolled this turn, by its id."""
    return {rolled.id: rolled.face for hand in position.rolled for rolled in hand}


def own_dice(setup: Setup, position: Position, seat: SeatName) -> tuple[Die, ...]:
    """Return the dice that the seat rolled this turn and still has, with their faces."""
    place = setup.seats.index(seat)
    held, seats = position.held[place], len(setup.seats)
    return tuple(die(one.id, seats, one.face) for one in position.rolled[place] if one.id in held)


def devils(position: Position, place: int) -> int:
    """Return how many devils the seat of that place (from 0) has rolled (F3)."""
    return [rolled.face for rolled in position.rolled[place]].count(DEVIL)


def is_full(setup: Setup, position: Position, seat: SeatName) -> bool:
    """Return whether the seat's hand is full, so that it gets no more dice (F8)."""
    place = setup.seats.index(seat)
    return len(position.held[place]) + len(position.received[place]) >= MOST_DICE


def began_with_one(setup: Setup, position: Position, seat: SeatName) -> bool:
    """Return whether the seat began the turn with exactly one die (F6, F7)."""
    return len(position.rolled[setup.seats.index(seat)]) == 1


def is_barred(setup: Setup, position: Position, seat: SeatName) -> bool:
    """Return whether the seat may not discard its one die, since it has received another one (F7)."""
    received = position.received[setup.seats.index(seat)]
    if not received or seat in position.cursed or has_discarded(position, seat):
        return False
    return began_with_one(setup, position, seat)


def has_discarded(position: Position, seat: SeatName) -> bool:
    """Return whether the seat has discarded this turn."""
    return any(isinstance(one, Discarding) and one.seat == seat for one in position.story)


def cursed_with_room(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return the cursed seats that have room for a die, in seat order (F9)."""
    return tuple(seat for seat in position.cursed if not is_full(setup, position, seat))


# Counting dice: what may be discarded (F5), what is owed with it (F9), and who goes first (F6).

Combo: TypeAlias = tuple[Die, ...]


def smallest_size(choice: Choice) -> int:
    """Return how many dice a combination must have so that one of them leaves."""
    return choice.devils + 1


def count_leaving(choice: Choice, combo: Sequence[Die]) -> int:
    """Return how many dice of the combination leave the hand: each devil keeps one back (F5)."""
    return len(combo) - choice.devils


def combos(choice: Choice) -> Iterator[Combo]:
    """Yield every valid combination, the largest first, then by ids."""
    for size in range(len(choice.usable), choice.devils, -1):
        yield from combinations(choice.usable, size)


def is_of_one_color(combo: Sequence[Die]) -> bool:
    """Return whether all dice are red or all green; the Angel counts as either (F5)."""
    return len({die.color for die in combo if die.kind != "angel"}) <= 1


def may_be_given(choice: Choice, combo: Sequence[Die]) -> bool:
    """Return whether the dice that leave may go to opponents (F5)."""
    return bool(choice.receivers) and is_of_one_color(combo)


def count_greens(combo: Sequence[Die], *, given: bool) -> int:
    """Return how many dice count as green (F6): the Angel too, unless it must be red to be given."""
    angel_is_red = given and any(die.color == "red" for die in combo)
    return sum(die.color == "green" or (die.kind == "angel" and not angel_is_red) for die in combo)


def creditors(choice: Choice, combo: Sequence[Die]) -> tuple[SeatName, ...]:
    """Return which of the cursed are owed a die beside this combination: the first, if few dice are left."""
    return choice.cursed[: len(choice.usable) + len(choice.outside) - len(combo)]


def dice_beside(choice: Choice, combo: Sequence[Die]) -> tuple[int, ...]:
    """Return the ids of this turn's dice that are not in the combination."""
    return tuple(sorted(die.id for die in (*choice.usable, *choice.outside) if die not in combo))


def curses(cursed: Sequence[SeatName], dice: Sequence[int]) -> Iterator[Debts]:
    """Yield every way to give each of the cursed one of the dice."""
    for given in permutations(dice, len(cursed)):
        yield tuple(sorted(zip(cursed, given, strict=True)))


def discards(choice: Choice) -> Iterator[Discard]:
    """Yield every legal discard, once each."""
    for combo in combos(choice):
        numbers = tuple(die.id for die in combo)
        debts = list(curses(creditors(choice, combo), dice_beside(choice, combo)))
        for out in combinations(numbers, count_leaving(choice, combo)):
            for to in _ways(choice, combo, out):
                for debt in debts:
                    yield Discard(numbers, out, to, debt or None)


def count_discards(choice: Choice) -> int:
    """Return how many legal discards there are, without making them."""
    return sum(_count_with(choice, combo) for combo in combos(choice))


def _count_with(choice: Choice, combo: Combo) -> int:
    out, whole = count_leaving(choice, combo), len(choice.usable) + len(choice.outside)
    given = len(choice.receivers) ** out if may_be_given(choice, combo) else 0
    return comb(len(combo), out) * (1 + given) * perm(whole - len(combo), len(creditors(choice, combo)))


def _ways(choice: Choice, combo: Combo, out: Sequence[int]) -> Iterator[Literal["hell"] | Shares]:
    """Yield where the dice `out` may go: all to Hell, or each to one of the opponents (F5)."""
    yield "hell"
    if may_be_given(choice, combo):
        for receivers in product(choice.receivers, repeat=len(out)):
            yield shares(zip(receivers, out, strict=True))


def shares(given: Iterator[tuple[SeatName, int]] | zip[tuple[SeatName, int]]) -> Shares:
    """Return who gets which dice, sorted by seat, from pairs of seat and die in ascending order of dice."""
    by_seat: dict[SeatName, list[int]] = {}
    for seat, number in given:
        by_seat.setdefault(seat, []).append(number)
    return tuple((seat, tuple(by_seat[seat])) for seat in sorted(by_seat))


# Moving dice from hand to hand, to Hell or aside (F5, F8, F9, F13): no die is ever lost.


class Hands:
    """The hands of a table while dice move between them; `changes` returns the result."""

    __slots__ = ("_aside", "_gone", "_held", "_hell", "_received", "_seats")

    def __init__(self, setup: Setup, position: Position) -> None:
        self._seats, self._gone = setup.seats, position.gone
        self._held = {seat: set(row) for seat, row in zip(setup.seats, position.held, strict=True)}
        self._received = {seat: set(row) for seat, row in zip(setup.seats, position.received, strict=True)}
        self._hell, self._aside = set(position.hell), position.aside

    def changes(self) -> dict[str, tuple[Numbers, ...] | Numbers | bool]:
        """Return the fields of the position that have changed, for `replace`."""
        return {
            "held": tuple(tuple(sorted(self._held[seat])) for seat in self._seats),
            "received": tuple(tuple(sorted(self._received[seat])) for seat in self._seats),
            "hell": tuple(sorted(self._hell)),
            "aside": self._aside,
        }

    def take(self, seat: SeatName, numbers: Iterable[int]) -> None:
        """Take dice of this turn out of a hand; the caller must then put each of them somewhere."""
        self._held[seat].difference_update(numbers)

    def is_empty(self, seat: SeatName) -> bool:
        """Return whether nothing is left of the seat's hand of this turn."""
        return not self._held[seat]

    def has_received(self, seat: SeatName) -> bool:
        """Return whether the seat has received dice this turn."""
        return bool(self._received[seat])

    def put(self, number: int, to: SeatName | None) -> MovedDie:
        """Put a die where it is meant to go, or to Hell where that seat is full or gone (F8, F13)."""
        if to is None or to in self._gone or self._is_full(to):
            return self._to_hell(number, to)
        self._received[to].add(number)
        return MovedDie(die(number, len(self._seats)), to, "hand")

    def curse(self, giver: SeatName, number: int, to: SeatName) -> MovedDie:
        """Give a cursed seat a die; it stays with its owner when that seat has become full (F9)."""
        if to not in self._gone and self._is_full(to):
            return MovedDie(die(number, len(self._seats)), to, "kept")
        self.take(giver, (number,))
        return self.put(number, to)

    def abandon(self, seat: SeatName) -> None:
        """Send all dice of a leaver to Hell, the Angel aside (F13)."""
        for number in (*self._held[seat], *self._received[seat]):
            self._to_hell(number, None)
        self._held[seat], self._received[seat] = set(), set()

    def _is_full(self, seat: SeatName) -> bool:
        return len(self._held[seat]) + len(self._received[seat]) >= MOST_DICE

    def _to_hell(self, number: int, meant: SeatName | None) -> MovedDie:
        seats = len(self._seats)
        if number == angel(seats):
            self._aside = True
            return MovedDie(die(number, seats), meant, "aside")
        self._hell.add(number)
        return MovedDie(die(number, seats), meant, "hell")


# Who has to choose what: a discard at a call (F4), a gift (F9), the demon (F11).


def seats_asked(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who has a choice at the pending call, made or not; nobody when there is no call (F4)."""
    if position.phase != "discard":
        return ()
    return tuple(seat for seat in setup.seats if _has_a_choice(setup, position, seat))


def _has_a_choice(setup: Setup, position: Position, seat: SeatName) -> bool:
    """Return whether the seat can and may discard dice of the called value (F4, F5, F7)."""
    faces: list[DieFace | None] = [rolled.face for rolled in position.rolled[setup.seats.index(seat)]]
    usable = faces.count(position.call) + faces.count(ANGEL)
    return (
        usable > faces.count(DEVIL)
        and seat not in position.cursed
        and seat not in position.gone
        and not has_discarded(position, seat)
        and not is_barred(setup, position, seat)
    )


def choice_of(setup: Setup, position: Position, seat: SeatName) -> Choice:
    """Return what a seat chooses from at the pending call."""
    assert position.call is not None, "a call is open"
    dice = own_dice(setup, position, seat)
    others = (other for other in in_play(setup, position) if other != seat)
    return Choice(
        call=position.call,
        usable=tuple(die for die in dice if die.face in (position.call, ANGEL)),
        outside=tuple(die for die in dice if die.face not in (position.call, ANGEL)),
        devils=devils(position, setup.seats.index(seat)),
        receivers=tuple(other for other in others if not is_full(setup, position, other)),
        cursed=cursed_with_room(setup, position),
    )


def creditors_of(setup: Setup, position: Position, seat: SeatName) -> tuple[SeatName, ...]:
    """Return to whom a seat that has discarded nothing owes a gift: to the first, if it has few dice (F9)."""
    return cursed_with_room(setup, position)[: len(position.held[setup.seats.index(seat)])]


def candidates(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who may get the big red die: those of the others in play with most dice at the end (F11)."""
    if position.phase != "demon" or position.served is None:
        return ()
    held = {
        seat: len(position.held[setup.seats.index(seat)])
        for seat in in_play(setup, position)
        if seat != position.served
    }
    return tuple(seat for seat, dice in held.items() if dice == max(held.values()))


def to_act(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who owes a decision, in seat order."""
    seats = setup.seats
    match position.phase:
        case "rolling":
            return tuple(seat for seat, left in zip(seats, position.rolls_left, strict=True) if left)
        case "discard":
            made = zip(seats, position.choices, strict=True)
            waiting = (seat for seat, choice in made if choice is None)
            return tuple(seat for seat in waiting if _has_a_choice(setup, position, seat))
        case "gift":
            giver = position.givers[:1]
            return giver if giver and creditors_of(setup, position, giver[0]) else ()
        case "demon":
            several = len(candidates(setup, position)) > 1
            return (position.served,) if several and position.served is not None else ()
    return ()
