"""What is worth telling of a game of Diavolo: how fast, how close, how steady, and from how far back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from engines.core.chronicle import Chronicle, Moment, choose, weigh
from engines.core.events import SeatName
from engines.core.moments import tick_of
from engines.diavolo.events import DiavoloEvent, GameOver, Rolled, Settled
from engines.diavolo.model import Observation
from engines.diavolo.reactions import opened_at, right_ones, took

__all__ = ["find_moments"]

_CLOSE = 500
"""Two grabs that are so many ms apart are no race any more."""
_STEADY = 3
_FEW_GEMS = 2


def find_moments(chronicle: Chronicle[DiavoloEvent, Observation]) -> tuple[Moment, ...]:
    """Return the moments of a game, the best first."""
    rounds = [event for event in chronicle.events() if isinstance(event, Settled)]
    closest = (moment for settled in rounds for moment in _close_grabs(settled))
    return choose((*_fast_grabs(chronicle), *closest, *_series(rounds), *_comeback(chronicle)))


def _fast_grabs(chronicle: Chronicle[DiavoloEvent, Observation]) -> Iterator[Moment]:
    """How fast each right pawn was taken, in rounds that a click opened and whose dice were there at once."""
    opened: int | None = None
    for told in chronicle.steps:
        for event in told.events:
            match event:
                case Rolled():
                    opened = opened_at(event, told.clicked_at, order_first=told.see().order_first)
                case Settled() if opened is not None:
                    for fate in right_ones(event):
                        ms = took(fate, opened)
                        facts = {"ms": ms, "color": event.target, "round": event.round}
                        yield Moment("fastest", (fate.seat,), facts, weigh(90, 30, ms, 1000))


def _close_grabs(settled: Settled) -> Iterator[Moment]:
    """Who was ahead of whom at a pawn of the same colour (D5)."""
    took = sorted((fate for fate in settled.fates if fate.at is not None), key=lambda fate: fate.at or 0)
    for first, second in pairwise(took):
        apart = tick_of(second.at or 0) - tick_of(first.at or 0)
        if first.color == second.color and apart <= _CLOSE:
            facts = {"ms": apart, "color": first.color or "", "round": settled.round}
            yield Moment("closest", (first.seat, second.seat), facts, weigh(80, 35, apart, 100))


def _series(rounds: list[Settled]) -> Iterator[Moment]:
    """How many right pawns somebody took in a row."""
    in_a_row: Counter[SeatName] = Counter()
    for settled in rounds:
        right = {fate.seat for fate in right_ones(settled)}
        for seat in [fate.seat for fate in settled.fates]:
            in_a_row[seat] = in_a_row[seat] + 1 if seat in right else 0
            if in_a_row[seat] >= _STEADY:
                weight = weigh(20, 90, in_a_row[seat], 4)
                yield Moment("series", (seat,), {"times": in_a_row[seat]}, weight)


def _comeback(chronicle: Chronicle[DiavoloEvent, Observation]) -> Iterator[Moment]:
    """How few gems the winner once had, while somebody had more (D8)."""
    winners = [seat for event in chronicle.events() if isinstance(event, GameOver) for seat in event.winners]
    for told in chronicle.steps:
        for event in told.events:
            if not winners or not isinstance(event, Settled):
                continue
            gems = told.see().gems
            for seat in winners:
                if gems[seat] <= _FEW_GEMS and gems[seat] < max(gems.values()):
                    facts = {"gems": gems[seat], "round": event.round}
                    yield Moment("comeback", (seat,), facts, 88 - 20 * gems[seat])
