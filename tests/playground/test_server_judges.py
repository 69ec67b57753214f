"""Discord's own description, where at hand, agrees with what discord.py sends and we refuse."""

import pytest

from tests.playground.test_server_bot import layout
from tests.support import openapi
from tests.support.discord_rules import judge_all, problems
from tests.support.loopback import Client, connected

described = pytest.mark.skipif(not openapi.FILE.exists(), reason=openapi.MISSING)


async def test_what_discord_py_sends_is_found_sound(place):
    client = Client()

    @client.tree.command(name="tasse", description="La Tasse")
    async def tasse(interaction):
        await interaction.response.send_message("voilà", ephemeral=True)

    async with connected(place.server, client):
        await client.tree.sync()
        message = await client.get_channel(place.channel.id).send(view=layout("x", "a"))
        await message.edit(view=layout("y", "b"))
        asked = await place.server.slash(place.bob.id, place.channel.id, "tasse")
        await asked.wait(20)
        dm = await client.create_dm(await client.fetch_user(place.bob.id))
        await dm.send("vos dés")
        await message.create_thread(name="Table")
        await message.delete()
    assert len(place.server.requests) >= 10
    assert judge_all(place.server.requests) == []


@described
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/channels/1/messages", {"content": "x" * 4001}),
        ("POST", "/channels/1/messages", {"content": 5}),
        ("PATCH", "/channels/1/messages/2", {"embeds": [{"title": "x" * 257}]}),
        ("POST", "/interactions/1/token/callback", {"type": 99}),
        ("POST", "/users/@me/channels", {"recipient_id": "nobody at all", "nicks": 3}),
        ("GET", "/no/such/route", None),
    ],
)
def test_the_description_refuses(method, path, body):
    assert openapi.problems(method, path, body)


@described
def test_the_description_takes_integers_for_ids():
    assert openapi.problems("POST", "/users/@me/channels", {"recipient_id": 123}) == []


def test_our_own_rules_are_asked_in_any_case():
    found = problems("POST", "/channels/1/messages", {"content": "x", "surprise": 1})
    assert any("surprise" in problem for problem in found)
    assert problems("PATCH", "/channels/1/messages/2", {"components": [{"type": 10, "content": "x"}]}) == []
