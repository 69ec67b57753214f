"""Two pieces of a click by themselves: what the bot does before it answers (D1), and pictures."""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import discord
from aiohttp import web
from discord.http import Route

from bench import Row, cpu_ms, ratio
from bench.echo import EchoItem
from bot.tables.model import Manners, Pace
from bot.tables.playing.lobby import Opening
from bot.tables.proof.dice import Seed
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.texts import texts_for
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.ids import parse
from bot.ui.pages.layout import body_of
from bot.ui.pages.page import Sketch
from bot.ui.wire.clock import LoopClock
from bot.ui.wire.studio import put_in_words
from cogs import make_faces
from cogs.debacle.picture import sketch as sketch_board
from cogs.desfausse.picture import sketch as sketch_hand
from cogs.diavolo.picture import sketch as sketch_throw
from db.store import SqliteStore
from engines import GAMES
from playground.actors import Actors
from playground.dispatches import Dispatch
from playground.rules.components import BUTTON, walk
from playground.world import World
from tests.support.asks import ask_of

# -- D1 ----------------------------------------------------------------------------------------------------

ROUNDS = 7
CLICKS = 320
TABLES = 64
AT_ONCE = 32
USER = {"id": "1", "username": "u", "discriminator": "0", "avatar": None}
APPLICATION = {"name": "u", "icon": None, "description": "", "verify_key": "", "flags": 0, "team": None}
ALLOWED = {"owner": USER, "bot_public": True, "bot_require_code_grant": False}
ANSWER = json.dumps(USER | APPLICATION | ALLOWED | {"interaction": {"id": "1", "type": 3}}).encode()
"""Whatever discord.py asks when it logs in or answers a click, it finds this enough."""


class Deferring(discord.Client):
    """Defers every click on a dynamic item, and does nothing else."""

    async def echo(self, interaction: discord.Interaction[Any]) -> None:
        """What the item calls."""
        await interaction.response.defer()
        self.deferred.release()

    async def setup_hook(self) -> None:
        """Hear all buttons."""
        self.deferred = asyncio.Semaphore(0)
        self.add_dynamic_items(EchoItem)


class Theirs:
    """discord.py on its own, and a stub for its HTTP, whose share is counted with it."""

    async def start(self, board: Any) -> None:
        """Serve the stub and log in; in a private message of these components people click."""
        stub = web.Application()
        stub.router.add_route("*", "/{path:.*}", self._answer)
        self._runner = web.AppRunner(stub)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self._base, Route.BASE = Route.BASE, f"http://127.0.0.1:{self._runner.addresses[0][1]}/api/v10"
        self._client = Deferring(intents=discord.Intents(guilds=True))
        await self._client.login("a.b.c")
        self._told: list[Dispatch] = []
        world = World()
        people, anne = Actors(world, self._told.append), world.add_person("Anne").id
        message = world.messages.post(world.open_dm(anne), world.bot, {"flags": 1 << 15, "components": board})
        button = next(each["custom_id"] for _, each in walk(message.components) if each["type"] == BUTTON)
        self._click = partial(people.click, anne, message.id, button)

    async def stop(self) -> None:
        """Log out and stop serving."""
        await self._client.close()
        await self._runner.cleanup()
        Route.BASE = self._base

    async def _answer(self, request: web.Request) -> web.Response:
        await request.read()
        return web.Response(body=ANSWER, headers={"Content-Type": "application/json"})

    async def clicks(self) -> float:
        """Microseconds of processor time a click: a frame is read, dispatched, and deferred."""
        parse_event = self._client._connection.parsers["INTERACTION_CREATE"]
        self._told.clear()
        for _ in range(CLICKS):
            self._click()
        frames = [json.dumps({"op": 0, "t": each.name, "d": each.data}) for each in self._told]
        begun = time.process_time()
        for some in range(0, CLICKS, AT_ONCE):
            for text in frames[some : some + AT_ONCE]:
                parse_event(discord.utils._from_json(text)["d"])
            for _ in range(AT_ONCE):
                await self._client.deferred.acquire()
        return (time.process_time() - begun) / CLICKS * 1e6


class Ours:
    """The runtime over SQLite (each commit on the disk), with many tables in play."""

    def __init__(self, store: SqliteStore) -> None:
        self._tables = Tables(store, GAMES, LoopClock(), Seed.new, Random(1), Tasks())
        self._face = make_faces(EmojiBook())["tasse"]
        self._numbers = count(10**18)

    def _ask(self, user: int, drawn: int | None = None) -> Any:
        return ask_of(user, f"Personne {user}", next(self._numbers), drawn)

    async def start(self, channel: int) -> None:
        """Open a table of four and begin."""
        options = {"threshold": 1000, "announce": "guided"}
        opening = Opening(1, channel, channel, options, Manners(Pace.BRISK))
        table = await self._tables.open(self._ask(1), "tasse", opening)
        for user in (2, 3, 4):
            await self._tables.join(self._ask(user), table.id)
        await self._tables.begin(self._ask(1), table.id)

    async def board(self) -> Any:
        """The components of a board, with words for its picture, which is painted beside the loop."""
        page = self._face.board(await self._tables.sight(1), texts_for("fr"))
        return body_of(put_in_words(page))["components"]

    async def _play(self, table_id: int) -> None:
        """Do what is always possible, found without asking the rules: what is measured is the click."""
        for _ in range(CLICKS // TABLES):
            held = await self._tables._ledger.held(table_id)
            position: Any = held.vault.state.position if held.vault.state else None
            doubtful = position.phase == "turn" and position.announcement is not None
            verb = "say" if position.phase == "rolled" else "doubt" if doubtful else "roll"
            target = parse(f"g:{table_id}:{held.table.turn}:{verb}:")
            assert target is not None
            action = self._face.spec.action(target.verb, target.arg, ("21",) if verb == "say" else ())
            await self._tables.act(self._ask(int(position.current), target.drawn), table_id, action)

    async def clicks(self) -> float:
        """Microseconds of processor time a click: the custom id is read, the rules asked, all committed."""
        begun = time.process_time()
        await asyncio.gather(*map(self._play, range(1, TABLES + 1)))
        return (time.process_time() - begun) / CLICKS * 1e6


async def compare_clicks() -> list[tuple[float, float]]:
    """Microseconds a click, ours and discord.py's, by turns."""
    with tempfile.TemporaryDirectory() as folder:
        store, theirs = await SqliteStore.open(Path(folder) / "bench.db"), Theirs()
        ours = Ours(store)
        await asyncio.gather(*map(ours.start, range(1, TABLES + 1)))
        await theirs.start(await ours.board())
        try:
            return [(await ours.clicks(), await theirs.clicks()) for _ in range(ROUNDS)]
        finally:
            await theirs.stop()
            await store.close()


def d1() -> Iterator[Row]:
    """Yield what the bot itself does for a click, beside what discord.py spends on one that is deferred."""
    found = asyncio.run(compare_clicks())
    ours, theirs = (statistics.median(column) for column in zip(*found, strict=True))
    yield Row("D1", ratio(found), f"{ours:.0f} µs, {theirs:.0f} µs")


# -- pictures ----------------------------------------------------------------------------------------------

SAMPLES = 40
WARM = 200
"""Pictures that are painted before, so that what they are made of is there."""


def sights(game_name: str, seats: int, chance: Random) -> Iterator[tuple[Any, Any]]:
    """At each step of random games, what all see, and what whoever acts sees."""
    game = GAMES[game_name]

    def draws(n: int) -> int:
        return chance.randint(1, n)

    while True:
        state = game.start(game.setup([str(n) for n in range(seats)], {}), draws).state
        while not game.is_over(state) and (awaited := game.to_act(state)):
            seat = chance.choice(awaited)
            yield game.observe(state, None), game.observe(state, seat)
            state = game.act(state, seat, chance.choice(game.legal_actions(state, seat).actions), draws).state


def boards(chance: Random) -> Iterator[Sketch]:
    """The boards of random games."""
    return (sketch_board(seen, texts_for("fr")) for seen, _ in sights("debacle", 2, chance))


def throws(chance: Random) -> Iterator[Sketch]:
    """The throws of random games."""
    thrown = (seen.dice for seen, _ in sights("diavolo", 4, chance) if seen.dice)
    return (sketch_throw(dice, texts_for("fr"), chance.getrandbits(32)) for dice in thrown)


def hands(chance: Random) -> Iterator[Sketch]:
    """The hands of random games, with some dice picked."""
    for _, seen in sights("desfausse", 4, chance):
        if seen.dice:
            picked = [die for die in seen.rerollable if chance.random() < 0.3]
            yield sketch_hand(seen, texts_for("fr"), picked)


def pictures() -> Iterator[Row]:
    """Yield what painting one takes that was not painted before."""
    sorts = {"board of Débâcle": boards, "throw of Diavolo": throws, "hand of DESfausse": hands}
    for name, make in sorts.items():
        fresh: Iterator[Any] = make(Random(5))
        for sketch in islice(fresh, WARM):
            sketch.drawing.paint()
        times = [cpu_ms(sketch.drawing.paint) for sketch in islice(fresh, SAMPLES)]
        yield Row(f"ms a {name}, warm", statistics.median(times))
