"""discord.py itself, unpatched, plays against the loopback Discord: every way of speaking works."""

import discord
import pytest
from discord import ui

from playground.errors import ActorError
from playground.messages import Upload
from tests.support.loopback import Client, connected


def layout(text: str, *ids: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    row = ui.ActionRow(*(ui.Button(label=each, custom_id=each) for each in ids))
    view.add_item(ui.Container(ui.TextDisplay(text), *([row] if ids else [])))
    return view


async def test_the_bot_logs_in_and_knows_the_guild(place):
    client = Client()
    async with connected(place.server, client):
        assert place.server.connected == 1
        (guild,) = client.guilds
        assert [channel.name for channel in guild.text_channels] == ["jeux"]
        assert guild.preferred_locale is discord.Locale.french
        assert guild.me.guild_permissions.send_messages
        assert not guild.me.guild_permissions.manage_messages
        assert (await guild.fetch_member(place.bob.id)).display_name == "Bob"
    assert place.server.unknown == []


async def test_a_synced_command_is_typed_and_answered_by_a_layout(place):
    client = Client()
    group = app_group(client)

    @group.command(name="start", description="Ouvre une table")
    async def start(interaction, manches: discord.app_commands.Range[int, 1, 9], ami: discord.Member):
        assert interaction.user.id == place.alice.id
        assert interaction.locale is discord.Locale.french
        assert interaction.permissions.manage_messages
        await interaction.response.send_message(view=layout(f"{manches} {ami.display_name}", "a:1"))

    async with connected(place.server, client):
        (command,) = await client.tree.sync()
        assert command.id == int(place.server.world.commands()[0]["id"])
        with pytest.raises(ActorError):
            await place.server.slash(
                place.alice.id, place.channel.id, "tasse start", {"manches": 10, "ami": 1}
            )
        asked = await place.server.slash(
            place.alice.id, place.channel.id, "tasse start", {"manches": 3, "ami": place.bob.id}
        )
        answer = await asked.wait(20)
    assert answer.kind == "message"
    assert answer.message.components[0]["components"][0]["content"] == "3 Bob"
    assert place.server.world.list_visible(place.bob.id)["channels"][0]["messages"][0]["id"] == str(
        answer.message.id
    )


async def test_rights_in_one_channel_are_told_and_computed_alike(place):
    client, world, bob = Client(), place.server.world, place.bob
    other = world.add_channel("ailleurs")
    seen = []

    @client.tree.command(name="droits", description="Mes droits")
    async def rights(interaction):
        here, there = interaction.guild.get_channel(place.channel.id), interaction.guild.get_channel(other.id)
        assert interaction.channel_id == place.channel.id
        assert (
            here.permissions_for(interaction.user).manage_messages == interaction.permissions.manage_messages
        )
        there = there.permissions_for(interaction.user)
        seen.append((interaction.permissions.manage_messages, there.manage_messages, there.view_channel))
        await interaction.response.send_message("vus")

    async def asked():
        await (await place.server.slash(bob.id, place.channel.id, "droits", {})).wait(20)
        return seen[-1]

    async with connected(place.server, client):
        await client.tree.sync()
        assert await asked() == (False, False, True)
        world.allow(other.id, bob.id, manage_messages=True)
        assert await asked() == (False, True, True)
        world.allow(place.channel.id, bob.id, manage_messages=True)
        world.allow(other.id, bob.id, view_channel=False)
        assert await asked() == (True, False, False)
        with pytest.raises(ActorError):
            await place.server.slash(bob.id, other.id, "droits", {})


def app_group(client):
    group = discord.app_commands.Group(name="tasse", description="La Tasse", guild_only=True)
    client.tree.add_command(group)
    return group


async def test_commands_of_the_guild_hide_those_for_everywhere(place):
    client = Client()
    home = discord.Object(place.server.world.guild_id)

    @client.tree.command(name="des", description="Les dés")
    async def everywhere(interaction):
        await interaction.response.send_message("partout")

    @client.tree.command(name="des", description="Les dés d'ici", guild=home)
    async def here(interaction):
        await interaction.response.send_message("ici")

    async with connected(place.server, client):
        await client.tree.sync()
        (command,) = await client.tree.sync(guild=home)
        assert [each["description"] for each in place.server.world.commands()] == ["Les dés d'ici"]
        asked = await place.server.slash(place.bob.id, place.channel.id, "/des")
        assert (await asked.wait(20)).message.content == "ici"
        await command.delete()
        asked = await place.server.slash(place.bob.id, place.channel.id, "/des")
        assert (await asked.wait(20)).message.content == "partout"


class Table(Client):
    """A bot whose answer to each component is given by the test."""

    def __init__(self, answers, **options):
        super().__init__(**options)
        self.answers = answers

    async def on_interaction(self, interaction):
        answer = self.answers.get((interaction.data or {}).get("custom_id"))
        if answer is not None:
            await answer(interaction)


async def shown(place, client, view) -> discord.Message:
    return await client.get_channel(place.channel.id).send(view=view)


async def test_a_click_edits_the_message(place):
    async def answer(interaction):
        await interaction.response.edit_message(view=layout("cliqué", "a"))

    client = Table({"a": answer})
    async with connected(place.server, client):
        message = await shown(place, client, layout("avant", "a"))
        clicked = await place.server.click(place.bob.id, message.id, "a")
        assert (await clicked.wait(20)).kind == "update"
        again = await client.get_channel(place.channel.id).fetch_message(message.id)
    assert again.components[0].children[0].content == "cliqué"
    assert again.edited_at is not None


async def test_an_ephemeral_answer_is_for_one_person_and_its_follow_ups_too(place):
    async def answer(interaction):
        await interaction.response.send_message("vos dés", ephemeral=True)
        await interaction.edit_original_response(content="vos dés : 4 2")
        sent = await interaction.followup.send("encore", ephemeral=True, wait=True)
        await sent.edit(content="encore !")
        extra = await interaction.followup.send("de trop", ephemeral=True, wait=True)
        await extra.delete()
        client.dispatch("done")

    client = Table({"a": answer})
    async with connected(place.server, client):
        message = await shown(place, client, layout("avant", "a"))
        await place.server.click(place.bob.id, message.id, "a")
        await client.hears("done")
    world = place.server.world
    told = [each["content"] for each in world.list_visible(place.bob.id)["channels"][0]["messages"]]
    assert told == ["", "vos dés : 4 2", "encore !"]
    assert len(world.list_visible(place.alice.id)["channels"][0]["messages"]) == 1


async def test_a_deferred_answer_thinks_first(place):
    async def answer(interaction):
        await interaction.response.defer(thinking=True, ephemeral=True)
        client.dispatch(
            "thinking", place.server.world.list_visible(place.bob.id)["channels"][0]["messages"][-1]
        )
        await interaction.followup.send("voilà")
        client.dispatch("done")

    client = Table({"a": answer})
    async with connected(place.server, client):
        message = await shown(place, client, layout("avant", "a"))
        clicked = await place.server.click(place.bob.id, message.id, "a")
        assert (await clicked.wait(20)).kind == "deferred"
        await client.hears("done")
    ((thinking,),) = client.heard["thinking"]
    assert thinking["loading"]
    said = place.server.world.list_visible(place.bob.id)["channels"][0]["messages"][-1]
    assert (said["content"], said["loading"], said["edited"], said["ephemeral"]) == (
        "voilà",
        False,
        False,
        True,
    )


async def test_a_modal_comes_back_with_every_kind_of_field(place):
    got = {}

    class Form(ui.Modal, title="Annonce"):
        word = ui.Label(text="Mot", component=ui.TextInput(max_length=10))
        pick = ui.Label(
            text="Liste", component=ui.Select(options=[discord.SelectOption(label=each) for each in "xyz"])
        )
        radio = ui.Label(
            text="Un",
            component=ui.RadioGroup(options=[discord.RadioGroupOption(label=each) for each in "pq"]),
        )
        boxes = ui.Label(
            text="Des",
            component=ui.CheckboxGroup(options=[discord.CheckboxGroupOption(label=each) for each in "mno"]),
        )
        box = ui.Label(text="Oui", component=ui.Checkbox())

        async def on_submit(self, interaction):
            got["values"] = [
                self.word.component.value,
                self.pick.component.values,
                self.radio.component.value,
                sorted(self.boxes.component.values),
                self.box.component.value,
            ]
            await interaction.response.edit_message(view=layout("annoncé", "a"))

    form = Form()

    async def answer(interaction):
        await interaction.response.send_modal(form)
        client.dispatch("opened")

    client = Table({"a": answer})
    async with connected(place.server, client):
        message = await shown(place, client, layout("avant", "a"))
        clicked = await place.server.click(place.bob.id, message.id, "a")
        assert (await clicked.wait(20)).modal["title"] == "Annonce"
        await client.hears("opened")
        fields = [form.word, form.pick, form.radio, form.boxes, form.box]
        ids = [field.component.custom_id for field in fields]
        values = dict(zip(ids, ["deux 6", ["y"], "q", ["m", "o"], True], strict=True))
        with pytest.raises(ActorError):
            await place.server.submit_modal(place.alice.id, clicked.id, values)
        with pytest.raises(ActorError):
            await place.server.submit_modal(place.bob.id, clicked.id, values | {ids[0]: "x" * 11})
        sent = await place.server.submit_modal(place.bob.id, clicked.id, values)
        assert (await sent.wait(20)).kind == "update"
    assert got["values"] == ["deux 6", ["y"], "q", ["m", "o"], True]


async def test_files_come_back_with_a_modal(place):
    got = {}

    class Form(ui.Modal, title="Photo"):
        one = ui.Label(text="Une", component=ui.FileUpload(custom_id="one"))
        more = ui.Label(text="Deux", component=ui.FileUpload(custom_id="more", required=False, max_values=2))

        async def on_submit(self, interaction):
            got["one"] = [await each.read() for each in self.one.component.values]
            got["more"] = [each.filename for each in self.more.component.values]
            await interaction.response.edit_message(view=layout("reçu", "a"))

    async def answer(interaction):
        await interaction.response.send_modal(Form())
        client.dispatch("opened")

    client = Table({"a": answer})
    keep = place.server.world.messages.keep
    one, two, three = (
        str(keep(place.channel.id, Upload(0, name, name.encode())).id) for name in ("a.png", "b.png", "c.png")
    )
    async with connected(place.server, client):
        message = await shown(place, client, layout("avant", "a"))
        clicked = await place.server.click(place.bob.id, message.id, "a")
        assert (await clicked.wait(20)).modal["title"] == "Photo"
        await client.hears("opened")
        for bad in ({}, {"one": []}, {"one": [one, two]}, {"one": ["12"]}, {"one": [one], "more": [one] * 3}):
            with pytest.raises(ActorError):
                await place.server.submit_modal(place.bob.id, clicked.id, bad)
        sent = await place.server.submit_modal(place.bob.id, clicked.id, {"one": [one], "more": [two, three]})
        assert (await sent.wait(20)).kind == "update"
    assert got == {"one": [b"a.png"], "more": ["b.png", "c.png"]}


async def test_lists_of_words_and_of_people(place):
    got = {}

    async def words(interaction):
        got["words"] = interaction.data["values"]
        await interaction.response.defer()

    async def people(interaction):
        got["people"] = list(interaction.data["resolved"]["members"])
        await interaction.response.defer()

    client = Table({"w": words, "p": people})
    view = ui.View(timeout=None)
    options = [discord.SelectOption(label=each) for each in "abc"]
    view.add_item(ui.Select(custom_id="w", options=options, max_values=2))
    view.add_item(ui.UserSelect(custom_id="p"))
    async with connected(place.server, client):
        message = await client.get_channel(place.channel.id).send("choisissez", view=view)
        with pytest.raises(ActorError):
            await place.server.select(place.bob.id, message.id, "w", ["d"])
        first = await place.server.select(place.bob.id, message.id, "w", ["c", "a"])
        assert (await first.wait(20)).kind == "deferred_update"
        await (await place.server.select(place.bob.id, message.id, "p", [place.alice.id])).wait(20)
    assert got == {"words": ["c", "a"], "people": [str(place.alice.id)]}


async def test_autocomplete_offers_choices(place):
    client = Client()

    @client.tree.command(name="table", description="Une table")
    async def table(interaction, nom: str):
        await interaction.response.send_message(nom)

    @table.autocomplete("nom")
    async def names(interaction, current):
        return [discord.app_commands.Choice(name=current + "!", value=current)]

    async with connected(place.server, client):
        await client.tree.sync()
        choices = await place.server.autocomplete(
            place.bob.id, place.channel.id, "table", {"nom": "ab"}, "nom"
        )
    assert [(choice["name"], choice["value"]) for choice in choices] == [("ab!", "ab")]


async def test_a_click_in_a_private_message_has_a_user_and_no_member(place):
    async def answer(interaction):
        assert interaction.guild is None
        assert interaction.user.id == place.bob.id
        await interaction.response.edit_message(view=layout("joué"))

    client = Table({"a": answer})
    async with connected(place.server, client):
        dm = await client.create_dm(discord.Object(place.bob.id))
        message = await dm.send(view=layout("à vous", "a"))
        with pytest.raises(ActorError):
            await place.server.click(place.alice.id, message.id, "a")
        clicked = await place.server.click(place.bob.id, message.id, "a")
        assert (await clicked.wait(20)).kind == "update"
