"""The challenge of each day: its seed, its tasks, and the attempts at them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.tables.asks import Ask
from bot.tables.daily.model import SLOWEST, Attempt, DailyStore, Given, Line, Promise, day_of, later, month_of
from bot.tables.model import Denied
from bot.tables.proof.dice import Seed
from engines.daily.discipline import AnyDiscipline, draws_of

_KEPT: Final = 64
"""How many days' seeds, and how many days' tasks of a discipline, stay in memory."""


class Challenges:
    """The disciplines, day by day. `new_seed` makes the secret of a day that has none yet.

    A seed is stored before anything that comes from it is shown, its commitment included. Any method may
    raise StoreError.
    """

    def __init__(
        self,
        store: DailyStore,
        disciplines: Mapping[str, AnyDiscipline],
        now: Callable[[], int],
        new_seed: Callable[[], Seed],
    ) -> None:
        self.disciplines = disciplines
        self._store = store
        self._now = now
        self._new_seed = new_seed
        self._promises: dict[str, Promise] = {}
        self._laid: dict[tuple[str, str], Sequence[Any]] = {}

    @property
    def today(self) -> str:
        """The day that it is now."""
        return day_of(self._now())

    async def promised(self) -> Mapping[str, Promise]:
        """What is promised for today and tomorrow, and yesterday's seed if that day had one."""
        today = self.today
        standing = dict(await self._known(later(today, -1), today, later(today, 1)))
        missing = [day for day in (today, later(today, 1)) if day not in standing]
        if missing:
            standing |= await self._store.promise({day: self._new_seed() for day in missing}, self._now())
        self._keep(self._promises, standing)
        return standing

    async def tasks(self, day: str, name: str) -> Sequence[Any]:
        """The tasks of a discipline on a day. Denied "stale" for a day without any, or one to come."""
        if name not in self.disciplines or day > self.today:
            raise Denied("stale")
        if (day, name) not in self._laid:
            if day == self.today:
                await self.promised()
            promise = (await self._known(day)).get(day)
            if promise is None:
                raise Denied("stale")
            laid = self.disciplines[name].lay(draws_of(promise.seed.secret, day, name))
            self._keep(self._laid, {(day, name): laid})
        return self._laid[day, name]

    async def attempt(self, day: str, name: str, user_id: int) -> Attempt | None:
        """Somebody's attempt as it stands, None before it is begun."""
        return await self._store.attempt(day, name, user_id)

    async def attempts(self, user_id: int) -> Mapping[str, Attempt]:
        """Somebody's attempts of today, by discipline."""
        return {one.discipline: one for one in await self._store.attempts(self.today, user_id)}

    async def begin(self, ask: Ask, day: str, name: str, guild_id: int) -> Attempt:
        """Begin somebody's attempt, or find the one they have begun. Denied "daily_over", "stale"."""
        self._check_day(ask, day)
        await self.tasks(day, name)
        begun = Attempt(day, name, ask.user_id, ask.person.name, guild_id, clock=ask.at)
        return await self._store.begin_attempt(begun)

    async def answer(self, ask: Ask, day: str, name: str, step: int, words: str) -> tuple[Attempt, bool]:
        """Take an answer to task number `step` (from 0): the attempt as it stands, and whether it counted.

        It does not count where that task has been answered. Denied "daily_over" once the day is over, "stale"
        for an attempt that was not begun or an answer that there is not.
        """
        self._check_day(ask, day)
        tasks, attempt = await self.tasks(day, name), await self.attempt(day, name, ask.user_id)
        if attempt is None:
            raise Denied("stale")
        if step != len(attempt.given) or step >= len(tasks):
            return attempt, False
        discipline, task = self.disciplines[name], tasks[step]
        try:
            right = discipline.judge(task, words)
        except ValueError:
            raise Denied("stale") from None
        took = min(max(ask.at - attempt.clock, 0), SLOWEST) if right else SLOWEST
        given = Given(words, right, took if discipline.timed else 0, task.key)
        if await self._store.note_given(attempt, given, ask.at):
            return replace(attempt, given=(*attempt.given, given), clock=ask.at), True
        return await self.attempt(day, name, ask.user_id) or attempt, False

    async def board(self, day: str, name: str, guild_id: int) -> Sequence[Line]:
        """The whole attempts that were begun on a server, best first."""
        if name not in self.disciplines:
            raise Denied("stale")
        return await self._store.attempts_on(day, name, guild_id, self.disciplines[name].count)

    async def days_this_month(self, user_id: int) -> int:
        """On how many days of this month somebody has begun something."""
        return await self._store.days_played(user_id, *month_of(self.today))

    def _check_day(self, ask: Ask, day: str) -> None:
        """Raise Denied "daily_over" for a click that was not made on that day."""
        if day_of(ask.at) != day:
            raise Denied("daily_over")

    async def _known(self, *days: str) -> Mapping[str, Promise]:
        unknown = [day for day in days if day not in self._promises]
        if unknown:
            self._keep(self._promises, await self._store.promises(unknown))
        return {day: self._promises[day] for day in days if day in self._promises}

    @staticmethod
    def _keep(kept: dict[Any, Any], more: Mapping[Any, Any]) -> None:
        kept |= more
        while len(kept) > _KEPT:
            del kept[next(iter(kept))]
