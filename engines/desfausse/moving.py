"""Moving dice from hand to hand, to Hell or aside (F5, F8, F9, F13): no die is ever lost."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core.events import SeatName
from engines.desfausse.dice import angel, die
from engines.desfausse.hands import MOST_DICE
from engines.desfausse.model import MovedDie, Numbers, Position, Setup


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
