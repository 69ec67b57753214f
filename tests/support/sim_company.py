"""People at a table on SimCord, whatever they play: how it opens, its board, its clock."""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, ClassVar, TypeVar

import cogs
from bot.tables.proof.dice import Seed
from bot.ui.frame.face import Face
from db.store import Store
from tests.support.games import GAMES
from tests.support.sim import Channel, Person, World, opened
from tests.support.sim_papers import Paper
from tests.support.store import FreshStore

_DEADLINE = re.compile(r"⏳ .*?<t:(\d+):[Tf]>")


class Company:
    """People at a table, in the world's channel or another one, and the games that the bot has."""

    game: ClassVar[str]
    games: ClassVar[Sequence[type[Face]]] = cogs.GAMES

    def __init__(self, world: World, people: list[Person], channel: Channel) -> None:
        self.world = world
        self.people = people
        self.channel = channel

    @property
    def board(self) -> Paper:
        return self.world.board_in(self.channel)

    @property
    def host(self) -> Person:
        return self.people[0]

    @property
    def deadline(self) -> int:
        """The deadline on the board, in seconds UTC."""
        found = _DEADLINE.search(str(self.board))
        assert found, self.board
        return int(found[1])

    @property
    def seconds_left(self) -> float:
        return self.deadline - self.world.env.now().timestamp()

    async def gathers(self, **options: Any) -> None:
        """The first one opens a table, the others sit down."""
        await self.host.types(f"{self.game} start", self.channel, **options)
        for person in self.people[1:]:
            await person.presses(self.board, "join")

    async def begins(self, **options: Any) -> None:
        await self.gathers(**options)
        await self.host.presses(self.board, "begin")

    async def wakes_up_to(self, **changes: Any) -> None:
        """The process dies, and the next one finds the game where nobody has played it to (in memory)."""
        store = self.world.store
        assert isinstance(store, FreshStore)
        (live,) = await store.live()
        store.rewrite(live.table_id, GAMES[self.game], changes)
        await self.world.restarts()

    def named(self, pattern: str, paper: Paper | None = None) -> Person:
        """The person whose name the board (or another paper) has in this place."""
        found = re.search(pattern, str(paper or self.board))
        assert found, (pattern, paper or self.board)
        return self.world.people[found[1]]


Kind = TypeVar("Kind", bound=Company)


@asynccontextmanager
async def gathered(
    kind: type[Kind],
    *names: str,
    store: Store | None = None,
    new_seed: Callable[[], Seed] | None = None,
    **options: Any,
) -> AsyncIterator[Kind]:
    """People round a table whose game has not begun."""
    async with opened(*names, store=store, new_seed=new_seed, games=kind.games) as world:
        company = kind(world, list(world.people.values()), world.channel)
        await company.gathers(**options)
        yield company


@asynccontextmanager
async def begun(
    kind: type[Kind],
    *names: str,
    store: Store | None = None,
    new_seed: Callable[[], Seed] | None = None,
    **options: Any,
) -> AsyncIterator[Kind]:
    """People who have just begun to play."""
    async with gathered(kind, *names, store=store, new_seed=new_seed, **options) as company:
        await company.host.presses(company.board, "begin")
        yield company
