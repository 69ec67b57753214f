"""discord.py in the places of the loopback Discord: files, emojis, private messages, threads, mentions."""

import io

import discord
import pytest
from discord import ui

from tests.playground.test_server_bot import layout
from tests.support.loopback import Client, connected


async def test_files_with_words_are_kept_and_served(place):
    client = Client()
    async with connected(place.server, client):
        picture = discord.File(io.BytesIO(b"not quite a picture"), "dés.webp", description="Quatre dés")
        view = ui.LayoutView()
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem(picture, description="Quatre dés")))
        message = await client.get_channel(place.channel.id).send(view=view, file=picture)
        item = place.server.world.messages.find(message.id).components[0]["items"][0]
        assert item["media"]["url"].startswith(place.server.url)
        assert item["description"] == "Quatre dés"
        (attachment,) = message.attachments
        assert await client.http.get_from_cdn(attachment.url) == b"not quite a picture"
        edited = await message.edit(view=layout("sans image"), attachments=[])
        assert edited.attachments == []


async def test_application_emojis_are_uploaded_once_and_served(place):
    client = Client()
    pixel = b"\x89PNG\r\n\x1a\n" + b"\0" * 32
    async with connected(place.server, client):
        emoji = await client.create_application_emoji(name="de_1", image=pixel)
        assert [each.name for each in await client.fetch_application_emojis()] == ["de_1"]
        url = f"{place.server.url}/emojis/{emoji.id}.png"
        assert await client.http.get_from_cdn(url) == pixel
        with pytest.raises(discord.HTTPException) as refused:
            await client.create_application_emoji(name="de_1", image=pixel)
    assert refused.value.code == 50035


async def test_the_emoji_of_a_button_and_of_an_entry_is_told_by_an_id_in_words(place):
    client = Client()
    async with connected(place.server, client):
        emoji = await client.create_application_emoji(name="de_1", image=b"\x89PNG\r\n\x1a\n" + b"\0" * 32)
        listed = ui.Select(options=[discord.SelectOption(label="un", emoji=emoji)])
        view = ui.LayoutView().add_item(ui.ActionRow(ui.Button(label="1", emoji=emoji)))
        view.add_item(ui.ActionRow(listed))
        message = await client.get_channel(place.channel.id).send(view=view)
        button, choice = place.server.world.messages.find(message.id).components
        told = [button["components"][0]["emoji"], choice["components"][0]["options"][0]["emoji"]]
        assert [each["id"] for each in told] == [str(emoji.id)] * 2


async def test_private_messages_open_closed_and_without_a_common_server(place):
    client = Client()
    async with connected(place.server, client):
        channel = await client.create_dm(discord.Object(place.bob.id))
        await channel.send("vos dés")
        place.server.world.set_dms(place.bob.id, False)
        with pytest.raises(discord.Forbidden) as closed:
            await channel.send("encore")
        place.server.world.remove_person(place.bob.id)
        with pytest.raises(discord.Forbidden) as gone:
            await channel.send("encore")
        with pytest.raises(discord.NotFound):
            await client.get_channel(place.channel.id).guild.fetch_member(place.bob.id)
    assert (closed.value.code, gone.value.code) == (50007, 50278)
    channels = place.server.world.list_visible(place.bob.id)["channels"]
    assert [(each["kind"], len(each["messages"])) for each in channels] == [("dm", 1)]


async def test_threads_are_made_filled_and_archived(place):
    client = Client()
    async with connected(place.server, client):
        channel = client.get_channel(place.channel.id)
        opening = await channel.send("table")
        thread = await opening.create_thread(name="Table 1")
        assert thread.id == opening.id
        await thread.send("dedans")
        other = await channel.create_thread(name="Table 2", type=discord.ChannelType.public_thread)
        await other.edit(archived=True)
        await client.hears("thread_update")
        assert [each.name for each in client.guilds[0].threads] == ["Table 1"]
    shown = place.server.world.list_visible(place.bob.id)["channels"]
    assert [(each["kind"], each["name"], each["archived"]) for each in shown] == [
        ("text", "jeux", False),
        ("thread", "Table 1", False),
        ("thread", "Table 2", True),
    ]


async def test_what_people_write_comes_without_its_content(place):
    client = Client()
    async with connected(place.server, client):
        await place.server.say(place.bob.id, place.channel.id, "secret ?")
        (unread,) = await client.hears("message", 1)
        await place.server.say(place.bob.id, place.channel.id, f"<@{client.user.id}> bonjour")
        (named,) = await client.hears("message", 2)
    assert unread.content == ""
    assert unread.author.id == place.bob.id
    assert named.content.endswith("bonjour")


async def test_only_allowed_mentions_ping(place):
    client = Client()
    text = f"@everyone <@{place.bob.id}>"
    async with connected(place.server, client):
        channel = client.get_channel(place.channel.id)
        quiet = await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
        loud = await channel.send(text)
    messages = place.server.world.messages
    assert (messages.find(quiet.id).mention_everyone, messages.find(quiet.id).mentions) == (False, [])
    assert (messages.find(loud.id).mention_everyone, messages.find(loud.id).mentions) == (True, [place.bob])
