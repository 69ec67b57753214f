"""A whole game as it is told once it is over: what everybody may know of it, and what each seat did in it.

Of every seat in every game is counted:

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

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Generic, Literal, TypeAlias

from engines.core.records import AnyState, Deadline, Event, EventT, ObservationT, Place, SeatName

# A game from its beginning to its end as everybody may know it, and the moments that make it worth telling.
#
# A chronicle holds only what all may know: what was secret for ever stays so in every moment that is found.

Fact: TypeAlias = int | str


@dataclass(frozen=True, slots=True)
class Moment:
    """Something worth telling: its `kind`, the seats in it (its hero first), and the facts by their names.

    The greater its `weight`, the more it is worth telling; weights lie between 0 and 100.
    """

    kind: str
    seats: tuple[SeatName, ...]
    facts: Mapping[str, Fact]
    weight: float


@dataclass(frozen=True, slots=True)
class Told(Generic[EventT, ObservationT]):
    """One step: its events, and when the click was made that led to it (ms UTC; None where none did).

    `see` says what everybody knew after it.
    """

    events: tuple[EventT, ...]
    see: Callable[[], ObservationT] = field(repr=False, compare=False)
    clicked_at: int | None = None


@dataclass(frozen=True, slots=True)
class Chronicle(Generic[EventT, ObservationT]):
    """All steps of a game, in order."""

    seats: tuple[SeatName, ...]
    steps: tuple[Told[EventT, ObservationT], ...]

    def events(self) -> Iterator[EventT]:
        """Yield all events, in order."""
        for told in self.steps:
            yield from told.events


def choose(found: Iterable[Moment]) -> tuple[Moment, ...]:
    """Choose the weightiest moment of each kind (of equal ones the first), the weightiest of all first."""
    best: dict[str, Moment] = {}
    for moment in found:
        known = best.get(moment.kind)
        if known is None or moment.weight > known.weight:
            best[moment.kind] = moment
    return tuple(sorted(best.values(), key=lambda moment: -moment.weight))


def weigh(nothing: float, endless: float, amount: float, half: float) -> float:
    """Return a weight that goes from `nothing` (for 0) towards `endless`; at `half` it is half way there."""
    return nothing + (endless - nothing) * amount / (amount + half)


# A whole game, secrets included, as it is told once it is over, and what each seat did in it.
#
# Nobody learns a story while its game runs. What is counted in it (*facts*) are whole numbers that add up
# over any number of tables.

Kind: TypeAlias = Literal["begin", "act", "leave", "expire", "system"]

Facts: TypeAlias = Mapping[SeatName, Mapping[str, int]]
"""What each seat did: numbers by their names, English nouns in snake_case."""

Sheet: TypeAlias = dict[str, int]
Tally: TypeAlias = dict[SeatName, Sheet]
"""Facts that are still being counted."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One entry of the log that the rules answered: what was done, and what came of it.

    `seat` is None for the beginning, a deadline, a command; `action` is None for all but an "act", `before`
    for the beginning. `events` are those for all audiences. `at` (ms UTC) is when it was committed,
    `clicked_at` when the click was made that led to it; None where none did.
    """

    kind: Kind
    seat: SeatName | None
    action: Any | None
    before: AnyState | None
    after: AnyState
    events: tuple[Event, ...]
    at: int
    clicked_at: int | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """All seats of a game, those that lead it included, and all deeds in order, the beginning first.

    While the table was paused no time passed: `pauses` are the moments (ms UTC) at which its clock stopped
    and went on, in order.
    """

    seats: tuple[SeatName, ...]
    deeds: tuple[Deed, ...]
    pauses: tuple[tuple[int, int], ...] = ()

    def events(self) -> Iterator[Event]:
        """Yield all events, in order."""
        for deed in self.deeds:
            yield from deed.events

    def paused(self, since: int, until: int) -> int:
        """Return for how long (ms) the table stood still between two moments (ms UTC)."""
        return sum(max(0, min(until, ends) - max(since, begins)) for begins, ends in self.pauses)

    def last(self) -> AnyState:
        """Return the state that the game ended in, or was stopped in."""
        return self.deeds[-1].after


def blank_sheets(seats: Iterable[SeatName], names: Iterable[str]) -> Tally:
    """Return a sheet for each seat on which nothing has been counted yet."""
    nothing = dict.fromkeys(names, 0)
    return {seat: dict(nothing) for seat in seats}


# How lucky dice were: what chance gives of something on average, how far that varies, and how far it went.
#
# Both are kept as whole numbers, in millionths, so that they add up over any number of tables.

_MILLION = 1_000_000


def millionths(parts: int, of: int) -> int:
    """Return a fraction in millionths, rounded once: sum up its parts first."""
    return (parts * _MILLION + of // 2) // of


def deviation(got: int, expected_e6: int, variance_e6: int) -> float | None:
    """Return by how many standard deviations more was got than chance gives; None where chance had no say.

    One in twenty is beyond 2 or -2 on honest dice, as long as there are some twenty dice.
    """
    if not variance_e6:
        return None
    return (got - expected_e6 / _MILLION) / sqrt(variance_e6 / _MILLION)


# What is counted of every seat in every game: how it ended, what was missed, and how long was thought.

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
    clock = Clock()
    for deed in story.deeds:
        clicked = _find_click(deed, to_act)
        if clicked is not None and clock.key is not None and deed.seat is not None:
            began = clock.begin_anew(deed.seat, clicked)
            yield deed, max(0, clicked - began - story.paused(began, clicked))
        clock.follow(deed, deadline(deed.after))


@dataclass(slots=True)
class Clock:
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
