"""Rights are the same whether the gateway tells of a server or Discord has to be asked for it."""

import copy
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest

from bot.ui.clicks import rights
from bot.ui.wire.intake import divert_interactions
from playground.channels import Channel
from playground.people import Person
from playground.server import Server
from playground.world import World
from tests.support.loopback import Client, connected
from tests.support.stored import opening

NOWHERE = 12345


class Bot(Client):
    """A bot whose interactions are kept; only one that is connected knows the server."""

    def __init__(self) -> None:
        super().__init__()
        self.raw: list[Any] = []
        self.asked: list[discord.Interaction] = []
        self.act = divert_interactions(self, self.raw.append)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.asked.append(interaction)


@dataclass
class Place:
    """A server with channels and people, a bot on its gateway, and one that has none."""

    server: Server
    told: Bot
    untold: Bot
    halls: list[Channel] = field(default_factory=list)

    async def asks(self, person: Person, where: Channel) -> tuple[discord.Interaction, discord.Interaction]:
        """The same click, as both bots read it."""
        button = {"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "a"}]}
        message = self.server.world.messages.post(where, self.server.world.bot, {"components": [button]})
        before = len(self.told.asked)
        await self.server.click(person.id, message.id, "a")
        while not self.told.raw:
            await self.told.hears("socket_event_type", len(self.told.heard["socket_event_type"]) + 1)
        raw = self.told.raw.pop()
        self.told.act(copy.deepcopy(raw))
        self.untold.act(raw)
        return (await self.told.hears("interaction", before + 1))[0], self.untold.heard["interaction"][-1][0]

    def table(self, channel_id: int, home_id: int) -> Any:
        return opening(
            guild_id=self.server.world.guild_id, channel_id=channel_id, home_id=home_id
        ).after.table

    @property
    def requests(self) -> list[str]:
        return [each.path for each in self.server.requests if each.path.startswith(("/guilds", "/channels"))]


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    server = Server(World())
    world = server.world
    world.add_person("Alice")  # the first is the server's owner, who may do everything
    halls = [world.add_channel(name) for name in ("jeux", "ailleurs")]
    halls.append(world.add_thread(halls[1], "fil", 60))
    await server.start()
    told, untold = Bot(), Bot()
    async with connected(server, told), untold:
        await untold.login("secret")
        yield Place(server, told, untold, halls)
    await server.stop()


async def everything(interaction: discord.Interaction, table: Any) -> tuple[bool, ...]:
    await rights.look_up(interaction, table)
    return (
        rights.may_moderate(interaction, table),
        rights.may_open_threads(interaction, table),
        await rights.may_see(interaction, table),
        await rights.may_know(interaction, table),
    )


Change = Callable[[World, Person, Channel], object]
CHANGES: dict[str, Change] = {
    "nothing": lambda world, person, hall: None,
    "moderator": lambda world, person, hall: world.set_moderator(person.id, True),
    "allowed": lambda world, person, hall: world.allow(hall.id, person.id, manage_messages=True),
    "threads": lambda world, person, hall: world.allow(hall.id, person.id, create_public_threads=False),
    "hidden": lambda world, person, hall: world.allow(hall.id, person.id, view_channel=False),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("thread", [False, True], ids=["channel", "thread"])
async def test_rights_elsewhere_are_the_same(place, change, thread):
    person = place.server.world.add_person("Bob")
    jeux, other, fil = place.halls
    CHANGES[change](place.server.world, person, other)
    told, untold = await place.asks(person, jeux)
    table = place.table(fil.id if thread else other.id, NOWHERE)
    assert await everything(untold, table) == await everything(told, table)
    found = await everything(told, table)
    assert (
        found
        == {
            "nothing": (False, True, True, True),
            "moderator": (True, True, True, True),
            "allowed": (True, True, True, True),
            "threads": (False, False, True, True),
            "hidden": (False, False, False, False),
        }[change]
    )


async def test_a_deleted_channel_counts_as_such(place):
    for moderator in (False, True):
        person = place.server.world.add_person("Bob", moderator=moderator)
        told, untold = await place.asks(person, place.halls[0])
        table = place.table(NOWHERE, NOWHERE + 1)
        assert await everything(untold, table) == await everything(told, table)
        assert (await everything(untold, table))[0] == moderator


async def test_where_somebody_clicks_nothing_is_asked(place):
    person = place.server.world.add_person("Bob", moderator=True)
    jeux, other, _ = place.halls
    for table in (place.table(jeux.id, other.id), place.table(other.id, jeux.id)):
        told, untold = await place.asks(person, jeux)
        assert await everything(untold, table) == await everything(told, table) == (True, True, True, True)
    assert place.requests == []


async def test_it_is_asked_once_a_click(place):
    person = place.server.world.add_person("Bob")
    told, untold = await place.asks(person, place.halls[0])
    table = place.table(place.halls[2].id, place.halls[1].id)
    for _ in range(3):
        await everything(untold, table)
        await everything(told, table)
    assert len(place.requests) == len(set(place.requests)) == 3  # the server, the thread, its channel


async def test_who_may_see_a_table_is_asked_for_when_it_matters(place):
    person = place.server.world.add_person("Bob")
    _, untold = await place.asks(person, place.halls[0])
    assert await rights.may_know(untold, place.table(place.halls[1].id, NOWHERE))


async def test_without_an_answer_nobody_has_rights_elsewhere(place):
    person = place.server.world.add_person("Bob", moderator=True)
    _, untold = await place.asks(person, place.halls[0])
    place.server.faults.fail("GET", "/guilds/", status=403, code=50001)
    table = place.table(place.halls[1].id, place.halls[1].id)
    assert (await everything(untold, table))[:3] == (False, False, False)


async def test_in_private_and_for_another_server_nothing_is_asked(place):
    person = place.server.world.add_person("Bob", moderator=True)
    private = place.server.world.open_dm(person.id)
    told, untold = await place.asks(person, private)
    table = place.table(place.halls[1].id, place.halls[1].id)
    assert (await everything(untold, table))[:3] == (await everything(told, table))[:3] == (False,) * 3
    assert place.requests == []
