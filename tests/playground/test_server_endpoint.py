"""Interactions by HTTP: checked as Discord checks an endpoint, signed, and posted once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from playground.interactions import NO_ANSWER
from playground.server import EndpointError, Server
from playground.world import World

signing = pytest.importorskip("nacl.signing", reason="PyNaCl signs what is posted")


class Taker:
    """An endpoint that checks signatures (or not), and keeps what it gets."""

    def __init__(self, key: str, *, careless: bool = False, status: int = 202) -> None:
        self._key = signing.VerifyKey(bytes.fromhex(key))
        self._careless = careless
        self.status = status
        self.got: list = []

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        signed = request.headers["X-Signature-Timestamp"].encode() + body
        try:
            self._key.verify(signed, bytes.fromhex(request.headers["X-Signature-Ed25519"]))
        except signing.exc.BadSignatureError:
            if not self._careless:
                return web.Response(status=401)
        told = await request.json()
        if told["type"] == 1:
            return web.json_response({"type": 1})
        self.got.append(told)
        return web.Response(status=self.status)


@asynccontextmanager
async def listening(taker: Taker) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_post("/", taker.take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    server = Server(World(ack_seconds=0.3))
    await server.start()
    yield server
    await server.stop()


def plant(server: Server) -> tuple[int, int]:
    """Somebody, and a message with a button "a"."""
    channel, person = server.world.add_channel("jeux"), server.world.add_person("Alice")
    button = {"type": 2, "style": 1, "label": "a", "custom_id": "a"}
    body = {"flags": 1 << 15, "components": [{"type": 1, "components": [button]}]}
    return person.id, server.world.messages.post(channel, server.world.bot, body).id


async def test_a_click_is_posted_with_a_signature_that_fits(server):
    taker = Taker(server.endpoint.public_key)
    person, message = plant(server)
    async with listening(taker) as url:
        await server.endpoint.use([url])
        clicked = await server.click(person, message, "a")
        assert (await clicked.wait(20)).error == NO_ANSWER  # it was taken, and nobody has answered
    assert [(each["id"], each["data"]["custom_id"]) for each in taker.got] == [(str(clicked.id), "a")]
    assert server.endpoint.statuses == [202]


async def test_an_endpoint_must_answer_a_ping_and_refuse_a_wrong_signature(server):
    other = signing.SigningKey.generate().verify_key
    async with listening(Taker(bytes(other).hex())) as url:
        with pytest.raises(EndpointError, match="PING"):
            await server.endpoint.use([url])
    async with listening(Taker(server.endpoint.public_key, careless=True)) as url:
        with pytest.raises(EndpointError, match="wrong signature"):
            await server.endpoint.use([url])
    with pytest.raises(EndpointError, match="does not answer"):
        await server.endpoint.use([url])
    assert not server.endpoint.in_use


async def test_addresses_take_turns_and_one_that_is_gone_is_left_out(server):
    first, second = (Taker(server.endpoint.public_key) for _ in range(2))
    person, message = plant(server)
    async with listening(first) as a:
        async with listening(second) as b:
            await server.endpoint.use([a, b])
            clicks = [await server.click(person, message, "a") for _ in range(4)]
            await asyncio.gather(*(each.wait(20) for each in clicks))
            assert len(first.got) == len(second.got) == 2
        clicks = [await server.click(person, message, "a") for _ in range(2)]
        await asyncio.gather(*(each.wait(20) for each in clicks))
    assert len(first.got) == 4
    assert len(second.got) == 2


async def test_what_is_not_taken_is_not_posted_again_and_fails(server):
    taker = Taker(server.endpoint.public_key, status=500)
    person, message = plant(server)
    async with listening(taker) as url:
        await server.endpoint.use([url])
        clicked = await server.click(person, message, "a")
        assert (await clicked.wait(20)).error == NO_ANSWER
    assert len(taker.got) == 1
    assert server.endpoint.statuses == [500]
