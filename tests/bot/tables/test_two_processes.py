"""Random evenings through two processes: they leave the same log as through one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeAlias

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.tables.asks import Ask
from bot.tables.errors import Denied
from bot.tables.ports import Entry
from engines.core.errors import Refusal
from tests.support.coin import Flip, Guess
from tests.support.neighbours import Neighbours
from tests.support.tables import ANNE, BOB, House, opening

Step: TypeAlias = tuple[str, int, int, Any]
"""What is done, by whom, through which process, and what more there is to say."""

people, processes = st.integers(1, 4), st.integers(0, 1)
moves = st.tuples(st.sampled_from([Flip(), Guess("heads"), Guess("tails")]), st.integers(0, 1))
steps = st.lists(
    st.one_of(
        st.tuples(st.just("join"), people, processes, st.none()),
        st.tuples(st.just("quit"), people, processes, st.none()),
        st.tuples(st.just("begin"), people, processes, st.none()),
        st.tuples(st.just("act"), people, processes, moves),
        st.tuples(st.just("play"), people, processes, st.sampled_from(["heads", "tails"])),
        st.tuples(st.just("again"), people, processes, st.none()),
        st.tuples(st.just("wait"), people, processes, st.integers(1, 40)),
        st.tuples(st.just("hear"), people, processes, st.none()),
        st.tuples(st.just("swap"), people, processes, st.none()),
        st.tuples(st.just("erase"), people, processes, st.none()),
    ),
    max_size=40,
)


class Evening:
    """One table, played at through `houses` (one, or two that are neighbours)."""

    def __init__(self, houses: tuple[House, ...], street: Neighbours | None) -> None:
        self._houses = houses
        self._street = street
        self._last: tuple[Ask, Any] | None = None
        self.answers: list[str] = []

    async def play(self, script: list[Step]) -> list[Entry]:
        house = self._houses[0]
        self._id = (await house.tables.open(house.ask(ANNE), "coin", opening(goal=2))).id
        await house.tables.join(house.ask(BOB), self._id)
        for what, user, process, more in script:
            through = self._houses[process % len(self._houses)]
            try:
                await getattr(self, f"_{what}")(through, user, more)
                self.answers.append("done")
            except (Denied, Refusal) as refused:
                self.answers.append(refused.reason)
        if self._street is not None:
            await self._street.deliver()
        for each in self._houses:
            each.tables.hold()
        return list(await house.store.log(self._id))

    async def _join(self, house: House, user: int, _: None) -> None:
        await house.tables.join(house.ask(user), self._id)

    async def _quit(self, house: House, user: int, _: None) -> None:
        await house.tables.quit(house.ask(user), self._id)

    async def _begin(self, house: House, user: int, _: None) -> None:
        await house.tables.begin(house.ask(user), self._id)

    async def _act(self, house: House, user: int, more: tuple[Any, int]) -> None:
        action, old = more
        turn = (await house.store.load(self._id)).table.turn - old
        ask = replace(house.ask(user), drawn=turn)
        self._last = (ask, action)
        await house.tables.act(ask, self._id, action)

    async def _play(self, house: House, _user: int, side: str) -> None:
        """Whoever is awaited does what they must, as the store has it."""
        reader = House(house.store, house.clock)
        sight = await reader.tables.sight(self._id)
        if sight.to_act and sight.observation is not None:
            user = await reader.awaited(self._id)
            mine = await reader.tables.sight(self._id, user)
            legal = mine.legal.actions  # type: ignore[union-attr]
            action = Flip() if Flip() in legal else Guess(side)  # type: ignore[arg-type]
            self._last = (house.ask(user, mine.drawn), action)
            await house.tables.act(self._last[0], self._id, action)

    async def _again(self, house: House, _user: int, _: None) -> None:
        """The last move is delivered once more."""
        if self._last is not None:
            await house.tables.act(self._last[0], self._id, self._last[1])

    async def _wait(self, house: House, _user: int, seconds: int) -> None:
        await self._hear(house, 0, None)  # what nobody has heard, no clock rings for
        await house.advance(seconds)

    async def _hear(self, _house: House, _user: int, _: None) -> None:
        if self._street is not None:
            await self._street.deliver()

    async def _swap(self, _house: House, _user: int, _: None) -> None:
        if self._street is not None:
            await self._street.swap()

    async def _erase(self, house: House, user: int, _: None) -> None:
        """Whoever plays at no table, as the store has it, has their data erased."""
        seat = (await house.store.load(self._id)).table.seat_of(user)
        if seat is None or not seat.plays(user):
            with suppress(Denied):
                await house.tables.erase(user, house.store)


async def both_ways(script: list[Step]) -> None:
    alone, street = House(), Neighbours()
    one, two = Evening((alone,), None), Evening(street.houses, street)
    assert await two.play(script) == await one.play(script)
    assert two.answers == one.answers


@settings(max_examples=60, deadline=None)
@example([("quit", 1, 1, None), ("erase", 1, 0, None)])
@given(steps)
def test_two_processes_leave_the_same_log_as_one(script: list[Step]) -> None:
    asyncio.run(both_ways(script))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(people, processes, st.sampled_from([Flip(), Guess("heads")])), max_size=12))
def test_of_all_who_ask_at_once_each_who_is_granted_stands_once(asked: list[tuple[int, int, Any]]) -> None:
    async def play() -> None:
        street = Neighbours()
        table = await street.home.playing(ANNE, BOB)

        async def act(house: House, ask: Ask, action: Any) -> int | None:
            try:
                await house.tables.act(ask, table.id, action)
            except (Denied, Refusal):
                return None
            return ask.click

        turns = (table.turn, table.turn + 1)
        asks = [
            act(street.houses[process], street.home.ask(user, turns[n % 2]), action)
            for n, (user, process, action) in enumerate(asked)
        ]
        granted = [click for click in await asyncio.gather(*asks) if click is not None]
        stands = [entry.interaction_id for entry in await street.store.log(table.id) if entry.kind == "act"]
        assert sorted(stands) == sorted(granted)
        for house in street.houses:
            house.tables.hold()

    asyncio.run(play())
