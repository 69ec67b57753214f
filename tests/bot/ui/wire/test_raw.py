"""Interactions before discord.py reads them, wherever they were heard; and a proxy's own limits."""

from contextlib import AsyncExitStack
from typing import Any

import discord
import orjson
import pytest
from aiohttp import web
from discord import ui

from bot.ui.wire.intake import divert_interactions
from bot.ui.wire.rest import make_connector
from playground.server import Server
from playground.world import World
from tests.support.loopback import Client, connected, pointed_at
from tests.support.waiting import until


class Bot(Client):
    """A bot whose interactions are kept as they come; `act` has one read and answered."""

    def __init__(self) -> None:
        super().__init__()
        self.raw: list[Any] = []
        self.act = divert_interactions(self, self.raw.append)
        self.opened: list[discord.Interaction] = []

        @self.tree.command(name="ouvrir", description="Une table")
        async def start(interaction: discord.Interaction, jeu: str) -> None:
            self.opened.append(interaction)
            await interaction.response.send_message(view=layout())

        @start.autocomplete("jeu")
        async def suggest(interaction: discord.Interaction, typed: str) -> list[Any]:
            self.opened.append(interaction)
            return [discord.app_commands.Choice(name=typed + "sse", value="tasse")]

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(Sheet())
        if interaction.type is discord.InteractionType.modal_submit:
            await interaction.response.send_message("reçu")


class Sheet(ui.Modal, title="Fiche"):
    name = ui.Label(text="Nom", component=ui.TextInput(custom_id="name"))


def layout() -> ui.LayoutView:
    return ui.LayoutView(timeout=None).add_item(ui.ActionRow(ui.Button(label="Nom", custom_id="n")))


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "sent on"])
async def test_all_kinds_of_interactions_are_answered_wherever_they_are_acted_on(elsewhere):
    server = Server(World())
    channel, person = server.world.add_channel("jeux"), server.world.add_person("Alice", moderator=True)
    await server.start()
    hears = Bot()
    acts = Bot() if elsewhere else hears

    async def passed_on(asked: Any) -> Any:
        raw = hears.raw.pop()
        acts.act(orjson.loads(orjson.dumps(raw)))
        return await asked.wait(20)

    try:
        async with connected(server, acts), AsyncExitStack() as stack:
            await acts.tree.sync()
            if elsewhere:
                await stack.enter_async_context(connected(server, hears))
            place = (person.id, channel.id, "ouvrir")
            asked = await server.slash(*place, {"jeu": "tasse"})
            await until(lambda: hears.raw)
            answer = await passed_on(asked)
            assert answer.kind == "message"
            clicked = await server.click(person.id, answer.message.id, "n")
            await until(lambda: hears.raw)
            assert (await passed_on(clicked)).kind == "modal"
            sent = await server.submit_modal(person.id, clicked.id, {"name": "Bob"})
            await until(lambda: hears.raw)
            assert (await passed_on(sent)).message.content == "reçu"
            asked = server._actors.suggest(*place, {"jeu": "ta"}, "jeu")
            await until(lambda: hears.raw)
            assert (await passed_on(asked)).choices[0]["name"] == "tasse"
    finally:
        await server.stop()
    first = acts.opened[0]
    assert first.client is acts
    assert first.guild is acts.get_guild(server.world.guild_id)
    assert first.channel is acts.get_channel(channel.id)
    assert first.permissions.manage_messages
    assert first.channel.permissions_for(first.user) == first.permissions
    assert hears is acts or not hears.opened


def test_what_is_no_interaction_is_said_so():
    act = Bot().act
    for wrong in ({}, {"id": "x"}, {"id": "1", "type": 3, "token": 1, "version": 1}):
        with pytest.raises((KeyError, TypeError, ValueError)):
            act(wrong)


# -- proxies -----------------------------------------------------------------------------------------------


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
