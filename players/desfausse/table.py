"""Who holds what, and how near to winning everybody is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engines.core.events import SeatName
from engines.desfausse.hands import MOST_DICE
from engines.desfausse.model import Die, Observation
from players.desfausse.kinds import Kinds, count_kinds
from players.desfausse.worth import weigh

__all__ = ["Table", "read_table"]

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
