"""A listening loopback Discord with a channel and two people."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from playground.channels import Channel
from playground.people import Person
from playground.server import Server


@dataclass
class Place:
    """A server with one channel, a moderator and an ordinary person."""

    server: Server
    channel: Channel
    alice: Person
    bob: Person


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    server = Server()
    world = server.world
    here = Place(
        server, world.add_channel("jeux"), world.add_person("Alice"), world.add_person("Bob", "en-US")
    )
    await server.start()
    yield here
    await server.stop()
