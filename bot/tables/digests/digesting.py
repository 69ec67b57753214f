"""Looks back on every game that is over, soon after its end: places, what each seat did, whether it counts.

That is done behind the commit that closes the table, never in it. What a process that dies leaves undone, and
what a new version of looking back asks for anew, is found once slots have come home; what could not be done
for a while, as the store was away, is tried again. Doing a table twice changes nothing, whoever else does it.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog

from bot.insight.luck import SIDES, Rolled
from bot.tables.changing import Changing
from bot.tables.digests.model import A_DAY, FOLD, Digest, DigestStore, Renewed, Undigested
from bot.tables.looking import Looking
from bot.tables.model import Denied, Held, Status, Table
from bot.tables.ports import Clock
from bot.tables.proof.record import Record
from bot.tables.proof.replay import story_of
from bot.tables.rated import why_unrated
from bot.tables.tasks import Aside, Committed, Rounds, Tasks
from engines.core.game import AnyGame
from engines.core.records import AnyState
from engines.core.telling import Facts

_log = structlog.get_logger(__name__)
_FIRST_LOOK: Final = 5_000
_LOOKS: Final = 10 * 60_000
_SOON: Final = 5_000
"""So long (ms) after something was in the way we try again."""
SLICE: Final = 50
"""So many tables are looked back on without a rest."""
_PAUSE, _REST = 0.02, 1.0
"""Seconds between two tables, and between two slices: players come first."""


class Digesting:
    """Looks back on the tables at home; `attend` begins with those that close from now on."""

    def __init__(self, tables: Changing, store: DigestStore, clock: Clock, tasks: Tasks) -> None:
        self._tables = tables
        self._store = store
        self._clock = clock
        self._tasks = tasks
        self._rounds = Rounds(clock, tasks, "digest tables", self.look, first=_LOOKS, every=_LOOKS)
        self._digester = Digester(tables, store)
        self._at_work: set[int] = set()
        self._missed: set[int] = set()
        """Tables where something was in the way, such as a store that was away."""
        self._failed: set[int] = set()
        """Tables at which the rules fail: they would again, until there is another version of them."""
        self._due = False
        """Whether tables may lack it of which nobody has told us."""
        self._looking = False
        self._stopped = False

    def attend(self) -> None:
        """From now on hear of tables that close."""
        self._tables.after_commit.add(self._hear)

    def start(self) -> None:
        """Slots have come home: look in a moment what was left undone there, and then every few minutes."""
        self._due = True
        self._clock.call_at(self._clock.now() + _FIRST_LOOK, self._look_soon)
        self._rounds.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped = True
        self._rounds.stop()

    def _look_soon(self) -> None:
        if not self._stopped:
            self._tasks.spawn(self.look(), "digest tables")

    def _hear(self, done: Committed) -> None:
        if done.table.status is Status.CLOSED and done.table.id not in self._at_work:
            self._tasks.spawn(self._digest(done.table.id), f"digest {done.table.id}")

    async def _digest(self, table_id: int) -> None:
        await self._try(table_id)

    async def look(self) -> None:
        """Look back on what was missed and, once slots have come home, on all tables at home that lack it."""
        if self._looking:
            return
        self._looking = True
        done = 0
        try:
            for table_id in tuple(self._missed):
                self._missed.discard(table_id)
                done += await self._try(table_id, again=True)
            while self._due and not self._stopped:
                done += await self._look_through()
        finally:
            self._looking = False
        if done:
            _log.info("tables looked back on", tables=done)

    async def _look_through(self) -> int:
        """Look back on all tables at home that lack it; how many."""
        done = 0
        self._due = False
        after: int | None = 0
        try:
            while after is not None:
                some, after = await self._store.undigested(after)
                for one in filter(self._is_ours, some):
                    await asyncio.sleep(_REST if done and done % SLICE == 0 else _PAUSE)
                    if self._stopped:
                        return done
                    done += await self._try(one.table_id)
        except Exception:
            self._due = True
            raise
        return done

    async def _show_again(self, table_id: int) -> None:
        """Have its board looked at: it is looked back on, and only the answer of the store was lost."""
        table = await self._tables.table(table_id)
        self._tables.heard(table_id, table.version + 1, table.guild_id)

    def _is_ours(self, one: Undigested) -> bool:
        return self._tables.homes.is_home(one.guild_id) and one.table_id not in self._failed

    async def _try(self, table_id: int, *, again: bool = False) -> bool:
        """Look back on a table, unless that is done or under way; whether it was done now.

        `again`: something was in the way before.
        """
        if table_id in self._at_work:
            return False
        self._at_work.add(table_id)
        try:
            await self._tasks.precedence.let_pass()
            verdict = await self._store.verdict(table_id)
            if verdict is not None and verdict.fold == FOLD:
                if again:
                    await self._show_again(table_id)
                return False
            renewed = await self._digester.digest(table_id, self._clock.now() - A_DAY)
        except CannotLookBack:
            self._failed.add(table_id)
            _log.exception("table not looked back on", table=table_id)
            return False
        except Denied:  # purged meanwhile, with its server
            return False
        except Exception:  # one table must not keep the others from being looked back on
            self._missed.add(table_id)
            _log.exception("table not looked back on, but soon", table=table_id)
            self._clock.call_at(self._clock.now() + _SOON, self._look_soon)
            return False
        finally:
            self._at_work.discard(table_id)
        for one in renewed:
            self._tables.heard(one.table_id, one.version, one.guild_id)
        return True


# Looks back on one table, beside the loop, and has the store keep what that comes to.


class CannotLookBack(Exception):
    """The rules failed as they looked back on a game."""


class Digester:
    """Makes digests of tables that are closed, whoever's home they are at."""

    def __init__(self, tables: Looking, store: DigestStore) -> None:
        self._tables = tables
        self._store = store
        self._aside = Aside("digesting")

    async def digest(self, table_id: int, shown_since: int) -> Sequence[Renewed]:
        """Look back on a table; nothing happens with one that is not closed, or whose game never began.

        Returns the tables whose boards have to say something else now, of those that ended at `shown_since`
        (ms UTC) or later. Denied "no_such_table"; CannotLookBack.
        """
        held, record = await self._tables.told(table_id)
        if held.table.status is not Status.CLOSED or not _has_begun(held):
            return ()
        digest = await self._make(held, record)
        return await self._store.keep_digest(digest, shown_since)

    async def _make(self, held: Held, record: Record | None) -> Digest:
        try:
            game = self._tables.game(held.table.game)
        except Denied:
            game = None
        try:
            return await self._aside.run(partial(make_digest, held, record, game))
        except Exception as error:
            raise CannotLookBack from error


def _has_begun(held: Held) -> bool:
    """Whether a game was ever played at this table: of one whose log is gone only the store knows."""
    vault = held.vault
    forgotten = held.table.end.forgotten_at is not None
    return vault.state is not None or vault.unread is not None or forgotten


# Makes the digest of a table that is closed: from its last state, and from its game played again. Pure.


def make_digest(held: Held, record: Record | None, game: AnyGame | None) -> Digest:
    """Look back on a table that is closed. A long game takes its time: it is played again.

    `record` is its record with all secrets, but for the setup, which is the table's; None once its log is
    gone. Without `game` its rules are unknown.
    Places are those of the game played again: of a game by older rules it knows more than these had kept.
    """
    table, state = held.table, held.vault.state
    told = why_unrated(table, game, state)
    setup = None if state is None else state.setup
    story = None if record is None or game is None else story_of(record, game, setup)
    last = state if story is None else story.last()
    return Digest(
        table.id,
        None if game is None or last is None else _places(table, game, last),
        None if story is None or game is None else _by_ordinal(table, game.facts(story)),
        told or _why_unrated_by_log(table, record),
        told,
        None if record is None else count_dice(record),
    )


def _why_unrated_by_log(table: Table, record: Record | None) -> str | None:
    """What the log alone tells: a computer played for somebody who has come back since."""
    by_computer = {seat.name for seat in table.seats if seat.by_computer}
    lines = () if record is None else record.entries
    stood_in = any(line.kind == "decide" and line.seat not in by_computer for line in lines)
    return "autopilot" if stood_in else None


def _places(table: Table, game: AnyGame, state: AnyState) -> dict[int, int]:
    numbers = _ordinals(table)
    return {
        numbers[seat]: place.number for place in game.places(state) for seat in place.seats if seat in numbers
    }


def _by_ordinal(table: Table, facts: Facts) -> dict[int, Mapping[str, int]]:
    numbers = _ordinals(table)
    return {numbers[seat]: sheet for seat, sheet in facts.items() if seat in numbers}


def _ordinals(table: Table) -> dict[str, int]:
    return {seat.name: ordinal for ordinal, seat in enumerate(table.seats)}


# Counts the dice of a table that is closed, from its log alone: no rules are needed for it. Pure.

_CARDS: Final = "shuffle"
"""The kind of entry whose draws lay cards, and are no dice whatever their number of outcomes."""


def count_dice(record: Record) -> Rolled:
    """How often each face came up at the table, and how many draws had not six outcomes, or laid cards.

    Everybody's dice count, those of computers too: chance is the table's, not theirs.
    """
    faces, others = [0] * SIDES, 0
    for line in record.entries:
        for sides, outcome in line.draws:
            if sides == SIDES and line.kind != _CARDS:
                faces[outcome - 1] += 1
            else:
                others += 1
    return Rolled(tuple(faces), others, 1)


# Has all games that are over looked back on again, for the operator.

_NEVER: Final = 2**62
"""A time (ms UTC) since which no table has ended: no board is drawn anew, as many as there are."""
_BETWEEN_TABLES: Final = 0.005
"""Seconds between two tables: a bot that runs beside this goes first."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was done: so many tables were looked back on, and at so many it could not be done."""

    done: int
    failed: int


async def rebuild_digests(store: DigestStore, digester: Digester) -> Rebuilt:
    """Look back on all tables whose games are over, in small steps; cut short, it goes on where it was.

    What could not be found out again stays as it was.
    """
    after: int | None = 0
    while after is not None:
        _, after = await store.outdate_digests(after)
    done = failed = 0
    after = 0
    while after is not None:
        some, after = await store.undigested(after)
        for one in some:
            await asyncio.sleep(_BETWEEN_TABLES)
            try:
                await digester.digest(one.table_id, _NEVER)
                done += 1
            except Denied:  # purged meanwhile, with its server
                pass
            except CannotLookBack:
                failed += 1
                _log.exception("table not looked back on", table=one.table_id)
    return Rebuilt(done, failed)
