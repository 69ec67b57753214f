"""Who came where, counted again: from what was told alone, by hand, and in another way than the rules do it.

Nothing of a game's own code is asked: neither its states nor its ranks. A counter follows the events of one
game from the first to the last. Then a seat's place is one more than the number of seats that beat it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any


class Counter(ABC):
    """What is remembered of a game: who has won, who has left, and what its own events say."""

    def __init__(self, setup: Any) -> None:
        self.setup = setup
        self.seats = list(setup.seats)
        self.left: list[str] = []
        self.won: set[str] = set()

    def follow(self, events: Iterable[Any]) -> None:
        """Hear what happened, in order."""
        for event in events:
            if event.type in ("left", "team_left") and event.seat not in self.left:
                self.left.append(event.seat)
            elif event.type in ("game_over", "evening_over"):
                self.won = set(event.winners)
            self.hear(event)

    @abstractmethod
    def hear(self, event: Any) -> None:
        """Remember what an event of this game means."""

    @abstractmethod
    def is_better(self, one: str, other: str) -> bool:
        """Whether one of two that have neither won nor left comes before the other."""

    def places(self) -> dict[str, int]:
        """The number of everybody's place."""
        return {seat: 1 + sum(self._beats(other, seat) for other in self.seats) for seat in self.seats}

    def _beats(self, one: str, other: str) -> bool:
        if one == other:
            return False
        if other in self.left:
            stayed = one not in self.left
            return stayed or self.left.index(one) > self.left.index(other)
        if one in self.left or other in self.won:
            return False
        return one in self.won or self.is_better(one, other)


class _Tasse(Counter):
    def __init__(self, setup: Any) -> None:
        super().__init__(setup)
        self.rounds: list[str] = []
        self.last: list[str] = []

    def hear(self, event: Any) -> None:
        if event.type == "round_started":
            self.last = []
        elif event.type == "eliminated":
            self.last.append(event.seat)
        elif event.type == "round_won":
            self.rounds.append(event.seat)
            self.last.append(event.seat)

    def is_better(self, one: str, other: str) -> bool:
        mine, theirs = self.rounds.count(one), self.rounds.count(other)
        return mine > theirs or (mine == theirs and self.last.index(one) > self.last.index(other))


class _Diavolo(Counter):
    def __init__(self, setup: Any) -> None:
        super().__init__(setup)
        self.gems = dict.fromkeys(self.seats, 5)
        self.until: dict[str, int] = {}

    def hear(self, event: Any) -> None:
        if event.type == "settled":
            for fate in event.fates:
                self.gems[fate.seat] += fate.delta
                if not self.gems[fate.seat]:
                    self.until[fate.seat] = event.round

    def is_better(self, one: str, other: str) -> bool:
        return self.until[one] > self.until[other]


class _Debacle(Counter):
    def hear(self, event: Any) -> None:
        assert event.type != "game_over" or len(event.winners) == 1

    def is_better(self, one: str, other: str) -> bool:
        raise AssertionError("of two, one has won")


class _Desfausse(Counter):
    def __init__(self, setup: Any) -> None:
        super().__init__(setup)
        self.tokens: list[str] = []
        self.dice: Mapping[str, int] = {}

    def hear(self, event: Any) -> None:
        if event.type == "round_won":
            self.tokens.extend(event.winners)
            self.dice = {seat: len(dice) for seat, dice in event.held.items()}

    def is_better(self, one: str, other: str) -> bool:
        mine, theirs = self.tokens.count(one), self.tokens.count(other)
        return mine > theirs or (mine == theirs and self.dice[one] < self.dice[other])


class _Defizz(Counter):
    def __init__(self, setup: Any) -> None:
        super().__init__(setup)
        if setup.options.reader == "master":
            del self.seats[0]
        start = 0 if setup.options.enrichment else 1900
        self.chips = dict.fromkeys(self.seats, start)
        self.out: list[str] = []

    def hear(self, event: Any) -> None:
        if event.type == "eliminated":
            assert self.chips[event.seat] == 0
            self.out.append(event.seat)
        elif event.type == "settlement_undone":
            self.chips.update(event.chips)
            self.out = [seat for seat in self.out if seat not in event.returning]
        else:
            for seat, chips in self._paid(event):
                self.chips[seat] += chips

    def _paid(self, event: Any) -> Iterable[tuple[str, int]]:
        """Who got how many chips by this event, or (less than 0) paid them."""
        match event.type:
            case "refused":
                return [(event.seat, -event.paid)]
            case "staked":
                return [(seat, -event.stake) for seat in event.seats]
            case "settled":
                return [(event.winner, event.pot + event.prize)]
            case "stakes_returned":
                return list(event.returned.items())
            case "bank_closed" if event.seat is not None:
                return [(event.seat, event.rest)]
            case "chips_moved":
                return [(event.giver, -event.chips), (event.taker, event.chips)]
        return []

    def is_better(self, one: str, other: str) -> bool:
        if one in self.out and other in self.out:
            return self.out.index(one) > self.out.index(other)
        if (one in self.out) != (other in self.out):
            return other in self.out
        return self.chips[one] > self.chips[other]


class _Soiree(Counter):
    def __init__(self, setup: Any) -> None:
        super().__init__(setup)
        if setup.options.quizmaster in self.seats:
            self.seats.remove(setup.options.quizmaster)
        self.points = dict.fromkeys(self.seats, 0)

    def hear(self, event: Any) -> None:
        if event.type == "standing":
            self.points = dict(zip(event.teams, event.points, strict=True))
        elif event.type == "corrected":  # before the end of a round, too, which tells all points anew
            self.points[event.seat] = max(0, self.points[event.seat] + event.points)

    def is_better(self, one: str, other: str) -> bool:
        return self.points[one] > self.points[other]


class _PlusGrand(Counter):
    def __init__(self, setup: Any) -> None:
        super().__init__(setup)
        self.points = dict.fromkeys(self.seats, 0)

    def hear(self, event: Any) -> None:
        if event.type == "doubted":
            self.points[event.to] += 1
            if self.points[event.to] == self.setup.options.goal:
                self.won = {event.to}
        there = set(self.seats) - set(self.left)
        if len(there) == 1:
            self.won = there

    def is_better(self, one: str, other: str) -> bool:
        return self.points[one] > self.points[other]


COUNTERS: Mapping[str, type[Counter]] = {
    "tasse": _Tasse,
    "diavolo": _Diavolo,
    "debacle": _Debacle,
    "desfausse": _Desfausse,
    "defizz": _Defizz,
    "soiree": _Soiree,
    "plusgrand": _PlusGrand,
}
"""How each game is counted."""
