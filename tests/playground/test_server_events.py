"""discord.py makes, changes and ends an external event on the loopback Discord, which judges as it does."""

from datetime import timedelta
from typing import Any

import discord
import pytest

from tests.support.loopback import Client, connected


async def test_an_external_event_is_made_changed_and_ended(place: Any) -> None:
    client, world = Client(), place.server.world
    async with connected(place.server, client):
        guild = client.get_guild(world.guild_id)
        assert guild is not None
        start = world.clock() + timedelta(hours=2)
        told: dict[str, Any] = {
            "start_time": start,
            "end_time": start + timedelta(hours=1),
            "entity_type": discord.EntityType.external,
            "privacy_level": discord.PrivacyLevel.guild_only,
            "location": "<#1>",
        }
        event = await guild.create_scheduled_event(name="Quiz", **told)
        assert (event.name, event.location) == ("Quiz", "<#1>")
        event = await event.edit(name="Grand quiz")
        assert [each["name"] for each in world.events.values()] == ["Grand quiz"]
        event = await event.start()
        event = await event.end()
        with pytest.raises(discord.HTTPException) as refused:
            await client.http.edit_scheduled_event(guild.id, event.id, status=2)
        assert refused.value.code == 180000
        with pytest.raises(discord.HTTPException) as refused:
            await guild.create_scheduled_event(
                name="Hier", **{**told, "start_time": start - timedelta(days=1)}
            )
        assert refused.value.code == 50035
        world.may_create_events = False
        with pytest.raises(discord.Forbidden):
            await guild.create_scheduled_event(name="Non", **told)
    assert place.server.unknown == []
