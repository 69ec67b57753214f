"""Random evenings: through one process, which may die, and through two, which leave the same log as one."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeAlias

from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.tables.asks import Ask
from bot.tables.model import Alarm, Denied, Pace, Reach, Status
from bot.tables.ports import Change, Entry, Stored
from bot.tables.proof.record import record_of
from bot.tables.proof.verify import verify
from engines.core.records import Refusal
from tests.support.coin import Flip, Guess
from tests.support.neighbours import Neighbours
from tests.support.store import FreshStore
from tests.support.tables import ALL_GAMES, ANNE, BOB, House, opening

people = st.integers(1, 4)
tables = st.integers(1, 4)
channels = st.sampled_from([20, 21, 22])
actions = st.sampled_from([Flip(), Guess("heads"), Guess("tails")])
options = st.sampled_from(
    [
        *(("goal", 1), ("goal", 0), ("pace", "vif"), ("pace", "détente"), ("pace", 1)),
        *(("teams", True), ("teams", False)),
    ]
)
teams = st.sampled_from([None, "", "1", "2", "3"])


class Watched(FreshStore):
    """Lets no version be left out or written twice."""

    async def commit(self, change: Change) -> Stored:
        version = 0 if change.before is None else change.before.version
        assert change.after.table.version == version + 1
        return await super().commit(change)


class Evening(RuleBasedStateMachine):
    """Everybody asks for anything at any time; only Denied and Refusal may come back."""

    @initialize()
    def arrive(self) -> None:
        self.runner = asyncio.Runner()
        self.house = self.runner.run(_house())
        self.versions: dict[int, int] = {}
        self.last: tuple[Ask, int, Any] | None = None

    def teardown(self) -> None:
        self.runner.run(self._closing_time())
        self.runner.close()

    def ask(self, wish: Awaitable[Any]) -> None:
        async def asked() -> None:
            with suppress(Denied, Refusal):
                await wish

        self.runner.run(asked())

    @rule(user=people, channel=channels, pace=st.sampled_from(Pace), goal=st.integers(0, 2))
    def open(self, user: int, channel: int, pace: Pace, goal: int) -> None:
        ask = self.house.ask(user)
        self.ask(self.house.tables.open(ask, "coin", opening(channel, pace, goal=goal)))

    @rule(user=people, table=tables, team=teams)
    def join(self, user: int, table: int, team: str | None) -> None:
        self.ask(self.house.tables.join(self.house.ask(user), table, team))

    @rule(user=people, table=tables, title=st.sampled_from(["", "Zèbres"]))
    def name_team(self, user: int, table: int, title: str) -> None:
        self.ask(self.house.tables.teams.name(self.house.ask(user), table, title))

    @rule(user=people, table=tables)
    def quit(self, user: int, table: int) -> None:
        self.ask(self.house.tables.quit(self.house.ask(user), table))

    @rule(
        user=people,
        table=tables,
        seat=st.sampled_from("12345"),
        moderator=st.booleans(),
        whom=st.none() | people,
    )
    def remove(self, user: int, table: int, seat: str, moderator: bool, whom: int | None) -> None:
        self.ask(self.house.tables.remove(self.house.ask(user, moderator=moderator), table, seat, whom))

    @rule(user=people, table=tables, option=options)
    def set_option(self, user: int, table: int, option: tuple[str, Any]) -> None:
        self.ask(self.house.tables.set_option(self.house.ask(user), table, *option))

    @rule(user=people, table=tables)
    def begin(self, user: int, table: int) -> None:
        self.ask(self.house.tables.begin(self.house.ask(user), table))

    @rule(user=people, table=tables, action=actions, old=st.integers(0, 2))
    def act(self, user: int, table: int, action: Any, old: int) -> None:
        self.ask(self._act(self.house.ask(user), table, action, old))

    async def _act(self, ask: Ask, table_id: int, action: Any, old: int) -> None:
        turn = (await self.house.tables.table(table_id)).turn
        ask = replace(ask, drawn=turn - old)
        self.last = (ask, table_id, action)
        await self.house.tables.act(ask, table_id, action)

    @rule(table=tables, side=st.sampled_from(["heads", "tails"]))
    def go_on(self, table: int, side: str) -> None:
        self.ask(self._go_on(table, side))

    async def _go_on(self, table_id: int, side: str) -> None:
        if (await self.house.tables.sight(table_id)).to_act:
            await self.house.act(table_id, side)

    @rule()
    def deliver_again(self) -> None:
        if self.last is not None:
            ask, table, action = self.last
            self.ask(self.house.tables.act(ask, table, action))

    @rule(user=people, table=tables)
    def gone(self, user: int, table: int) -> None:
        self.ask(self.house.tables.gone(table, user))

    @rule(user=people, table=tables, reach=st.sampled_from(Reach))
    def note_reach(self, user: int, table: int, reach: Reach) -> None:
        self.ask(self.house.tables.note_reach(table, user, reach))

    @rule(table=tables)
    def pause(self, table: int) -> None:
        self.ask(self.house.tables.pause(table, "channel_gone"))

    @rule(user=people, table=tables, channel=channels)
    def resume(self, user: int, table: int, channel: int) -> None:
        self.ask(self.house.tables.resume(self.house.ask(user), table, channel))

    @rule(user=people, table=tables)
    def stop(self, user: int, table: int) -> None:
        self.ask(self.house.tables.stop(self.house.ask(user), table))

    @rule(user=people, table=tables)
    def rematch(self, user: int, table: int) -> None:
        self.ask(self.house.tables.rematch(self.house.ask(user), table))

    @rule(seconds=st.sampled_from([1, 40, 100, 1_800]))
    def wait(self, seconds: int) -> None:
        self.runner.run(self.house.advance(seconds))

    @rule(away=st.sampled_from([1, 3_600]))
    def restart(self, away: int) -> None:
        since = self.house.clock.now()
        self.house.restart()
        self.house.clock.jump(away * 1000)
        self.runner.run(self.house.tables.came_back(since))

    @invariant()
    def holds(self) -> None:
        self.runner.run(self._holds())

    async def _holds(self) -> None:
        homes = []
        for table_id in range(1, self.house.store.count_tables() + 1):
            stored = await self.house.store.load(table_id)
            table, log = stored.table, await self.house.store.log(table_id)
            assert [entry.seq for entry in log] == list(range(1, stored.last_seq + 1))
            assert table.version >= self.versions.get(table_id, 1)
            assert await self.house.tables.table(table_id) == table
            changed, self.versions[table_id] = table.version != self.versions.get(table_id), table.version
            self._clock_is_right(table.status, table.alarm, table.manners.pace, table_id)
            assert (table.end.seed is not None) is (table.status is Status.CLOSED)
            if changed:
                verdict = verify(record_of(stored, log, ALL_GAMES, revealed=True), ALL_GAMES)
                assert verdict.ok, verdict.problems
            if table.status is not Status.CLOSED:
                homes.append(table.home_id)
        assert len(homes) == len(set(homes))

    def _clock_is_right(self, status: Status, alarm: Alarm | None, pace: Pace, table_id: int) -> None:
        runs = status is Status.LOBBY or (status is Status.PLAYING and pace is not Pace.RELAXED)
        assert (alarm is not None) is runs
        assert (table_id in self.house.tables.deadlines) is runs
        assert alarm is None or alarm.at > self.house.clock.now()

    async def _closing_time(self) -> None:
        for live in await self.house.store.live():
            if live.status is not Status.CLOSED:
                await self.house.tables.stop(self.house.ask(99, moderator=True), live.table_id)
        for table_id in self.versions:
            await self.house.proof(table_id)
        assert not self.house.clock.pending


async def _house() -> House:
    """A game of three that runs, and a lobby in another channel."""
    house = House(Watched())
    await house.playing(1, 2, 3, goal=2)
    lobby = await house.tables.open(house.ask(4), "coin", opening(21))
    await house.tables.join(house.ask(1), lobby.id)
    return house


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)


# -- two processes -----------------------------------------------------------------------------------------


Step: TypeAlias = tuple[str, int, int, Any]
"""What is done, by whom, through which process, and what more there is to say."""

anybody, processes = st.integers(1, 4), st.integers(0, 1)
moves = st.tuples(st.sampled_from([Flip(), Guess("heads"), Guess("tails")]), st.integers(0, 1))
steps = st.lists(
    st.one_of(
        st.tuples(st.just("join"), anybody, processes, st.none()),
        st.tuples(st.just("quit"), anybody, processes, st.none()),
        st.tuples(st.just("begin"), anybody, processes, st.none()),
        st.tuples(st.just("act"), anybody, processes, moves),
        st.tuples(st.just("play"), anybody, processes, st.sampled_from(["heads", "tails"])),
        st.tuples(st.just("again"), anybody, processes, st.none()),
        st.tuples(st.just("wait"), anybody, processes, st.integers(1, 40)),
        st.tuples(st.just("hear"), anybody, processes, st.none()),
        st.tuples(st.just("swap"), anybody, processes, st.none()),
        st.tuples(st.just("erase"), anybody, processes, st.none()),
    ),
    max_size=40,
)


class Quiet:
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
            legal = mine.legal.actions
            action = Flip() if Flip() in legal else Guess(side)
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
    one, two = Quiet((alone,), None), Quiet(street.houses, street)
    assert await two.play(script) == await one.play(script)
    assert two.answers == one.answers


@settings(max_examples=60, deadline=None)
@example([("quit", 1, 1, None), ("erase", 1, 0, None)])
@given(steps)
def test_two_processes_leave_the_same_log_as_one(script: list[Step]) -> None:
    asyncio.run(both_ways(script))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(anybody, processes, st.sampled_from([Flip(), Guess("heads")])), max_size=12))
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
