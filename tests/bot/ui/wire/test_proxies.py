"""A proxy's own rate limits are waited for, and what it refused is tried again; a ban is not."""

from __future__ import annotations

import discord
import pytest
from aiohttp import web

from bot.ui.wire.proxies import make_connector
from playground.server import Server
from playground.world import World
from tests.support.loopback import Client, connected, pointed_at


class Polite(Client):
    """A bot behind a proxy."""

    def __init__(self) -> None:
        super().__init__(connector=make_connector())

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("oui")
        await interaction.followup.send("et encore")


async def test_what_a_proxy_refuses_is_tried_again():
    server = Server(World())
    channel, person = server.world.add_channel("jeux"), server.world.add_person("Alice")
    await server.start()
    client = Polite()
    button = {"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "a"}]}
    message = server.world.messages.post(channel, server.world.bot, {"components": [button]})
    try:
        async with connected(server, client):
            for path in (r"/channels/\d+/messages$", r"/callback$", r"/webhooks/"):
                server.faults.fail("POST", path, status=429, retry_after=0.01, via=False, times=2)
            await client.get_channel(channel.id).send("une fois")
            clicked = await server.click(person.id, message.id, "a")
            assert (await clicked.wait(20)).message.content == "oui"
            while len(channel.messages) < 4:
                await client.hears("socket_event_type", len(client.heard["socket_event_type"]) + 1)
    finally:
        await server.stop()
    assert [m.content for m in channel.messages.values()][1:] == ["une fois", "oui", "et encore"]
    assert [each.status for each in server.requests].count(429) == 6


@pytest.mark.parametrize("kind", ["text/html", "text/plain"])
async def test_a_ban_is_not_tried_again(kind):
    asked = 0

    async def refuse(request: web.Request) -> web.Response:
        nonlocal asked
        asked += 1
        return web.Response(status=429, text="error code: 1015", content_type=kind)

    server = Server(World())
    server.app.router.add_get("/banned/users/@me", refuse)
    server.app.router.add_post("/banned/webhooks/1/token", refuse)
    await server.start()
    try:
        async with pointed_at(server), Polite() as client:
            discord.http.Route.BASE = f"{server.url}/banned"
            with pytest.raises(discord.HTTPException) as refused:
                await client.login("secret")
            assert refused.value.status == 429
            await client.http.close()
        async with pointed_at(server), Polite() as client:
            await client.login("secret")
            discord.http.Route.BASE = f"{server.url}/banned"
            with pytest.raises(discord.HTTPException) as refused:
                await discord.Webhook.partial(1, "token", client=client).send("x")
            assert refused.value.status == 429
    finally:
        await server.stop()
    assert asked == 2
