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

from __future__ import annotations

from engines.core.events import Event
from engines.core.story import Deed, Facts, Sheet, Story, Tally, blank_sheets
from engines.diavolo.events import Displaced, Grabbed, Rolled, Settled
from engines.diavolo.observe import order_first
from engines.diavolo.reactions import opened_at, right_ones, took

__all__ = ["BUCKET", "SLOWEST", "tally"]

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
    sheets = blank_sheets(story.seats, _NAMES)
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
