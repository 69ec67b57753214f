"""What can go wrong between Discord and a bot goes wrong here as it does there, and on request."""

import asyncio
from datetime import timedelta

import aiohttp
import discord
import pytest
from discord import ui

from playground.errors import ActorError
from playground.faults import lognormal, uniform
from playground.interactions import NO_ANSWER
from playground.limits import Rate
from playground.server import Server
from playground.snowflakes import utc_now
from playground.world import World
from tests.playground.test_server_bot import Table, layout, shown
from tests.support.loopback import Client, connected
from tests.support.waiting import NEVER


async def acknowledge(interaction):
    await interaction.response.defer()


async def test_a_429_is_waited_out_and_the_message_posted_once(place):
    client = Client()
    async with connected(place.server, client):
        fault = place.server.faults.fail("POST", r"/messages$", status=429, retry_after=0.01)
        await client.get_channel(place.channel.id).send("une fois")
    assert fault.served == 1
    assert len(place.channel.messages) == 1
    assert [each.status for each in place.server.requests if each.path.endswith("/messages")] == [429, 200]


async def test_a_429_without_via_is_an_error_for_discord_py(place):
    client = Client()
    async with connected(place.server, client):
        place.server.faults.fail("POST", r"/messages$", status=429, via=False)
        with pytest.raises(discord.HTTPException) as refused:
            await client.get_channel(place.channel.id).send("jamais")
    assert refused.value.status == 429
    assert not place.channel.messages


async def test_a_500_after_the_fact_posts_twice_unless_a_nonce_is_enforced(place):
    url = f"{place.server.api_url}/channels/{place.channel.id}/messages"
    ids = []
    async with aiohttp.ClientSession(headers={"Authorization": "Bot secret"}) as session:
        for extra in ({}, {"nonce": "n1", "enforce_nonce": True}):
            place.server.faults.fail("POST", r"/messages$", status=500, when="after")
            async with session.post(url, json={"content": "encore"} | extra) as response:
                assert response.status == 500
            async with session.post(url, json={"content": "encore"} | extra) as response:
                ids.append((await response.json())["id"])
    assert len(place.channel.messages) == 3
    assert ids == [str(list(place.channel.messages)[index]) for index in (1, 2)]


async def test_a_cut_connection_reaches_the_bot_as_one(place):
    client = Client()
    async with connected(place.server, client):
        place.server.faults.fail("POST", r"/messages$", cut=True)
        with pytest.raises(aiohttp.ClientError):
            await client.get_channel(place.channel.id).send("perdu")
        await client.get_channel(place.channel.id).send("arrivé")
    assert [message.content for message in place.channel.messages.values()] == ["arrivé"]


async def test_the_limits_are_told_in_headers_and_kept(place):
    place.server.limits.rates["send"] = Rate(2, 0.3)
    headers = {"Authorization": "Bot secret"}
    url = f"{place.server.api_url}/channels/{place.channel.id}/messages"
    async with aiohttp.ClientSession(headers=headers) as session:
        told = []
        for text in "abc":
            async with session.post(url, json={"content": text}) as response:
                told.append((response.status, response.headers["X-RateLimit-Remaining"]))
                body = await response.json()
        assert told == [(200, "1"), (200, "0"), (429, "0")]
        assert response.headers["Via"]
        assert body["global"] is False
        assert 0 < body["retry_after"] <= 0.3
        place.server.limits.rates["global"] = Rate(0, 5.0)
        async with session.get(f"{place.server.api_url}/users/@me") as response:
            body = await response.json()
        assert (response.status, body["global"], response.headers["X-RateLimit-Global"]) == (
            429,
            True,
            "true",
        )


async def test_old_messages_are_edited_under_a_tighter_limit():
    offset = timedelta()
    server = Server(World(lambda: utc_now() + offset))
    channel = server.world.add_channel("jeux")
    server.limits.rates["old_edit"] = Rate(1, 60.0)
    await server.start()
    client = Client(max_ratelimit_timeout=30)
    try:
        async with connected(server, client):
            message = await client.get_channel(channel.id).send("neuf")
            await message.edit(content="un")
            await message.edit(content="deux")
            offset = timedelta(hours=1, minutes=1)
            await message.edit(content="trois")
            with pytest.raises(discord.RateLimited):
                await message.edit(content="quatre")
    finally:
        await server.stop()
    assert server.world.messages.find(message.id).content == "trois"


async def test_who_answers_too_late_meets_10062_and_the_person_is_told():
    server = Server(World(ack_seconds=0.05))
    channel, person = server.world.add_channel("jeux"), server.world.add_person("Alice")
    await server.start()
    errors = asyncio.Queue()

    async def late(interaction):
        await clicked_wait.wait()
        with pytest.raises(discord.NotFound) as refused:
            await interaction.response.defer()
        errors.put_nowait(refused.value.code)

    clicked_wait = asyncio.Event()
    client = Table({"a": late})
    try:
        async with connected(server, client):
            message = await client.get_channel(channel.id).send(view=layout("lent", "a"))
            clicked = await server.click(person.id, message.id, "a")
            answer = await clicked.wait(20)
            (failed,) = server.world.list_visible(person.id)["interactions"]
            clicked_wait.set()
            assert await asyncio.wait_for(errors.get(), NEVER) == 10062
    finally:
        await server.stop()
    assert (answer.kind, answer.error) == ("none", NO_ANSWER)
    assert (failed["state"], failed["error"]) == ("failed", NO_ANSWER)


async def test_a_follow_up_after_the_token_has_expired_is_refused():
    server = Server(World(token_seconds=-1.0))
    channel, person = server.world.add_channel("jeux"), server.world.add_person("Alice")
    await server.start()
    codes = asyncio.Queue()

    async def answer(interaction):
        await interaction.response.defer()
        with pytest.raises(discord.HTTPException) as refused:
            await interaction.followup.send("trop tard")
        codes.put_nowait(refused.value.code)

    client = Table({"a": answer})
    try:
        async with connected(server, client):
            message = await client.get_channel(channel.id).send(view=layout("x", "a"))
            await server.click(person.id, message.id, "a")
            assert await asyncio.wait_for(codes.get(), NEVER) == 50027
    finally:
        await server.stop()


async def test_edits_by_a_token_have_limits_of_their_own_and_none_of_the_bot_s(place):
    place.server.limits.rates["global"] = Rate(1, 600.0)
    place.server.limits.rates["webhook"] = Rate(3, 600.0)
    body = {"components": [{"type": 10, "content": "neuf"}], "flags": 1 << 15}
    headers = {"Authorization": "Bot secret"}
    async with aiohttp.ClientSession(place.server.api_url + "/", headers=headers) as session:

        async def ask(method, path, sent):
            async with session.request(method, path, json=sent) as response:
                return response.status

        row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "a"}]}
        own = f"channels/{place.channel.id}/messages"
        assert await ask("POST", own, body | {"components": [row]}) == 200
        (message,) = place.channel.messages.values()
        statuses = []
        for person in (place.alice, place.bob):
            clicked = await place.server.click(person.id, message.id, "a")
            original = f"webhooks/{place.server.world.application_id}/{clicked.token}/messages/@original"
            assert await ask("PATCH", original, body) == 404  # until the click is answered
            answered = await ask("POST", f"interactions/{clicked.id}/{clicked.token}/callback", {"type": 6})
            assert answered == 204
            statuses.append([await ask("PATCH", original, body | {"components": [row]}) for _ in range(2)])
        assert statuses == [[200, 200], [200, 200]]
        assert await ask("PATCH", original, body) == 429
        assert await ask("PATCH", f"{own}/{message.id}", body) == 429  # the bot's own limit is used up


async def test_latencies_delay_delivery_and_answers(place):
    client = Table({"a": acknowledge})
    place.server.faults.rest_latency = uniform(place.server.world.chance, 0.0, 0.002)
    place.server.faults.delivery_latency = lognormal(place.server.world.chance, 0.001, 0.5)
    async with connected(place.server, client):
        message = await shown(place, client, layout("x", "a"))
        clicks = [await place.server.click(place.bob.id, message.id, "a") for _ in range(5)]
        answers = [await clicked.wait(20) for clicked in clicks]
    assert {answer.kind for answer in answers} == {"deferred_update"}


async def test_a_body_that_is_not_json_is_refused(place):
    url = f"{place.server.api_url}/channels/{place.channel.id}/messages"
    headers = {"Authorization": "Bot secret", "Content-Type": "application/json"}
    async with aiohttp.ClientSession() as session, session.post(url, data="{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


async def test_an_unknown_route_is_404_and_remembered(place):
    notices = []
    place.server.world.changes.subscribe(notices.append)
    url = f"{place.server.api_url}/guilds/1/bans?limit=3"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert response.status == 404
    assert [(each.method, each.path) for each in place.server.unknown] == [("GET", "/guilds/1/bans")]
    assert [notice.kind for notice in notices] == ["unknown"]


async def test_missing_permissions_and_things_gone(place):
    client = Client()
    async with connected(place.server, client):
        channel = client.get_channel(place.channel.id)
        message = await channel.send("là")
        codes = []
        place.server.world.set_bot_permissions(place.channel.id, {"view_channel"})
        codes.append(await refusal(channel.send("non")))
        place.server.world.set_bot_permissions(place.channel.id, set())
        codes.append(await refusal(message.edit(content="non")))
        place.server.world.set_bot_permissions(place.channel.id, None)
        place.server.world.delete_message(place.channel.id, message.id)
        codes.append(await refusal(message.edit(content="non")))
        place.server.world.delete_channel(place.channel.id)
        codes.append(await refusal(channel.send("non")))
        await client.hears("raw_message_delete")
        await client.hears("guild_channel_delete")
    assert codes == [50013, 50001, 10008, 10003]


async def refusal(request) -> int:
    with pytest.raises(discord.HTTPException) as refused:
        await request
    return refused.value.code


async def test_a_refused_body_changes_nothing_and_says_why(place):
    client = Client()
    async with connected(place.server, client):
        with pytest.raises(discord.HTTPException) as refused:
            await shown(place, client, layout("x", "a" * 101))
        assert await refusal(client.get_channel(place.channel.id).send("   ")) == 50006
        message = await client.get_channel(place.channel.id).send("x")
        assert await refusal(message.edit(content="")) == 50006
    assert refused.value.code == 50035
    assert "components.0.components.1.components.0.custom_id" in refused.value.text
    assert [each.content for each in place.channel.messages.values()] == ["x"]


async def test_a_button_that_is_gone_or_disabled_cannot_be_pressed(place):
    client = Client()
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="non", custom_id="off", disabled=True))
    view.add_item(ui.Button(label="lien", url="https://example.invalid"))
    async with connected(place.server, client):
        message = await client.get_channel(place.channel.id).send("x", view=view)
        for custom_id in ("off", "absent"):
            with pytest.raises(ActorError):
                await place.server.click(place.bob.id, message.id, custom_id)
