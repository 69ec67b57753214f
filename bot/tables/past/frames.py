"""A game that is over, step by step: one frame for each decision, with what came of it. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from bot.tables.proof.retelling import ends_turn
from engines.core.chronicle import Chronicle, Moment, Told
from engines.core.events import Event, SeatName, events_for
from engines.core.facts import Clock
from engines.core.game import AnyGame, AnyState
from engines.core.story import Deed, Kind, Story

__all__ = ["Frame", "frames"]


@dataclass(frozen=True, slots=True)
class Frame:
    """A decision and what came of it, secrets included: the game is over.

    `kind` and `seat` are those of the deed (see `Deed`), `actions` is what was done: of a drafted turn all
    actions; of a beginning, a leaver, a deadline or a command none. `events` are those for all audiences.
    `at` (ms UTC) is when it was committed, `opened_at` when the decision had opened that it answers, 0 where
    no clock ran. `moments` are the moments of the game that fall on it. `see` says what everybody knew after
    it. `first` is the number of its first deed in the story.
    """

    kind: Kind
    seat: SeatName | None
    actions: tuple[Any, ...]
    events: tuple[Event, ...] = field(repr=False)
    at: int
    opened_at: int
    moments: tuple[Moment, ...]
    see: Callable[[], Any] = field(repr=False, compare=False)
    first: int
    state: AnyState = field(repr=False, compare=False)
    """Where it led to; for rooms of bot/tables alone."""
    before: tuple[AnyState, ...] = field(repr=False, compare=False)
    """Where each of its deeds was done, but for the beginning; for rooms of bot/tables alone."""

    def told(self) -> tuple[Event, ...]:
        """The events that everybody was told at once."""
        return tuple(events_for(self.events, None))


def frames(story: Story, game: AnyGame) -> tuple[Frame, ...]:
    """Return the frames of a game, its beginning first.

    What the clock or the table did without anything to tell of it belongs to the frame before.
    """
    groups = tuple(_groups(story, game))
    openings = _openings(story, game)
    falls: list[list[Moment]] = [[] for _ in story.deeds]
    for moment, place in _locate_moments(story, game):
        falls[place].append(moment)
    made, first = [], 0
    for group in groups:
        until = first + len(group)
        moments = tuple(moment for found in falls[first:until] for moment in found)
        made.append(_frame(group, game, first, openings[first], moments))
        first = until
    return tuple(made)


def _frame(
    deeds: tuple[Deed, ...], game: AnyGame, first: int, opened_at: int, moments: tuple[Moment, ...]
) -> Frame:
    begun, after = deeds[0], deeds[-1].after
    return Frame(
        begun.kind,
        begun.seat,
        tuple(deed.action for deed in deeds if deed.kind == "act"),
        tuple(event for deed in deeds for event in deed.events),
        deeds[-1].at,
        opened_at,
        moments,
        partial(game.observe, after, None),
        first,
        after,
        tuple(deed.before for deed in deeds if deed.before is not None),
    )


def _groups(story: Story, game: AnyGame) -> Iterator[tuple[Deed, ...]]:
    """The deeds of each frame: those of a drafted turn together, and with a deed what nothing is told of."""
    group: list[Deed] = []
    whole = True
    for deed in story.deeds:
        silent = deed.kind in ("expire", "system") and not deed.events
        if group and whole and not silent:
            yield tuple(group)
            group = []
        group.append(deed)
        whole = silent or ends_turn(game, deed.kind, deed.clicked_at is not None, deed.before, deed.after)
    if group:
        yield tuple(group)


def _openings(story: Story, game: AnyGame) -> list[int]:
    """When the decision had opened that each deed answers (ms UTC); 0 where no clock ran."""
    clock, found = Clock(), []
    for deed in story.deeds:
        found.append(clock.opened if clock.key is not None else 0)
        clock.follow(deed, game.deadline(deed.after))
    return found


def _locate_moments(story: Story, game: AnyGame) -> Iterator[tuple[Moment, int]]:
    """The moments of a game, each with the place of the deed by which it had come.

    A moment that is the best of its kind at the end was so since it came, and nobody knew of it before.
    """
    steps = tuple(
        Told(tuple(events_for(deed.events, None)), partial(game.observe, deed.after, None), deed.clicked_at)
        for deed in story.deeds
    )

    @cache
    def find(until: int) -> tuple[Moment, ...]:
        return game.find_moments(Chronicle(story.seats, steps[:until]))

    for moment in find(len(steps)):
        ends = range(1, len(steps) + 1)
        yield moment, bisect_left(ends, True, key=partial(_knows, find, moment))


def _knows(find: Callable[[int], tuple[Moment, ...]], moment: Moment, until: int) -> bool:
    return moment in find(until)
