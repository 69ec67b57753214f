"""What each seat did in a game of Diavolo.

| fact | counts |
| --- | --- |
| rounds | rounds that it took part in |
| grabs | pawns grabbed, those included that were lost again (D5) |
| displaced | of those, pawns lost to who had clicked earlier |
| right | rounds that it ended with a pawn of the right colour (D7) |
| wrong | rounds that it ended with another |
| none | rounds that it ended without one |
| grey_right | of the right ones, grey ones |
| right_timed | of the right ones, those of which it is known how long they took (see `reactions`) |
| right_ms | how long these took together, in ms |
| fast_0 | of those that are timed, within 0 to 249 ms |
| fast_250 | of those that are timed, within 250 to 499 ms |
| fast_500 | of those that are timed, within 500 to 749 ms |
| fast_750 | of those that are timed, within 750 to 999 ms |
| fast_1000 | of those that are timed, within 1000 to 1249 ms |
| fast_1250 | of those that are timed, within 1250 to 1499 ms |
| fast_1500 | of those that are timed, within 1500 to 1749 ms |
| fast_1750 | of those that are timed, within 1750 to 1999 ms |
| fast_2000 | of those that are timed, within 2000 to 2249 ms |
| fast_2250 | of those that are timed, within 2250 to 2499 ms |
| fast_2500 | of those that are timed, within 2500 to 2749 ms |
| fast_2750 | of those that are timed, within 2750 to 2999 ms |
| fast_3000 | of those that are timed, within 3000 to 3249 ms |
| fast_3250 | of those that are timed, within 3250 to 3499 ms |
| fast_3500 | of those that are timed, within 3500 to 3749 ms |
| fast_3750 | of those that are timed, within 3750 to 3999 ms |
| fast_4000 | of those that are timed, within 4000 to 4249 ms |
| fast_4250 | of those that are timed, within 4250 to 4499 ms |
| fast_4500 | of those that are timed, within 4500 to 4749 ms |
| fast_4750 | of those that are timed, within 4750 to 4999 ms |
| fast_5000 | 5000 ms and more |
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from engines.core import telling
from engines.core.clicks import moment_of, tick_of
from engines.core.records import Event, GameOver, SeatName
from engines.core.telling import Chronicle, Deed, Facts, Moment, Sheet, Story, Tally
from engines.diavolo.events import DiavoloEvent, Displaced, Grabbed, Rolled, Settled
from engines.diavolo.legal import order_first
from engines.diavolo.model import Fate, Observation

BUCKET = 250
"""So many ms are counted together, so that it can be drawn how reactions spread."""
SLOWEST = 5000
"""From so many ms on, all are."""

_NAMES = (
    *("rounds", "grabs", "displaced", "right", "wrong", "none", "grey_right", "right_timed", "right_ms"),
    *(f"fast_{least}" for least in range(0, SLOWEST + 1, BUCKET)),
)


def tally(story: Story) -> Facts:
    """Return every seat's facts."""
    sheets = telling.blank_sheets(story.seats, _NAMES)
    for event in story.events():
        _count(sheets, event)
    _time_right_ones(sheets, story)
    return sheets


def _count(sheets: Tally, event: Event) -> None:
    """Count grabs and, at the end of a round, what each seat held."""
    match event:
        case Grabbed():
            sheets[event.seat]["grabs"] += 1
        case Displaced():
            sheets[event.seat]["displaced"] += 1
        case Settled(target=target, fates=fates):
            for fate in fates:
                sheet, right = sheets[fate.seat], fate.color == target
                sheet["rounds"] += 1
                sheet["right" if right else "wrong" if fate.color else "none"] += 1
                sheet["grey_right"] += right and target == "grey"


def _time_right_ones(sheets: Tally, story: Story) -> None:
    """Count how long right pawns took, in the rounds where that is known."""
    opened: int | None = None
    for deed in story.deeds:
        for event in deed.events:
            match event:
                case Rolled():
                    opened = opened_at(event, deed.clicked_at, order_first=_shows_order_first(deed))
                case Settled() if opened is not None:
                    for fate in right_ones(event):
                        ms = took(fate, opened)
                        _add_time(sheets[fate.seat], ms - story.paused(opened, opened + ms))


def _shows_order_first(deed: Deed) -> bool:
    return order_first(deed.after.setup, deed.after.position)


def _add_time(sheet: Sheet, ms: int) -> None:
    sheet["right_timed"] += 1
    sheet["right_ms"] += ms
    sheet[f"fast_{min(ms, SLOWEST) // BUCKET * BUCKET}"] += 1


# What is worth telling of a game of Diavolo: how fast, how close, how steady, and from how far back.

_CLOSE = 500
"""Two grabs that are so many ms apart are no race any more."""
_STEADY = 3
_FEW_GEMS = 2


def find_moments(chronicle: Chronicle[DiavoloEvent, Observation]) -> tuple[Moment, ...]:
    """Return the moments of a game, the best first."""
    rounds = [event for event in chronicle.events() if isinstance(event, Settled)]
    closest = (moment for settled in rounds for moment in _close_grabs(settled))
    return telling.choose((*_fast_grabs(chronicle), *closest, *_series(rounds), *_comeback(chronicle)))


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
                        yield Moment("fastest", (fate.seat,), facts, telling.weigh(90, 30, ms, 1000))


def _close_grabs(settled: Settled) -> Iterator[Moment]:
    """Who was ahead of whom at a pawn of the same colour (D5)."""
    took = sorted((fate for fate in settled.fates if fate.at is not None), key=lambda fate: fate.at or 0)
    for first, second in pairwise(took):
        apart = tick_of(second.at or 0) - tick_of(first.at or 0)
        if first.color == second.color and apart <= _CLOSE:
            facts = {"ms": apart, "color": first.color or "", "round": settled.round}
            yield Moment("closest", (first.seat, second.seat), facts, telling.weigh(80, 35, apart, 100))


def _series(rounds: list[Settled]) -> Iterator[Moment]:
    """How many right pawns somebody took in a row."""
    in_a_row: Counter[SeatName] = Counter()
    for settled in rounds:
        right = {fate.seat for fate in right_ones(settled)}
        for seat in [fate.seat for fate in settled.fates]:
            in_a_row[seat] = in_a_row[seat] + 1 if seat in right else 0
            if in_a_row[seat] >= _STEADY:
                weight = telling.weigh(20, 90, in_a_row[seat], 4)
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


# How fast a right pawn was taken, in rounds that a click opened and whose dice were seen at once.


def opened_at(rolled: Rolled, clicked_at: int | None, *, order_first: bool) -> int | None:
    """Return when all dice of a throw were there (ms UTC); None where nobody can say.

    That is where they fell by themselves (D9), and where learners had seen the Order die before (D10).
    """
    return None if rolled.by_itself or order_first else clicked_at


def right_ones(settled: Settled) -> Iterator[Fate]:
    """Yield the fates of those who held a pawn of the right colour (D7)."""
    return (fate for fate in settled.fates if fate.at is not None and fate.color == settled.target)


def took(fate: Fate, opened: int) -> int:
    """Return how long (ms) after the dice were there a pawn was taken."""
    return max(0, moment_of(fate.at or 0) - opened)
