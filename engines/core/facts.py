"""What is counted of every seat in every game: how it ended, what was missed, and how long was thought.

| fact | counts |
| --- | --- |
| played | 1 |
| won | 1 where the seat won |
| seats | how many seats played at the table |
| place | the seat's place, from 1 |
| left | 1 where the seat left for good (C4) |
| missed | deadlines that passed and counted against it (C3) |
| decisions | its actions, those of whoever stood in for it included |
| timed | those that ended a decision by a click, so that we know how long it took |
| thinking_ms | how long these took together, in ms, pauses left out |
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from engines.core.events import SeatName
from engines.core.state import AnyState, Deadline, Place
from engines.core.story import Deed, Story, Tally, blank_sheets

__all__ = ["COMMON", "count_decisions", "count_missed", "find_timed", "outcomes", "time_decisions"]

COMMON = ("played", "won", "seats", "place", "left", "missed", "decisions", "timed", "thinking_ms")
"""The names of what is counted in every game."""

_SKEW = 60_000
"""A click that seems so much (ms) older or newer than what came of it tells nothing: some clock is wrong."""


def outcomes(places: Iterable[Place], won: Collection[SeatName], gone: Collection[SeatName]) -> Tally:
    """Return a sheet for each seat that has a place, with how the table ended for it."""
    numbers = {seat: place.number for place in places for seat in place.seats}
    sheets = blank_sheets(numbers, COMMON)
    for seat, sheet in sheets.items():
        sheet["played"], sheet["seats"], sheet["place"] = 1, len(numbers), numbers[seat]
        sheet["won"], sheet["left"] = int(seat in won), int(seat in gone)
    return sheets


def count_missed(sheets: Tally, story: Story, blamed: Callable[[AnyState], Iterable[SeatName]]) -> None:
    """Count the deadlines that passed against each seat."""
    for deed in story.deeds:
        if deed.kind == "expire" and deed.before is not None:
            for seat in blamed(deed.before):
                if seat in sheets:
                    sheets[seat]["missed"] += 1


def count_decisions(sheets: Tally, story: Story) -> None:
    """Count what each seat did."""
    for deed in story.deeds:
        if deed.kind == "act" and deed.seat in sheets:
            sheets[deed.seat]["decisions"] += 1


def time_decisions(
    sheets: Tally,
    story: Story,
    deadline: Callable[[AnyState], Deadline | None],
    to_act: Callable[[AnyState], Collection[SeatName]],
) -> None:
    """Count how long each seat thought."""
    for deed, ms in find_timed(story, deadline, to_act):
        if deed.seat in sheets:
            sheets[deed.seat]["timed"] += 1
            sheets[deed.seat]["thinking_ms"] += ms


def find_timed(
    story: Story,
    deadline: Callable[[AnyState], Deadline | None],
    to_act: Callable[[AnyState], Collection[SeatName]],
) -> Iterator[tuple[Deed, int]]:
    """Yield decisions with how long they took (ms): from when they opened until the click that made them.

    Of a drafted turn, which is one decision, the last action has a click.
    """
    awaited: Deadline | None = None
    opened = 0
    for deed in story.deeds:
        clicked = deed.clicked_at if deed.kind == "act" and awaited is not None else None
        if clicked is not None and deed.before is not None and deed.seat in to_act(deed.before):
            yield deed, max(0, clicked - opened - story.paused(opened, clicked))
        now = deadline(deed.after)
        if now is not None and (awaited is None or now.key != awaited.key):
            opened = _began(deed) + round(now.lead * 1000)
        awaited = now


def _began(deed: Deed) -> int:
    """When everybody could know what came of a deed (ms UTC): a click counts by Discord's own time."""
    clicked = deed.clicked_at
    return deed.at if clicked is None or abs(deed.at - clicked) >= _SKEW else clicked
