"""The gateway of the loopback Discord: resumes, lost sessions, several bots or none, ordered deliveries."""

import asyncio

import aiohttp
import discord
import pytest

from playground.interactions import NO_ANSWER
from playground.server import Server
from playground.world import World
from tests.playground.test_server_bot import Table, layout, shown
from tests.playground.test_server_faults import acknowledge
from tests.support.loopback import Client, connected, pointed_at
from tests.support.waiting import NEVER


async def test_without_a_bot_nothing_is_delivered():
    server = Server(World(ack_seconds=0.05))
    channel, person = server.world.add_channel("jeux"), server.world.add_person("Alice")
    await server.start()
    client = Table({"a": acknowledge})
    try:
        async with connected(server, client):
            message = await client.get_channel(channel.id).send(view=layout("avant", "a"))
        assert server.connected == 0
        assert (await (await server.click(person.id, message.id, "a")).wait(20)).error == NO_ANSWER
        fresh = Table({"a": acknowledge})
        async with connected(server, fresh):
            server.world.interactions._ack_seconds = 20
            again = await server.click(person.id, message.id, "a")
            assert (await again.wait(20)).kind == "deferred_update"
        assert len(fresh.heard["interaction"]) == 1
    finally:
        await server.stop()


async def test_a_duplicate_delivery_has_the_same_id_and_its_second_answer_is_40060(place):
    codes, ids = asyncio.Queue(), []

    async def answer(interaction):
        ids.append(interaction.id)
        try:
            await interaction.response.defer()
        except discord.HTTPException as refused:
            codes.put_nowait(refused.code)

    client = Table({"a": answer})
    async with connected(place.server, client):
        message = await shown(place, client, layout("x", "a"))
        place.server.faults.duplicate()
        clicked = await place.server.click(place.bob.id, message.id, "a")
        assert await asyncio.wait_for(codes.get(), NEVER) == 40060
    assert ids == [clicked.id, clicked.id]
    assert clicked.answer.kind == "deferred_update"


async def test_held_clicks_are_released_at_once_in_any_order(place):
    client = Table({"a": acknowledge})
    async with connected(place.server, client):
        message = await shown(place, client, layout("x", "a"))
        place.server.faults.hold()
        first = await place.server.click(place.alice.id, message.id, "a")
        second = await place.server.click(place.bob.id, message.id, "a")
        assert place.server.faults.held == 2
        assert "interaction" not in client.heard
        place.server.faults.release([1, 0])
        await asyncio.gather(first.wait(20), second.wait(20))
    assert first.id < second.id
    assert [heard[0].id for heard in client.heard["interaction"]] == [second.id, first.id]


@pytest.mark.parametrize("abrupt", [False, True])
async def test_a_dropped_socket_is_resumed_and_nothing_is_missed(place, abrupt):
    client = Table({"a": acknowledge})
    async with connected(place.server, client):
        message = await shown(place, client, layout("x", "a"))
        assert place.server.faults.drop_gateway(abrupt=abrupt) == 1
        assert place.server.connected == 0
        clicked = await place.server.click(place.bob.id, message.id, "a")
        assert (await clicked.wait(20)).kind == "deferred_update"
        await client.hears("resumed")
    assert len(client.heard["ready"]) == 1


async def test_a_session_that_cannot_be_resumed_identifies_anew(place):
    client = Client()
    async with connected(place.server, client):
        place.server.faults.drop_gateway(resumable=False)
        await client.hears("ready", 2)
        assert place.server.connected == 1


async def test_a_heartbeats_answer_takes_a_networks_time_and_holds_up_nothing(place):
    async with aiohttp.ClientSession() as session, session.ws_connect(place.server.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 1, "d": None})
        await socket.send_json({"op": 2, "d": {"token": "t", "intents": 0}})
        assert [(await socket.receive_json())["op"] for _ in range(2)] == [0, 11]


async def test_a_wrong_token_is_refused_on_both_ways():
    server = Server(token="right")
    await server.start()
    try:
        async with pointed_at(server):
            with pytest.raises(discord.LoginFailure):
                async with discord.Client(intents=discord.Intents.none()) as client:
                    await client.login("wrong")
            async with aiohttp.ClientSession() as session, session.ws_connect(server.gateway_url) as socket:
                await socket.receive_json()
                await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 1}})
                await socket.receive()
                assert socket.close_code == 4004
    finally:
        await server.stop()


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("dés", 4002),
        ('{"op": 77}', 4002),
        ('{"op": 2, "d": null}', 4002),
        ('{"op": 2, "d": {"token": "t", "intents": "tous"}}', 4002),
        ('{"op": 2, "d": {"token": "t", "shard": [3, 2]}}', 4010),
        ('{"op": 3, "d": {}}', 4003),
    ],
)
async def test_a_gateway_frame_that_makes_no_sense_closes_the_socket(place, frame, code):
    async with aiohttp.ClientSession() as session, session.ws_connect(place.server.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_str(frame)
        await socket.receive()
        assert socket.close_code == code
    assert place.server.connected == 0


async def test_two_bots_hear_the_same_and_a_vanished_one_harms_nobody(place):
    first, second = Client(), Table({"a": acknowledge})
    async with connected(place.server, second):
        async with connected(place.server, first):
            assert place.server.connected == 2
            message = await shown(place, first, layout("x", "a"))
        clicked = await place.server.click(place.bob.id, message.id, "a")
        assert (await clicked.wait(20)).kind == "deferred_update"


async def test_each_shard_hears_of_its_own_servers_and_the_first_of_private_messages(place):
    world = place.server.world
    assert world.guild_id >> 22 & 1
    even, odd = world.add_guild("Paire", 0, 2), world.add_guild("Impaire", 1, 2)
    tavern = world.add_channel("la-taverne", even)
    clients = [Client(shard_id=shard, shard_count=2) for shard in (0, 1)]
    async with connected(place.server, clients[0]), connected(place.server, clients[1]):
        assert [{guild.id for guild in each.guilds} for each in clients] == [{even}, {world.guild_id, odd}]
        assert clients[0].get_guild(even).name == "Paire"
        assert [each.id for each in clients[0].get_guild(even).text_channels] == [tavern.id]
        await place.server.say(place.bob.id, tavern.id, "Bonsoir")
        await place.server.say(place.bob.id, world.open_dm(place.bob.id).id, "Bonsoir, vous")
        await place.server.say(place.bob.id, place.channel.id, "Bonjour")
        await clients[0].hears("message", 2)
        await clients[1].hears("message")
        later = world.add_guild("Tardive", 1, 2)
        assert (await clients[1].hears("guild_join"))[0].id == later
    assert [each[0].guild.id for each in clients[1].heard["message"]] == [world.guild_id]
    assert [each[0].guild and each[0].guild.id for each in clients[0].heard["message"]] == [even, None]
    assert "guild_join" not in clients[0].heard
