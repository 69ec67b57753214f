"""A runtime over a file, with a clock of its own, in which people play at random."""

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from random import Random

from bot.tables.asks import Ask
from bot.tables.homes import EVERYTHING
from bot.tables.model import Denied, Status, Table
from bot.tables.ports import TableStore
from bot.tables.proof.dice import Seed
from bot.tables.sight import Sight
from engines.core.clicks import order_of
from engines.core.records import Refusal
from tests.stored.choosing import chosen
from tests.support.asks import ask_of
from tests.support.clock import FakeClock, settled
from tests.support.slots import take_all
from tests.support.tables import House

"""Where Discord's snowflakes begin to count (ms UTC)."""
_MOST_ENDINGS = 200
"""No table outlives so many deadlines and leavers."""


class Room(House):
    """A House where interactions are snowflakes of their moment; `name` decides everything that is random."""

    def __init__(self, store: TableStore, clock: FakeClock, name: str, first_id: int = 0) -> None:
        self.name = name
        self.random = Random(name)
        super().__init__(store, clock, first_id)

    def _seed(self) -> Seed:
        return Seed(sha256(f"{self.name} {next(self._seeds)}".encode()).digest())

    def ask(self, user_id: int, drawn: int | None = None, moderator: bool = False) -> Ask:
        """A wish of this user, made now."""
        number = order_of(self.clock.now()) + next(self._interactions) % 2**22
        return ask_of(user_id, f"nom {user_id}", number, drawn, moderator=moderator)

    async def came_back(self, table_id: int | None = None) -> None:
        """The bot stands again: clocks run, that of this table alone if it is named."""
        await take_all(self.store, self.clock.now())
        for live in await self.tables.come_home(EVERYTHING):
            if table_id not in (None, live.table_id):
                self.tables.deadlines.disarm(live.table_id)

    # -- playing ---------------------------------------------------------------------------------------

    async def fill(self, table_id: int) -> None:
        """Everybody who is missing sits down, and the host begins."""
        table = await self.tables.table(table_id)
        for person in table.people():
            if person.join_id is None and person.user_id is not None:
                await self.tables.join(self.ask(person.user_id), table_id)
        sight = await self.tables.sight(table_id)
        for number in range(max(2, sight.least) - len(table.seats)):
            await self.tables.join(self.ask(900 + number), table_id)
        await self.tables.begin(self.ask(table.host_id or 0), table_id)

    async def play(self, table_id: int, steps: int, until: Callable[[Sight], bool] | None = None) -> bool:
        """Let at most so many things happen; whether the channel then sees what is waited for, or the end."""
        for _ in range(steps):
            sight = await self.tables.sight(table_id)
            if sight.table.status is Status.CLOSED or (until is not None and until(sight)):
                break
            await self.turn(table_id)
        sight = await self.tables.sight(table_id)
        return sight.table.status is Status.CLOSED if until is None else until(sight)

    async def turn(self, table_id: int) -> None:
        """Something happens: mostly somebody acts; a host commands, somebody leaves, or a deadline passes."""
        await self.clock.advance(self.random.randint(200, 4000))
        table = await self.tables.table(table_id)
        if table.status is Status.PAUSED:
            table = await self.resume(table)
        if table.status is Status.CLOSED:
            return
        await self.get_ready(table_id)
        chance = self.random.random()
        if chance < 0.02 and table.alarm is not None:
            await self.pass_deadline(table_id)
        elif chance < 0.025 and len(table.seats) > 3:
            await self.leave(table_id)
        elif chance < 0.03:
            await self.command(table_id)
        elif chance < 0.1 and self.tables.game(table.game).drafts:
            await self.bargain(table_id)
        else:
            await self.act_somebody(table_id)

    async def resume(self, table: Table) -> Table:
        """The host goes on where the table was paused."""
        return await self.tables.resume(self.ask(table.host_id or 0), table.id, table.channel_id)

    async def act_somebody(self, table_id: int) -> None:
        """One of those who are awaited acts; between rounds anybody; else only time is waited for."""
        sights = [sight for sight in await self.sights(table_id) if sight.legal.actions]
        awaited = [sight for sight in sights if sight.seat in sight.to_act]
        if not sights:
            await self.pass_deadline(table_id)
            return
        sight = self.random.choice(awaited or sights)
        user_id = self.somebody(sight.table, sight.seat or "")
        try:
            await self.tables.act(self.ask(user_id, sight.drawn), table_id, chosen(sight, self.random))
        except Refusal:  # what was typed was no answer to what was asked
            action = self.random.choice(sight.legal.actions)
            await self.tables.act(self.ask(user_id, sight.drawn), table_id, action)

    async def bargain(self, table_id: int) -> None:
        """Players take back, give time, offer an end or answer an offer, as far as they may."""
        table = await self.tables.table(table_id)
        user_id = self.somebody(table, self.random.choice([seat.name for seat in table.seats]))
        wishes = [
            self.tables.drafts.undo,
            self.tables.agreements.grant,
            self.tables.agreements.accept,
            self.tables.agreements.decline,
        ]
        with suppress(Denied, Refusal):
            if self.random.random() < 0.3:
                await self.tables.agreements.offer(self.ask(user_id), table_id, "end_round")
            else:
                await self.random.choice(wishes)(self.ask(user_id), table_id)

    async def command(self, table_id: int) -> None:
        """The host commands the rules to do something, where there is anything to command."""
        sight = await self.tables.sight(table_id)
        if sight.commands and sight.table.host_id is not None:
            wish = self.random.choice(sight.commands)
            await self.tables.hosting.command(self.ask(sight.table.host_id), table_id, wish)

    async def leave(self, table_id: int) -> None:
        """Somebody who still plays leaves for good."""
        table = await self.tables.table(table_id)
        seat = self.random.choice([seat for seat in table.seats if not seat.left])
        await self.tables.quit(self.ask(self.somebody(table, seat.name)), table_id)

    # -- time ------------------------------------------------------------------------------------------

    async def get_ready(self, table_id: int) -> None:
        """The message that opens a race gets out, and who must wait until something opens waits."""
        alarm = (await self.tables.table(table_id)).alarm
        if alarm is not None and alarm.unseen:
            await self.clock.advance(300)
            await self.tables.races.show(table_id, alarm.key, self.clock.now())
            alarm = (await self.tables.table(table_id)).alarm
        if alarm is not None and alarm.opened_at > self.clock.now():
            await self.clock.advance(alarm.opened_at - self.clock.now())

    async def pass_deadline(self, table_id: int) -> None:
        """Nobody does anything until the table's clock has rung, if it has one."""
        alarm = (await self.tables.table(table_id)).alarm
        if alarm is not None and alarm.stopped_at is None:
            await self.clock.advance(max(0, alarm.rings_at - self.clock.now()))
            await settled()

    async def wind_up(self, table_id: int) -> Table:
        """Everybody stops playing: deadlines pass or, where no clock runs, people leave, until the end."""
        for _ in range(_MOST_ENDINGS):
            table = await self.tables.table(table_id)
            if table.status is Status.CLOSED:
                return table
            if table.status is Status.PAUSED:
                await self.resume(table)
            elif table.alarm is None:
                await self.leave(table_id)
            else:
                await self.pass_deadline(table_id)
        raise AssertionError(f"table {table_id} does not end")

    # -- looking ---------------------------------------------------------------------------------------

    async def sights(self, table_id: int) -> list[Sight]:
        """What each person who plays sees, in seat order."""
        look = await self.tables.look(table_id)
        users = [person.user_id for person in look.table.people() if person.user_id is not None]
        playing = [user_id for user_id in users if any(seat.plays(user_id) for seat in look.table.seats)]
        return [look.sight_for(user_id) for user_id in playing]

    def somebody(self, table: Table, seat: str) -> int:
        """One of the people of this seat who have not left."""
        people = [person for person in table.seat(seat).people if not person.left and person.user_id]
        return self.random.choice(people).user_id or 0
