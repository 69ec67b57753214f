"""Interactions before discord.py reads them: all kinds pass, wherever they were heard."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import discord
import orjson
import pytest
from discord import ui

from bot.ui.wire.raw import divert_interactions
from playground.server import Server
from playground.world import World
from tests.support.loopback import Client, connected
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
