"""A listening loopback Discord with a channel and two people; a browser beside the demonstration bot."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from playground.channels import Channel
from playground.people import Person
from playground.server import Server
from tests.support.stage import Stage, Window, staged


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


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def stage() -> AsyncIterator[Stage]:
    """One for all tests: each opens a window of its own, and tables of names that no other has."""
    async with staged() as built:
        yield built


@pytest_asyncio.fixture(loop_scope="session")
async def window(stage: Stage) -> AsyncIterator[Window]:
    """A window that asks nobody but this machine, and in which nothing goes wrong."""
    opened, unknown = await stage.afresh(), len(stage.server.unknown)
    yield opened
    assert opened.complaints == []
    assert {urlsplit(address).hostname for address in opened.addresses} == {"127.0.0.1"}
    assert len(stage.server.unknown) == unknown
