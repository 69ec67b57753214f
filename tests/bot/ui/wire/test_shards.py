"""Shards are opened and closed one by one, over the loopback Discord and discord.py as it is."""

import asyncio
import inspect
from collections.abc import AsyncIterator

import discord
import pytest
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from bot.homes.ports import ShardClosed
from bot.ui.wire import shards
from bot.ui.wire.shards import TURN, ShardedBot
from db.errors import StoreError
from playground.server import Server
from playground.world import World
from tests.support.loopback import pointed_at
from tests.support.waiting import NEVER, until

SHARDS = 4


class Bot(ShardedBot):
    """A bot that notes what it hears of its shards, and whose shards need not wait for each other."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=intents,
            guild_ready_timeout=0.05,
            shard_count=SHARDS,
        )
        self.heard: list[tuple[str, int]] = []
        self.clicks: list[int] = []

    async def await_turn(self, shard_id: int) -> None:
        del shard_id

    def dispatch(self, event: str, /, *arguments, **keywords) -> None:
        if event.startswith("shard_"):
            self.heard.append((event.removeprefix("shard_"), arguments[0]))
        super().dispatch(event, *arguments, **keywords)

    async def on_ready(self) -> None:
        raise AssertionError("no count of shards is kept that could be complete")

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.clicks.append(interaction.id)
        await interaction.response.defer()


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    server = Server(World())
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def bot(server: Server) -> AsyncIterator[Bot]:
    async with pointed_at(server), Bot() as bot:
        await bot.login("secret")
        running = asyncio.create_task(bot.connect())
        yield bot
        await bot.close()
        await running


def sockets(server: Server, shard: int) -> int:
    return sum(each.attached and each.shard == shard for each in server.gateway._sessions.values())


def opened(server: Server) -> set[int]:
    """The shards that were ever heard."""
    return {each.shard for each in server.gateway._sessions.values()}


def home(server: Server) -> int:
    return (server.world.guild_id >> 22) % SHARDS


async def test_nothing_is_opened_by_itself(server, bot):
    await bot.gateway.open(2)
    assert opened(server) == {2}
    assert bot.user.id == server.world.bot.id


async def test_an_open_shard_is_ready_and_knows_its_servers(server, bot):
    slot = home(server)
    await bot.gateway.open((slot + 1) % SHARDS)
    assert not bot.guilds
    await bot.gateway.open(slot)
    assert [guild.id for guild in bot.guilds] == [server.world.guild_id]
    assert bot.guilds[0].shard_id == slot
    assert [bot.gateway.hears(each) for each in range(SHARDS)].count(True) == 2
    await bot.gateway.open(slot)
    assert server.connected == 2


async def test_all_shards_are_ready_whatever_the_order(server, bot):
    """discord.py gives up those that are not ready yet when it sees all that it was told of."""
    for _ in range(3):
        await asyncio.gather(*(bot.gateway.open(slot) for slot in (3, 0, 2, 1)))
        assert server.connected == SHARDS
        assert all(map(bot.gateway.hears, range(SHARDS)))
        await asyncio.gather(*(bot.gateway.close(slot) for slot in range(SHARDS)))
        await until(lambda: server.connected == 0)


async def test_a_closed_shard_stays_closed_and_its_servers_are_forgotten(server, bot):
    slot = home(server)
    other = (slot + 1) % SHARDS
    await asyncio.gather(bot.gateway.open(slot), bot.gateway.open(other))
    await bot.gateway.close(slot)
    await bot.gateway.close(slot)
    assert not bot.gateway.hears(slot)
    assert not bot.guilds
    await until(lambda: sockets(server, slot) == 0)
    server.faults.drop_gateway(resumable=False)
    await until(lambda: sockets(server, other) == 1 and bot.gateway.hears(other))
    assert sockets(server, slot) == 0
    assert bot.heard.count(("disconnect", slot)) == 1


async def test_a_shard_is_opened_again(server, bot):
    slot = home(server)
    for _ in range(3):
        await bot.gateway.open(slot)
        assert [guild.id for guild in bot.guilds] == [server.world.guild_id]
        await bot.gateway.close(slot)
    await bot.gateway.open(slot)
    await until(lambda: sockets(server, slot) == 1)
    assert bot.heard.count(("ready", slot)) == 4


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_line_that_breaks_is_connected_again(server, bot, resumable):
    slot = home(server)
    await bot.gateway.open(slot)
    bot.heard.clear()
    server.faults.drop_gateway(resumable=resumable)
    await until(lambda: ("disconnect", slot) in bot.heard)
    again = "resumed" if resumable else "ready"
    await until(lambda: (again, slot) in bot.heard and bot.gateway.hears(slot))
    assert bot.guilds[0].id == server.world.guild_id


@pytest.mark.parametrize("resumable", [True, False])
@pytest.mark.parametrize("again", [True, False], ids=["opened again", "closed"])
async def test_a_shard_that_is_closed_while_it_connects_again(server, bot, resumable, again):
    slot = home(server)
    await bot.gateway.open(slot)
    done = asyncio.Event()

    async def close(shard_id: int) -> None:
        assert not bot.gateway.hears(shard_id)
        bot.remove_listener(close, "on_shard_disconnect")
        await bot.gateway.close(shard_id)
        if again:
            await bot.gateway.open(shard_id)
        done.set()

    bot.add_listener(close, "on_shard_disconnect")
    server.faults.drop_gateway(resumable=resumable)
    await asyncio.wait_for(done.wait(), NEVER)
    for other in {*range(SHARDS)} - {slot}:  # one after the other: another line to ours would be there by now
        await bot.gateway.open(other)
    await until(lambda: sockets(server, slot) == again)
    assert bot.gateway.hears(slot) == again
    assert len(bot.guilds) == again


async def test_a_shard_that_is_given_up_while_it_opens_is_closed(server, bot):
    waiting = asyncio.Event()
    bot.before_identify_hook = lambda shard_id, initial=False: waiting.wait()
    given_up, closed = (asyncio.create_task(bot.gateway.open(slot)) for slot in (1, 2))
    await until(lambda: len(server.gateway._sockets) == 2)
    given_up.cancel()
    await bot.gateway.close(2)
    with pytest.raises(ShardClosed):
        await closed
    with pytest.raises(asyncio.CancelledError):
        await given_up
    waiting.set()
    await until(lambda: not server.gateway._sockets)
    assert not bot.gateway.hears(1)


async def test_a_shard_that_is_wanted_again_at_once_is_opened(server, bot):
    waiting = asyncio.Event()
    bot.before_identify_hook = lambda shard_id, initial=False: waiting.wait()
    first = asyncio.create_task(bot.gateway.open(1))
    await until(lambda: len(server.gateway._sockets) == 1)
    await bot.gateway.close(1)
    with pytest.raises(ShardClosed):
        await first
    again = asyncio.create_task(bot.gateway.open(1))
    await asyncio.sleep(0)
    waiting.set()
    await again
    for other in (0, 2, 3):  # one after the other: a second line would be there by now
        await bot.gateway.open(other)
    assert sockets(server, 1) == 1
    assert bot.gateway.hears(1)


async def test_two_processes_with_the_same_shard_both_hear_all(server, bot):
    slot = home(server)
    channel, person = server.world.add_channel("jeux"), server.world.add_person("Alice")
    button = {"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "a"}]}
    body = {"flags": 1 << 15, "components": [button]}
    message = server.world.messages.post(channel, server.world.bot, body)
    async with Bot() as second:
        await second.login("secret")
        running = asyncio.create_task(second.connect())
        await asyncio.gather(bot.gateway.open(slot), second.gateway.open(slot))
        clicked = await server.click(person.id, message.id, "a")
        await until(lambda: bot.clicks and second.clicks)
        assert bot.clicks == second.clicks == [clicked.id]
        await bot.gateway.close(slot)
        again = await server.click(person.id, message.id, "a")
        await until(lambda: len(second.clicks) == 2)
        assert (await again.wait(20)).error is None
        await second.close()
        await running
    assert bot.clicks == [clicked.id]


async def test_the_bot_closes_while_a_shard_waits_for_its_turn(server):
    async with pointed_at(server), Bot() as bot:
        bot.await_turn = lambda shard_id: asyncio.Event().wait()
        await bot.login("secret")
        running = asyncio.create_task(bot.connect())
        opening = asyncio.create_task(bot.gateway.open(1))
        await until(lambda: bot.gateway.wants(1))
        await bot.close()
        await running
        with pytest.raises(ShardClosed):
            await opening
        assert not server.gateway._sockets


async def test_one_that_nobody_wants_any_more_is_not_tried_again(server, bot):
    await bot.connect_shard(1)
    assert not server.gateway._sockets


async def test_shards_have_their_turns_one_after_the_other_and_the_first_at_once(monkeypatch):
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    bot = ShardedBot(command_prefix="!", intents=discord.Intents.none(), shard_count=3)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    await asyncio.gather(*map(bot.await_turn, range(3)))
    assert waits == pytest.approx([0, TURN, 2 * TURN], abs=TURN / 2)
    assert TURN > 5


async def test_a_shard_connects_when_its_turn_has_come_and_has_one_turn(server, bot):
    """A line that waits is not read: after a minute it is dead, and its turn would be lost, each time."""
    turns: dict[int, asyncio.Event] = {slot: asyncio.Event() for slot in range(SHARDS)}
    asked: list[int] = []

    async def await_turn(shard_id: int) -> None:
        asked.append(shard_id)
        await turns[shard_id].wait()

    bot.await_turn = await_turn
    opening = [asyncio.create_task(bot.gateway.open(slot)) for slot in range(SHARDS)]
    await until(lambda: len(asked) == SHARDS)
    for slot in reversed(range(SHARDS)):
        assert len(server.gateway._sockets) == SHARDS - 1 - slot
        turns[slot].set()
        await opening[slot]
    assert sorted(asked) == list(range(SHARDS))
    server.faults.drop_gateway(resumable=False)
    await until(lambda: bot.heard.count(("ready", 0)) == 2)
    assert asked.count(0) == 2, "who identifies anew waits for another turn"


async def test_a_turn_that_cannot_be_asked_for_is_asked_for_again_before_anything_connects(
    server, bot, monkeypatch
):
    monkeypatch.setattr(shards, "_AGAIN", 0.01)
    failures = [StoreError("unreachable", path="db")] * 3

    async def await_turn(shard_id: int) -> None:
        assert not server.gateway._sockets
        if failures:
            raise failures.pop()

    bot.await_turn = await_turn
    await bot.gateway.open(1)
    assert bot.gateway.hears(1)
    assert not failures


async def test_a_gateway_that_cannot_be_reached_is_tried_until_it_can(server, bot, monkeypatch):
    """However often: each try within the last would end, after an hour, in a stack that is too deep."""
    wait, tries, depths = asyncio.sleep, 0, set()
    there = DiscordWebSocket.DEFAULT_GATEWAY

    async def sleep(seconds: float) -> None:  # discord.py's between two tries
        nonlocal tries
        if seconds == 5.0:
            tries += 1
            depths.add(len(inspect.stack()))
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", there if tries == 4 else nowhere)
        await wait(0)

    nowhere = yarl.URL("ws://127.0.0.1:9/")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", nowhere)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    await bot.gateway.open(1)
    assert tries == 4
    assert bot.gateway.hears(1)
    assert len(depths) == 1


async def test_who_is_given_up_before_its_turn_never_connects(server, bot):
    turn = asyncio.Event()
    bot.await_turn = lambda shard_id: turn.wait()
    opening = asyncio.create_task(bot.gateway.open(1))
    await until(lambda: bot.gateway.wants(1))
    await asyncio.sleep(0)
    await bot.gateway.close(1)
    with pytest.raises(ShardClosed):
        await opening
    turn.set()
    await asyncio.wait(set(bot.gateway._launching.values()))
    assert not server.gateway._sockets
