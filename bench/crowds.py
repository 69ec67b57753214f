"""People at many tables of a bot that is measured: they press what they see, fast or at their own pace."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from bench.bots import Watched
from playground.errors import ActorError
from playground.interactions import Answer, Interaction
from playground.world import ACK_SECONDS
from tests.support.wire import PATIENCE
from tests.support.wire_debacle import Floes
from tests.support.wire_defizz import Quiz
from tests.support.wire_desfausse import Brood
from tests.support.wire_diavolo import Devils
from tests.support.wire_players import Company, Gathering
from tests.support.wire_reading import Piece

__all__ = ["KINDS", "SEATS", "Crowd", "Wait"]

KINDS: Mapping[str, type[Gathering]] = MappingProxyType(
    {kind.game: kind for kind in (Company, Devils, Floes, Brood, Quiz)}
)
"""The people of each game: they know its moves."""
SEATS = 3
_TWO = frozenset({"debacle"})
"""Games for two."""
_OPTIONS: Mapping[str, Mapping[str, object]] = {"defizz": {"lecteur": "bot"}}
BLINK = 0.02
"""Seconds until somebody looks again where nothing could be pressed."""


class Wait(NamedTuple):
    """How long a click waited for its answer: the server of its table, and seconds."""

    guild_id: int
    seconds: float


class Crowd:
    """The people at all tables of one bot, in all its servers; `chance` decides what they press.

    At each table sit so many people (two at most where a game is for two) and so many computers. `waits` has
    every click since somebody cleared it.
    """

    def __init__(self, bot: Watched, seed: int = 11, people: int = SEATS, computers: int = 0) -> None:
        self.bot = bot
        self._people = people
        self._computers = computers
        self._chance = random.Random(seed)
        self._tables: dict[str, list[Gathering]] = {name: [] for name in KINDS}
        self._busy: set[Gathering] = set()
        self._opened = 0
        self.waits: list[Wait] = []

    async def fill(self, games: Iterator[str] | tuple[str, ...], tables: int, at_once: int = 8) -> None:
        """See to it that so many tables of each game are in play; those that have ended are left."""
        turnstile = asyncio.Semaphore(at_once)
        for game in games:
            live = [table for table in self._tables[game] if not table.over]
            new = [self._gather(game) for _ in range(tables - len(live))]
            await asyncio.gather(*(self._begin(table, turnstile) for table in new))
            self._tables[game] = live + new

    def _gather(self, game: str) -> Gathering:
        self._opened += 1
        play, number = self.bot.play, self._opened
        seats = min(2, self._people) if game in _TWO else self._people
        people = play.people(*(f"P{number}{letter}" for letter in "ABCD"[:seats]))
        channel = play.world.add_channel(f"table-{number}", play.guilds[number % len(play.guilds)])
        return KINDS[game](play, channel, people, random.Random(self._chance.random()))

    async def _begin(self, table: Gathering, turnstile: asyncio.Semaphore) -> None:
        options = {"rythme": "détente", **_OPTIONS.get(table.game, {})}
        if self._computers:
            options["adversaires"] = self._computers
        async with turnstile:
            await self.bot.play.type(table.host, table.channel, f"{table.game} start", **options)
            await self.bot.play.until(lambda: table.has_board, "a board")
            for person in table.people[1:]:
                await table.press(person, "join")
            await table.reached()
            await table.press(table.host, "begin")

    async def press(self, games: tuple[str, ...], clicks: int, at_once: int) -> None:
        """So many clicks at tables of these games, as fast as so many people can."""
        left = iter(range(clicks))

        async def somebody() -> None:
            for _ in left:
                while not await self._click(self._pick(games)):  # noqa: ASYNC110 - nobody can press yet
                    await asyncio.sleep(BLINK)

        await asyncio.gather(*(somebody() for _ in range(at_once)))

    async def stroll(self, games: tuple[str, ...], tables: int, seconds: float, pause: float) -> None:
        """For so long, at each of so many tables a decision every `pause` seconds."""
        each = tables // len(games)
        chosen = [table for game in games for table in self._tables[game][:each]]
        self.bot.limit(True)
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds

        async def one(table: Gathering) -> None:
            await asyncio.sleep(self._chance.random() * pause)
            while loop.time() < end:
                next_at = loop.time() + pause
                await self._click(table)
                await asyncio.sleep(max(0.0, next_at - loop.time()))

        await asyncio.gather(*(one(table) for table in chosen))
        self.bot.limit(False)

    def _pick(self, games: tuple[str, ...]) -> Gathering:
        return self._chance.choice(self._tables[self._chance.choice(games)])

    async def _click(self, table: Gathering) -> bool:
        """Somebody at a table does something; False where nobody can, or somebody is doing so."""
        offers = [] if table in self._busy else table.offers()
        if not offers:
            return False
        self._busy.add(table)
        try:
            person, message, moves = self._chance.choice(offers)
            chosen, value = table.decide(self._rather_act(table, moves))
            asked = await self.bot.play.touch(person, message, chosen, value)
            answer = await self._answer(table, asked)
            if answer.kind == "modal":
                asked = await table.fill_in(asked)
                answer = await self._answer(table, asked)
            table.note(asked, answer)
        except ActorError:  # the message went while they were looking
            return False
        finally:
            self._busy.discard(table)
        return True

    def _rather_act(self, table: Gathering, moves: list[Piece]) -> list[Piece]:
        """Every other time nothing that only opens a page: pure chance would open pages most of the time."""
        acts = [each for each in moves if each.verb in table.moves]
        return acts if acts and self._chance.random() < 0.5 else moves

    async def _answer(self, table: Gathering, asked: Interaction) -> Answer:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        answer = await asked.wait(PATIENCE * 2)
        wait = Wait(table.channel.guild_id or 0, loop.time() - begun)
        self.waits.append(wait)
        self.bot.sums.clicks += 1
        self.bot.sums.late += answer.error is not None or wait.seconds > ACK_SECONDS
        return answer
