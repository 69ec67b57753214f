"""Who holds what, and how near to winning everybody is."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Final

from engines.core.records import SeatName
from engines.desfausse.hands import MOST_DICE
from engines.desfausse.model import Die, Observation
from players.desfausse.rolling import Kinds, Rolling, count_kinds

_TOKEN = 1.5
"""How many times as much it counts to be near where one more round wins the game."""


@dataclass(frozen=True, slots=True)
class Table:
    """The hands of those in play, received dice too, as all may know them; `seat` looks at them."""

    seat: SeatName
    hands: Mapping[SeatName, Kinds]
    tokens: Mapping[SeatName, int]

    @property
    def own(self) -> Kinds:
        """The own hand."""
        return self.hands[self.seat]

    def threat(self, seat: SeatName) -> float:
        """Return how near a seat is to winning."""
        return self._threat(seat, self.hands[seat])

    def chance(self, hands: Mapping[SeatName, Kinds]) -> float:
        """Return how likely the own seat wins, were these the hands."""
        if not hands[self.seat].total:
            return 1.0
        own = weigh(hands[self.seat], len(hands))
        others = sum(self._threat(seat, hand) for seat, hand in hands.items() if seat != self.seat)
        return own / (own + others)

    def after(self, moved: Iterable[tuple[Die, SeatName | None]]) -> dict[SeatName, Kinds]:
        """Return the hands after own dice went to others, or to Hell (None), as does what is too much."""
        hands = dict(self.hands)
        for die, seat in moved:
            one = count_kinds((die,))
            hands[self.seat] = hands[self.seat].minus(one)
            if seat is not None and hands[seat].total < MOST_DICE:
                hands[seat] = hands[seat].plus(one)
        return hands

    def share_out(self, dice: Sequence[Die], receivers: Sequence[SeatName]) -> dict[int, SeatName]:
        """Return who gets which dice if each goes to whoever is nearest to winning by then."""
        hands, given = dict(self.hands), {}
        for die in dice:
            seat = max(receivers, key=lambda other: self._threat(other, hands[other]))
            given[die.id] = seat
            if hands[seat].total < MOST_DICE:
                hands[seat] = hands[seat].plus(count_kinds((die,)))
        return given

    def _threat(self, seat: SeatName, hand: Kinds) -> float:
        more: float = _TOKEN ** self.tokens[seat]
        return weigh(hand, len(self.hands)) * more


def read_table(seen: Observation) -> Table:
    """Return the table as a seat sees it. Raises ValueError for an observation of nobody's."""
    if seen.seat is None:
        raise ValueError("nobody looks")
    hands = {seat: count_kinds(seen.hands[seat]) for seat in seen.in_play}
    return Table(seen.seat, hands, seen.tokens)


# How far a hand is from empty, known by heart, and what that makes of everybody's chances.

TURNS_FILE: Final = Path(__file__).with_name("turns.json")
_HURRY: Final = 0.45
"""How much less likely each further turn makes it to win the round."""

Turns = Mapping[Kinds, float]
"""How many turns it takes on average to be rid of so many dice, by hands."""


@cache
def read_turns(seats: int) -> Turns:
    """Return what a table with so many seats in play makes of each hand.

    A hand is played alone for it, as quickly as possible; whoever is cursed gets a die from each other seat.
    """
    plain = json.loads(TURNS_FILE.read_text(encoding="ascii"))[str(seats)]
    return {
        Kinds(small, big, angel): turns
        for angel, rows in enumerate(plain)
        for big, row in enumerate(rows)
        for small, turns in enumerate(row)
    }


def weigh(hand: Kinds, seats: int) -> float:
    """Return how near a hand is to winning the round: 1 for none, less and less for larger ones."""
    return exp(-_HURRY * read_turns(seats)[hand])


def share(seat: SeatName, weights: Mapping[SeatName, float]) -> float:
    """Return a seat's part of all weights."""
    return weights[seat] / sum(weights.values())


def curse_of(hand: Kinds, seats: int) -> Kinds:
    """Return a hand with what the cursed get: of each other seat a die, big ones and small ones (F8, F9)."""
    got = min(seats - 1, MOST_DICE - hand.total)
    big = (got + 1) // 2
    return hand.plus(Kinds(got - big, big, 0))


@cache
def rolling_by_turns(seats: int) -> Rolling:
    """Return how to roll so that the hand is won soon."""
    return Rolling(lambda hand, cursed: weigh(curse_of(hand, seats) if cursed else hand, seats))


@cache
def rolling_by_dice(seats: int) -> Rolling:
    """Return how to roll so that few dice are left after the turn, whichever."""
    return Rolling(lambda hand, cursed: -float((curse_of(hand, seats) if cursed else hand).total))
