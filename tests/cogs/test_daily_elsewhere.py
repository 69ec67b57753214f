"""`/defi-du-jour` where the bot is not: servers and groups of whoever has installed it for themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from bot.tables.homes import NOWHERE
from tests.cogs.test_daily import begins, challenges, company, looks, plays_cups
from tests.support.sim import World

Payload = Mapping[str, Any]
FOREIGN, PLACE = 987_654_321_987_654_321, 123_456_789_123_456_789


def in_a_foreign_server(payload: Payload) -> Payload:
    """The same interaction in a server that the bot has never heard of."""
    guild = {"id": str(FOREIGN), "locale": "fr", "features": []}
    channel = {**payload["channel"], "id": str(PLACE), "guild_id": str(FOREIGN)}
    owners = {"1": payload["member"]["user"]["id"]}
    where = {"guild_id": str(FOREIGN), "guild": guild, "guild_locale": "fr"}
    return {
        **payload,
        **where,
        "channel_id": str(PLACE),
        "channel": channel,
        "app_permissions": "0",
        "authorizing_integration_owners": owners,
        "context": 0,
    }


def in_a_group(payload: Payload) -> Payload:
    """The same interaction in a group of private messages."""
    user = payload["member"]["user"]
    kept = {key: value for key, value in payload.items() if key not in ("guild_id", "guild", "member")}
    channel = {"id": str(PLACE), "type": 3, "name": None, "icon": None, "last_message_id": None}
    channel |= {"owner_id": user["id"], "recipients": [user], "flags": 0}
    return {
        **kept,
        "user": user,
        "channel_id": str(PLACE),
        "channel": channel,
        "authorizing_integration_owners": {"1": user["id"]},
        "context": 2,
    }


def move(world: World, elsewhere: Callable[[Payload], Payload]) -> None:
    """From now on everything is typed and pressed there."""
    emit = world.env.backend.emit

    def emit_elsewhere(event: str, payload: Payload) -> None:
        emit(event, elsewhere(payload) if event == "INTERACTION_CREATE" else payload)

    world.env.backend.emit = emit_elsewhere


@pytest.mark.parametrize("elsewhere", [in_a_foreign_server, in_a_group])
async def test_it_is_played_and_shared_where_the_bot_is_not(elsewhere: Callable[[Payload], Payload]) -> None:
    async with company("Anne") as world:
        anne = world.people["Anne"]
        move(world, elsewhere)
        done = await plays_cups(anne)
        assert "10/10" in done
        sent = len(world.requests("POST", r"/channels/\d+/messages"))
        await anne.presses(done, "share")
        assert "**Anne** · Gobelet · La Tasse du 01/01 · 10/10" in world.board  # as an answer to the click
        assert len(world.requests("POST", r"/channels/\d+/messages")) == sent
        assert "Lancer 1 sur 10" in await begins(anne, "diavolo")
        (first, second) = await world.store.daily.attempts(challenges(world).today, anne.id)
        place = FOREIGN if elsewhere is in_a_foreign_server else NOWHERE
        assert (first.guild_id, second.guild_id) == (place, place)


async def test_a_foreign_server_has_a_board_of_its_own() -> None:
    async with company("Anne", "Bob") as world:
        anne, bob = world.people.values()
        await plays_cups(bob)
        move(world, in_a_foreign_server)
        done = await plays_cups(anne, 1)
        shown = (await anne.presses(done, "board")).paper
        assert "**Anne (vous)** · 9/10" in shown
        assert "Bob" not in shown
        assert "10/10" in await looks(bob, "tasse")
