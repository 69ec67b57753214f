"""A house of tables for tests: the runtime over a store and a clock, and people who ask things of it."""

from collections.abc import Awaitable, Mapping
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

import pytest

from bot.tables.asks import Ask, ByComputer
from bot.tables.changing import Wake, wake_nobody
from bot.tables.homes import Homes
from bot.tables.model import Alarm, Denied, Held, Manners, Pace, Status, Table
from bot.tables.playing.lobby import Opening
from bot.tables.ports import TableStore
from bot.tables.proof.dice import Seed
from bot.tables.proof.replay import replay
from bot.tables.proof.verify import Verdict, verify
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from engines import GAMES
from engines.core.clicks import order_of
from engines.core.game import AnyGame
from engines.core.records import Refusal
from players.registry import find_player
from tests.support.asks import ask_of
from tests.support.clock import FakeClock, settled
from tests.support.coin import SIDES, Coin, Flip, Guess
from tests.support.store import FreshStore

ALL_GAMES: Mapping[str, AnyGame] = {"coin": Coin(), **GAMES}
HALL = 20
"""The channel where tests play."""
ANNE, BOB, CHLOE = 1, 2, 3


def opening(
    channel_id: int = HALL, pace: Pace = Pace.BRISK, accessible: bool = False, **options: Any
) -> Opening:
    return Opening(10, channel_id, channel_id, options, Manners(pace, accessible=accessible))


async def denied(wish: Awaitable[object]) -> Denied:
    """Wish for what is refused."""
    with pytest.raises(Denied) as caught:
        await wish
    return caught.value


async def why_denied(wish: Awaitable[object]) -> str:
    """Wish for what is refused; the reason."""
    return (await denied(wish)).reason


async def why_refused(wish: Awaitable[object]) -> str:
    """Wish for what the rules refuse; their reason."""
    with pytest.raises(Refusal) as caught:
        await wish
    return caught.value.code


class House:
    """A runtime that can die and start again over the same store.

    `told` lists the tables that were given to the publisher, `warned` those whose deadline was announced.
    `homes` and `wake` are for one of several processes.
    """

    def __init__(
        self,
        store: TableStore | None = None,
        clock: FakeClock | None = None,
        first_id: int = 1_000,
        homes: Homes | None = None,
        wake: Wake = wake_nobody,
        games: Mapping[str, AnyGame] = ALL_GAMES,
    ) -> None:
        self.games = games
        self.store: Any = FreshStore() if store is None else store
        self._homes, self._wake = homes, wake
        self.clock = clock or FakeClock()
        self.told: list[int] = []
        self.warned: list[int] = []
        self._interactions = count(first_id)
        self._seeds = count(1)
        self.restart()

    def restart(self) -> None:
        """The process dies and a new one stands over the same store; nothing is woken yet."""
        if hasattr(self, "tables"):
            self.tables.deadlines.hold()
        self.tasks = Tasks()
        self.tables = Tables(
            *(self.store, self.games, self.clock, self._seed, Random(1), self.tasks),
            homes=self._homes,
            wake=self._wake,
        )
        self.tables.after_commit.add(lambda done: self.told.append(done.table.id))
        self.tables.on_look.add(self.told.append)
        self.tables.on_reminder.add(self.warned.append)

    def _seed(self) -> Seed:
        return Seed(sha256(str(next(self._seeds)).encode()).digest())

    def ask(self, user_id: int, drawn: int | None = None, moderator: bool = False) -> Ask:
        """A wish of this user, by a new interaction."""
        number = next(self._interactions)
        return ask_of(user_id, f"nom {user_id}", number, drawn, moderator=moderator, threads=True)

    def click(self, user_id: int, table: Table, at: int | None = None) -> Ask:
        """A click of this user on a button of the table as it is, received by Discord at `at` (ms UTC)."""
        moment = self.clock.now() if at is None else at
        number = order_of(moment) + next(self._interactions) % 4096
        drawn = table.turn if self.games[table.game].sequential else table.turn * 10
        return ask_of(user_id, f"nom {user_id}", number, drawn)

    def ask_of_computer(self, seat: str) -> Ask:
        """A wish of the computer at this seat."""
        return Ask(ByComputer(seat), self.clock.now(), order_of(self.clock.now()))

    async def lobby(
        self,
        *users: int,
        game: str = "coin",
        pace: Pace = Pace.BRISK,
        accessible: bool = False,
        **options: Any,
    ) -> Table:
        """A table of a game in the hall, opened by the first of these users and joined by the rest."""
        host, *others = users or (ANNE, BOB)
        wanted = opening(pace=pace, accessible=accessible, **options)
        table = await self.tables.open(self.ask(host), game, wanted)
        for user_id in others:
            table = await self.tables.join(self.ask(user_id), table.id)
        return table

    async def playing(self, *users: int, **wanted: Any) -> Table:
        """A running game of these users, begun by the first; `wanted` as for `lobby`."""
        table = await self.lobby(*users, **wanted)
        return await self.tables.begin(self.ask(table.host_id or 0), table.id)

    async def over(self, *users: int, **wanted: Any) -> Table:
        """A game of coins that these users have played to its end; `wanted` as for `lobby`."""
        return await self.play_out((await self.playing(*users, **{"goal": 1, **wanted})).id)

    async def play_out(self, table_id: int) -> Table:
        """Whoever is awaited acts until the game of coins is over."""
        table = await self.tables.table(table_id)
        while table.status is Status.PLAYING:
            table = await self.act(table_id)
        return table

    async def alarm(self, table_id: int) -> Alarm:
        """The clock that runs at a table."""
        alarm = (await self.tables.table(table_id)).alarm
        assert alarm is not None
        return alarm

    async def kinds(self, table_id: int) -> list[str]:
        """What the log says that was done, in order."""
        return [entry.kind for entry in await self.store.log(table_id)]

    async def proof(self, table_id: int) -> Verdict:
        """What whoever checks the record of a closed table comes to; nothing may be wrong with it."""
        verdict = verify(await self.tables.record(table_id), self.games, find_player)
        assert verdict.ok, verdict.problems
        return verdict

    async def held(self, table_id: int) -> Held:
        """The table with its secrets, as the runtime holds it."""
        return await self.tables._ledger.held(table_id)

    async def replays(self, table_id: int) -> bool:
        """Whether the record of a closed table replays to the position that is kept."""
        played = replay(await self.tables.record(table_id), self.games)
        return played.failure is None and played.steps > 0

    async def awaited(self, table_id: int) -> int:
        """The user whose decision is awaited, the first of a team."""
        (seat,) = (await self.tables.sight(table_id)).to_act
        person = next(one for one in (await self.tables.table(table_id)).seat(seat).people if not one.left)
        assert person.user_id is not None
        return person.user_id

    async def idle(self, table_id: int) -> int:
        """Somebody other than the host who is not awaited, and whom leaving takes nothing from the others."""
        table, awaited = await self.tables.table(table_id), await self.awaited(table_id)
        users = [person.user_id for person in table.people() if person.user_id is not None]
        return next(user for user in users if user not in (awaited, table.host_id))

    async def act(self, table_id: int, side: str = SIDES[0]) -> Table:
        """Whoever is awaited does what they must: flips, or guesses this side."""
        user_id = await self.awaited(table_id)
        sight = await self.tables.sight(table_id, user_id)
        action: Any = Guess(side) if Flip() not in sight.legal.actions else Flip()  # type: ignore[arg-type]
        return await self.tables.act(self.ask(user_id, sight.drawn), table_id, action)

    async def advance(self, seconds: int) -> None:
        """Let time pass, with all that it sets off."""
        await self.clock.advance(seconds * 1000)
        await settled()
