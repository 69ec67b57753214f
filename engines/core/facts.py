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
| timed | of those, actions by a click while it was awaited, so that we know how long they took |
| thinking_ms | how long these took together, in ms, pauses left out |
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field

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
    """Yield actions with how long they took (ms): since the decision opened, or the seat's last click on it.

    Of a drafted turn, which is one decision, the last action has a click.
    """
    clock = _Clock()
    for deed in story.deeds:
        clicked = _find_click(deed, to_act)
        if clicked is not None and clock.key is not None and deed.seat is not None:
            began = clock.begin_anew(deed.seat, clicked)
            yield deed, max(0, clicked - began - story.paused(began, clicked))
        clock.follow(deed, deadline(deed.after))


@dataclass(slots=True)
class _Clock:
    """The awaited decision, when it opened, and when each seat last clicked on it (ms UTC)."""

    key: str | None = None
    opened: int = 0
    clicks: dict[SeatName, int] = field(default_factory=dict)

    def begin_anew(self, seat: SeatName, clicked: int) -> int:
        """Return from when on a seat has thought; from now on it thinks anew."""
        began = self.clicks.get(seat, self.opened)
        self.clicks[seat] = clicked
        return began

    def follow(self, deed: Deed, deadline: Deadline | None) -> None:
        """Start again where a deed has led to another decision: its click counts by Discord's own time."""
        key = None if deadline is None else deadline.key
        if deadline is not None and key != self.key:
            clicked = deed.clicked_at
            known = deed.at if clicked is None or abs(deed.at - clicked) >= _SKEW else clicked
            self.opened = known + round(deadline.lead * 1000)
            self.clicks.clear()
        self.key = key


def _find_click(deed: Deed, to_act: Callable[[AnyState], Collection[SeatName]]) -> int | None:
    """Return when somebody who was awaited clicked to act (ms UTC)."""
    if deed.kind != "act" or deed.before is None or deed.seat not in to_act(deed.before):
        return None
    return deed.clicked_at
