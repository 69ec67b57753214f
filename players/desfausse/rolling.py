"""A turn's rolling as a dynamic programme: which dice to roll again, and what the turn is then worth.

Dice are rolled for one value at a time: those that show it are *hits*, those that may be rolled again are
*others*. Another value may turn out better after the next roll; that is not counted beforehand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import exp
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from engines.core.records import SeatName
from engines.desfausse.hands import MOST_DICE
from engines.desfausse.model import Call, Die, Observation

# How many dice of each kind lie somewhere: all that counts for how long it takes to be rid of them.


class Kinds(NamedTuple):
    """Numbers of dice by kind (F1)."""

    small: int = 0
    big: int = 0
    angel: int = 0

    @property
    def total(self) -> int:
        """How many dice these are."""
        return self.small + self.big + self.angel

    def plus(self, more: Kinds) -> Kinds:
        """Return these dice and others."""
        return Kinds(self.small + more.small, self.big + more.big, self.angel + more.angel)

    def minus(self, less: Kinds) -> Kinds:
        """Return these dice without some of them."""
        return Kinds(self.small - less.small, self.big - less.big, self.angel - less.angel)


def count_kinds(dice: Iterable[Die]) -> Kinds:
    """Return how many dice of each kind these are."""
    kinds = [die.kind for die in dice]
    return Kinds(kinds.count("small"), kinds.count("big"), kinds.count("angel"))


Worth = Callable[[Kinds, bool], float]
"""What it is worth to hold dice at the end of a turn, cursed or not; the more the better."""

_BIG_VALUES: Final = frozenset({3, 4, 5})
"""What big dice show beside devils (F1)."""
_MOST_KNOWN: Final = 20_000
"""So much is remembered at most: some megabytes."""


class Lay(NamedTuple):
    """Dice as they lie: hits, devils and others by kind (there is no devil on the Angel)."""

    hits: Kinds
    devils: Kinds
    others: Kinds


_Lay: TypeAlias = tuple[int, ...]
"""The same nine numbers in one row: hits, devils, others, each small, big, Angel."""
_Rolled: TypeAlias = tuple[int, int, int]
"""How many dice are rolled: small, big, Angel."""
_NO_ROLL: Final = (0, 0, 0)
_Fall: TypeAlias = tuple[tuple[int, float], ...]
"""Where in a lay one die may come to lie, with its chance."""
_SMALL: Final[_Fall] = ((0, 1 / 6), (3, 1 / 6), (6, 4 / 6))
_ANGEL: Final[_Fall] = ((2, 2 / 6), (8, 4 / 6))
_FALLS: Final[Mapping[bool, tuple[_Fall, _Fall, _Fall]]] = {
    True: (_SMALL, ((1, 1 / 6), (4, 3 / 6), (7, 2 / 6)), _ANGEL),
    False: (_SMALL, ((4, 3 / 6), (7, 3 / 6)), _ANGEL),
}
"""How dice of each kind fall, by whether big dice can show the value."""


class Rolling:
    """Rolls for the best end of a turn; what was worked out lately is remembered."""

    def __init__(self, worth: Worth) -> None:
        self._worth = worth
        self._answers: dict[tuple[bool, Lay, int], tuple[float, Kinds]] = {}
        self._plans: dict[tuple[bool, _Lay, int], tuple[float, _Rolled]] = {}
        self._casts: dict[tuple[bool, _Lay, _Rolled, int], float] = {}

    def plan(self, value: Call, lay: Lay, rolls: int) -> tuple[float, Kinds]:
        """Return what dice are worth with so many rolls left, and how many others to roll: none to stop."""
        key = (value in _BIG_VALUES, lay, rolls)
        answer = self._answers.get(key)
        if answer is None:
            self._make_room()
            worth, rolled = self._plan(key[0], (*lay.hits, *lay.devils, *lay.others), rolls)
            answer = self._answers[key] = (worth, Kinds(*rolled))
        return answer

    def _make_room(self) -> None:
        if len(self._casts) + len(self._plans) > _MOST_KNOWN:
            self._casts.clear()
            self._plans.clear()
        if len(self._answers) > _MOST_KNOWN:
            self._answers.clear()

    def _plan(self, shown: bool, lay: _Lay, rolls: int) -> tuple[float, _Rolled]:
        key = (shown, lay, rolls)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._find(shown, lay, rolls)
        return plan

    def _find(self, shown: bool, lay: _Lay, rolls: int) -> tuple[float, _Rolled]:
        best, chosen = self._stop(lay), _NO_ROLL
        if not rolls:
            return best, chosen
        small, big, angel = lay[6:]
        most = big if shown else 0  # they could only become devils
        for rolled in product(range(small + 1), range(most + 1), range(angel + 1)):
            if any(rolled):
                kept = (*lay[:6], small - rolled[0], big - rolled[1], angel - rolled[2])
                expected = self._cast(shown, kept, rolled, rolls - 1)
                if expected > best:
                    best, chosen = expected, rolled
        return best, chosen

    def _cast(self, shown: bool, kept: _Lay, rolled: _Rolled, rolls: int) -> float:
        """Return what dice are worth once some more are rolled, one after the other."""
        if rolled == _NO_ROLL:
            return self._plan(shown, kept, rolls)[0]
        key = (shown, kept, rolled, rolls)
        known = self._casts.get(key)
        if known is None:
            kind = next(kind for kind in range(3) if rolled[kind])
            small, big, angel = rolled
            rest = (small - (kind == 0), big - (kind == 1), angel - (kind == 2))
            known = self._casts[key] = sum(
                chance * self._cast(shown, (*kept[:place], kept[place] + 1, *kept[place + 1 :]), rest, rolls)
                for place, chance in _FALLS[shown][kind]
            )
        return known

    def _stop(self, lay: _Lay) -> float:
        """Return what dice are worth as they lie: each devil keeps one of the hits back (F5)."""
        hits, devils = lay[:3], sum(lay[3:6])
        small, big, angel = (sum(lay[kind::3]) for kind in range(3))
        held = Kinds(small, big, angel)
        if 2 * devils > sum(held):
            return self._worth(held, True)
        leaving = sum(hits) - devils
        if leaving <= 0:
            return self._worth(held, False)
        return max(self._worth(held.minus(out), False) for out in _ways(hits, leaving))


@cache
def _ways(hits: _Lay, leaving: int) -> tuple[Kinds, ...]:
    """Return which of the hits may leave, by kind."""
    ways = product(*(range(many + 1) for many in hits))
    return tuple(Kinds(*way) for way in ways if sum(way) == leaving)


# Who holds what, and how near to winning everybody is.

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
