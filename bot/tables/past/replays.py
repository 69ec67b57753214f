"""Tables that are over, to be looked at again: each is played once, and a few are kept for the next look."""

import asyncio
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, Final

from bot.tables.keeping.retention import forgotten
from bot.tables.looking import Looking
from bot.tables.model import NOT_ENDED, Denied, Held, Scene, Seat, Status, Table, Vault
from bot.tables.pending import NOTHING_PENDING
from bot.tables.proof.dice import TableDraws, prefix
from bot.tables.proof.record import STEPS, Record
from bot.tables.proof.replay import ends_turn, rules_of, story_of
from bot.tables.sight import Sight, see
from bot.tables.tasks import Aside
from engines.core.game import AnyGame
from engines.core.records import AnyState, Event, Refusal, SeatName, events_for
from engines.core.telling import Chronicle, Clock, Deed, Kind, Moment, Story, Told

# A game that is over, step by step: one frame for each decision, with what came of it. Pure.


@dataclass(frozen=True, slots=True)
class ReplayStep:
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


def replay_steps(story: Story, game: AnyGame) -> tuple[ReplayStep, ...]:
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
) -> ReplayStep:
    begun, after = deeds[0], deeds[-1].after
    return ReplayStep(
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


KEPT: Final = 32
"""So many tables are kept: those that were looked at last."""


@dataclass(frozen=True, slots=True)
class Past:
    """A table that is over, and the frames of its game."""

    table: Table
    frames: tuple[ReplayStep, ...]
    game: AnyGame = field(repr=False)
    dice: Callable[[int], TableDraws] = field(repr=False, compare=False)
    """The table's dice as they lay when a deed was done, by its number; for rooms of bot/tables alone."""

    def nearest(self, number: int) -> int:
        """The number (from 0) of a frame that there is."""
        return max(0, min(number, len(self.frames) - 1))

    def ends(self, number: int) -> bool:
        """Whether this is the frame by which the game was over; of one that was stopped, none is."""
        return number == len(self.frames) - 1 and self.game.is_over(self.frames[number].state)

    def sight(self, number: int) -> Sight:
        """The table as the channel saw it after this frame, without any clock."""
        frame = self.frames[number]
        told = self.frames[max(0, number + 1 - self.game.steps_told) : number + 1]
        scenes = tuple(
            Scene(place, one.told(), one.opened_at)
            for place, one in enumerate(told, start=number + 2 - len(told))
        )
        held = Held(self._table_at(number), Vault(b"", frame.state, scenes))
        return see(held, self.game, None, frame.at)

    def sights_before(self, number: int) -> tuple[Sight, ...]:
        """The table as the channel saw it, or could have seen a draft, when each deed of it was done."""
        frame = self.frames[number]
        vaults = (Vault(b"", state) for state in frame.before)
        return tuple(
            see(Held(self._playing_at(state), vault), self.game, None, frame.at)
            for state, vault in zip(frame.before, vaults, strict=True)
        )

    def instead(self, number: int, seat: str, action: Any) -> tuple[Event, ...]:
        """What all would have been told, had this seat done this instead, with the dice as they lay.

        Nothing where it could not have been done.
        """
        frame = self.frames[number]
        try:
            step = self.game.act(frame.before[0], seat, action, self.dice(frame.first))
        except Refusal:
            return ()
        return tuple(events_for(step.events, None))

    def _table_at(self, number: int) -> Table:
        return self.table if self.ends(number) else self._playing_at(self.frames[number].state)

    def _playing_at(self, state: AnyState) -> Table:
        seats = tuple(
            self._seat_at(seat, left=self.game.has_left(state, seat.name)) for seat in self.table.seats
        )
        return replace(
            self.table,
            status=Status.PLAYING,
            seats=seats,
            alarm=None,
            pending=NOTHING_PENDING,
            trouble=None,
            end=NOT_ENDED,
            closes_at=None,
        )

    def _seat_at(self, seat: Seat, *, left: bool) -> Seat:
        return replace(seat, left=left, autopilot=None)


def look_back(table: Table, record: Record, game: AnyGame, setup: Any | None = None) -> Past:
    """Play the record of a closed table again; from this `setup`, if our own store has told it.

    Raises Denied "other_rules" where our rules do not play it as those did by which it was played,
    "never_played" where no game ever began, "no_replay" where it cannot be played again.
    """
    if (record.setup is None and setup is None) or not rules_of(record):
        raise Denied("never_played")
    if not all(map(game.replays, rules_of(record))):
        raise Denied("other_rules")
    story = story_of(record, game, setup)
    if story is None:
        raise Denied("no_replay")
    return Past(table, replay_steps(story, game), game, partial(_dice, record))


def _dice(record: Record, deed: int) -> TableDraws:
    """The dice that the game goes on with when this deed of its story is done."""
    done = -1
    taken = 0
    for line in record.entries:
        done += line.kind in STEPS
        if done == deed:
            break
        taken += len(line.draws)
    return TableDraws(bytes.fromhex(record.seed or ""), prefix(record.table, record.joins()), taken)


class Replays:
    """Looks back on closed tables, beside the loop, one at a time."""

    def __init__(self, tables: Looking, most: int = KEPT) -> None:
        self._tables = tables
        self._most = most
        self._aside = Aside("replays")
        self._making = asyncio.Lock()
        self._kept: OrderedDict[int, Past] = OrderedDict()

    async def past(self, table_id: int) -> Past:
        """A closed table with its frames; who may know of it is for the caller to decide.

        Denied "still_played" while it is not closed, "forgotten" once its log is gone, "unknown_game", and as
        `look_back`.
        """
        table = await self._tables.table(table_id)
        if table.status is not Status.CLOSED:
            raise Denied("still_played")
        past = await self._find(table_id)
        if past is None:
            async with self._making:  # who waits for the same one finds it then
                past = await self._find(table_id) or await self._make(table)
        self._keep(past)
        return past

    async def _find(self, table_id: int) -> Past | None:
        """The table as it was kept; none if it has changed since: words were erased, or its log forgotten.

        The store is asked, for whoever erases or forgets need not be this process.
        """
        past = self._kept.get(table_id)
        newest = None if past is None else await self._tables.version(table_id)
        return None if past is None or past.table.version != newest else past

    async def _make(self, table: Table) -> Past:
        game = self._tables.game(table.game)
        held, record = await self._tables.told(table.id)
        if record is None:
            self._kept.pop(table.id, None)
            raise forgotten(held.table)
        state = held.vault.state
        setup = None if state is None else state.setup
        return await self._aside.run(partial(look_back, held.table, record, game, setup))

    def _keep(self, past: Past) -> None:
        self._kept[past.table.id] = past
        self._kept.move_to_end(past.table.id)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def __len__(self) -> int:
        return len(self._kept)
