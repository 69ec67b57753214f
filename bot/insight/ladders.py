"""The lists that people ask for, kept as far as they were counted: then only what has ended since is read."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from bot.insight.model import BOARD, Finished, InsightStore
from bot.insight.rating import Change, Courses, Standing
from bot.insight.standing import Begins, Board, Kind, Ladder, Window, begins_of

_KEPT = 100
"""Games of servers whose lists are kept; a thousand people and ten thousand tables take about a megabyte."""

T = TypeVar("T")


class Apart(Protocol):
    """Does work beside the event loop, one thing after the other."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Do it, and give what it gives."""


class Asked(NamedTuple):
    """Of which game of which server a list is asked for; `beta` is the game's share of chance."""

    guild_id: int
    game: str
    beta: float


@dataclass(slots=True)
class _Kept:
    """A ladder that has counted what ended at `until` (ms UTC) or before, when the store had this `mark`."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    ladder: Ladder | None = None
    begins: Begins | None = None
    until: int = 0
    mark: Hashable = None


class Ladders:
    """The ladders that were asked for last; `clock` says the present in ms UTC."""

    def __init__(
        self, store: InsightStore, apart: Apart, clock: Callable[[], int], most: int = _KEPT
    ) -> None:
        self._store = store
        self._apart = apart
        self._clock = clock
        self._most = most
        self._by_game: OrderedDict[Asked, _Kept] = OrderedDict()

    async def board(self, asked: Asked, zone: tzinfo, window: Window, kind: Kind) -> Board:
        """The list of a window by the days of a time zone, with all that has ended until now.

        Without those who wish to stand in no list.
        """
        whole = await self._ask(asked, zone, lambda ladder: ladder.board(window, kind))
        hidden = await self._store.declined(BOARD, [line.user_id for line in whole.lines])
        return whole.hide(hidden) if hidden else whole

    async def standing(self, asked: Asked, zone: tzinfo, user_id: int) -> Standing | None:
        """Somebody's rating as it stands now; None where they have none. `zone` is that of `board`."""
        return await self._ask(asked, zone, lambda ladder: ladder.standing(user_id))

    async def courses(self, asked: Asked, zone: tzinfo, window: Window, user_ids: Sequence[int]) -> Courses:
        """The ratings of people of the list of a window over its tables; `zone` is that of `board`."""
        return await self._ask(asked, zone, lambda ladder: ladder.courses(window, user_ids))

    async def changes(self, asked: Asked, zone: tzinfo, table_id: int) -> Mapping[int, Change]:
        """What a table has changed in the ratings, by user id; nothing if it is not rated.

        Without those who wish to stand in no list. `zone` is that of `board`.
        """
        changed = await self._ask(asked, zone, lambda ladder: ladder.changes(table_id))
        hidden = await self._store.declined(BOARD, list(changed))
        return {user_id: change for user_id, change in changed.items() if user_id not in hidden}

    async def path(self, asked: Asked, zone: tzinfo, user_id: int) -> list[int]:
        """What somebody's rating was, from a newcomer's on, after each of their rated tables."""
        return await self._ask(asked, zone, lambda ladder: ladder.path(user_id))

    async def names(self, guild_id: int, user_ids: Iterable[int]) -> Mapping[int, str]:
        """What these people are called, by user id; who has just been erased is left out."""
        return await self._store.names(guild_id, list(user_ids))

    async def _ask(self, asked: Asked, zone: tzinfo, question: Callable[[Ladder], T]) -> T:
        """Ask a ladder that has counted all that has ended until now."""
        kept = self._keep(asked)
        async with kept.lock:
            now = self._clock()
            ladder = await self._catch_up(kept, asked, begins_of(now, zone), now)
            return await self._apart(partial(question, ladder))

    def _keep(self, asked: Asked) -> _Kept:
        kept = self._by_game.setdefault(asked, _Kept())
        self._by_game.move_to_end(asked)
        while len(self._by_game) > self._most:
            self._by_game.popitem(last=False)
        return kept

    async def _catch_up(self, kept: _Kept, asked: Asked, begins: Begins, now: int) -> Ladder:
        """Count what has ended since; everything anew where the past, or a window, is another one.

        Counted is until the end of the last table, not until now: of tables that end together some may come
        to be known later than others, and are not the past then.
        """
        ladder, until = kept.ladder, now
        since: int | None = kept.until + 1
        if ladder is None or kept.begins != begins or kept.mark != await self._mark(asked, kept.until):
            ladder, since = Ladder(asked.beta, begins), None
        else:
            ends = [table.ended_at async for some in self._read(asked, since, now) for table in some]
            if not ends:
                return ladder
            until = ends[-1]
        kept.ladder = None  # whoever is interrupted here leaves nothing half counted
        mark, last = (
            await self._mark(asked, until),
            until,
        )  # before the results: what comes later is seen next
        async for some in self._read(asked, since, until):
            await self._apart(partial(ladder.add, some))
            last = some[-1].ended_at if some else last
        if last < until:
            earlier = await self._mark(asked, last)
            if mark == await self._mark(asked, until):  # nothing has come to be known meanwhile
                until, mark = last, earlier
        kept.ladder, kept.begins, kept.until, kept.mark = ladder, begins, until, mark
        return ladder

    async def _read(self, asked: Asked, since: int | None, until: int) -> AsyncIterator[list[Finished]]:
        """Read what has ended within these times (ms UTC), both included, piece by piece."""
        async for some in self._store.results(asked.guild_id, asked.game, since):
            yield [table for table in some if table.ended_at <= until]

    async def _mark(self, asked: Asked, until: int) -> Hashable:
        return await self._store.results_mark(asked.guild_id, asked.game, until)
