"""The door for interactions by HTTP lets in what Discord has signed, lately, and nothing else."""

import sys
from collections.abc import AsyncIterator

import aiohttp
import orjson
import pytest

from bot.settings import SettingsError
from bot.ui.wire.intake import FRESH_MS, PATH, Door, Doorway
from playground.server import Endpoint, EndpointError
from playground.snowflakes import utc_now
from tests.support.clock import FakeClock

signing = pytest.importorskip("nacl.signing", reason="PyNaCl checks signatures")
KEY = signing.SigningKey.generate()
PUBLIC = bytes(KEY.verify_key).hex()
CLICK = {"id": "11", "type": 3, "token": "secret-of-the-click", "data": {"custom_id": "g:1:2:roll:"}}


class Entrance:
    """An open doorway: what it has let in, and a way to knock."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.heard: list[object] = []
        self.doorway = Doorway(Door("127.0.0.1", 0, PUBLIC), self.heard.append, self.clock.now)
        self.url = ""

    async def knock(
        self, body: bytes, at: object = None, signature: str | None = None, **headers: str
    ) -> int:
        at = self.clock.now() // 1000 if at is None else at
        signed = KEY.sign(str(at).encode() + body).signature.hex()
        sent = {"X-Signature-Timestamp": str(at), "X-Signature-Ed25519": signature or signed}
        async with (
            aiohttp.ClientSession() as session,
            session.post(self.url, data=body, headers=sent) as answer,
        ):
            self.said = await answer.read()
            return answer.status


@pytest.fixture
async def door() -> AsyncIterator[Entrance]:
    door = Entrance()
    door.url = f"http://127.0.0.1:{await door.doorway.open()}{PATH}"
    yield door
    await door.doorway.close()


async def test_what_discord_has_signed_is_heard_and_accepted_without_a_word(door):
    assert await door.knock(orjson.dumps(CLICK)) == 202
    assert door.said == b""
    assert door.heard == [CLICK]


async def test_a_ping_is_answered_and_not_heard(door):
    assert await door.knock(b'{"type":1,"id":"1"}') == 200
    assert orjson.loads(door.said) == {"type": 1}
    assert door.heard == []


@pytest.mark.parametrize("signature", ["00" * 64, "00", "no hex", "é", "ab" * 65, bytes(KEY).hex() * 2])
async def test_a_wrong_signature_is_refused(door, signature):
    assert await door.knock(orjson.dumps(CLICK), signature=signature) == 401
    assert door.heard == []


async def test_a_signature_of_another_body_or_time_is_refused(door):
    body, at = orjson.dumps(CLICK), door.clock.now() // 1000
    of_other = KEY.sign(str(at + 1).encode() + body).signature.hex()
    assert await door.knock(body, signature=of_other) == 401
    assert await door.knock(body + b" ", signature=KEY.sign(str(at).encode() + body).signature.hex()) == 401
    assert door.heard == []


async def test_what_was_signed_long_ago_or_in_the_future_is_refused(door, capfd, caplog):
    now = door.clock.now() // 1000
    far = FRESH_MS // 1000
    for at in (now - far - 1, now + far + 1, "", "x", "-5", "9" * 30, "²"):
        assert await door.knock(orjson.dumps(CLICK), at) == 401
    out, err = capfd.readouterr()
    assert (out + err + caplog.text).count("look at this machine's clock") == 2, "the rest is nobody's clock"
    for at in (now - far, now + far):
        assert await door.knock(orjson.dumps(CLICK), at) == 202
    assert len(door.heard) == 2


@pytest.mark.parametrize("body", [b"", b"no json", b"[]", b"null", b"{}"])
async def test_what_is_no_interaction_is_refused_though_it_is_signed(door, body):
    assert await door.knock(body) == 400
    assert door.heard == []


async def test_a_body_that_is_too_large_and_other_ways_are_refused(door):
    assert await door.knock(b"x" * (256 * 1024 + 1)) == 413
    async with aiohttp.ClientSession() as session:
        async with session.get(door.url) as answer:
            assert answer.status == 405
        async with session.post(door.url.removesuffix(PATH)) as answer:
            assert answer.status == 404
        async with session.post(door.url, data=orjson.dumps(CLICK)) as answer:
            assert answer.status == 401


async def test_the_check_that_discord_makes_of_an_endpoint_is_passed():
    endpoint = Endpoint(utc_now)
    heard: list[object] = []
    for key, fits in ((endpoint.public_key, True), (PUBLIC, False)):
        doorway = Doorway(Door("127.0.0.1", 0, key), heard.append, lambda: int(utc_now().timestamp() * 1000))
        url = f"http://127.0.0.1:{await doorway.open()}{PATH}"
        if fits:
            await endpoint.use([url])
        else:
            with pytest.raises(EndpointError):
                await endpoint.use([url])
        await doorway.close()
    await endpoint.close()
    assert heard == []


async def test_a_port_that_is_taken_is_said_in_a_sentence(door):
    port = int(door.url.removesuffix(PATH).rpartition(":")[2])
    with pytest.raises(SettingsError, match=f"INTERACTIONS_PORT {port} cannot be used"):
        await Doorway(Door("127.0.0.1", port, PUBLIC), print, door.clock.now).open()


def test_a_missing_package_and_a_wrong_key_are_said_in_a_sentence(monkeypatch):
    with pytest.raises(SettingsError, match="DISCORD_PUBLIC_KEY"):
        Doorway(Door("", 0, "ab"), print, FakeClock().now)
    monkeypatch.setitem(sys.modules, "nacl.signing", None)
    with pytest.raises(SettingsError, match="pip install pynacl"):
        Doorway(Door("", 0, PUBLIC), print, FakeClock().now)


async def test_the_log_tells_neither_token_nor_body(door, capfd, caplog):
    await door.knock(orjson.dumps(CLICK | {"type": "x"})[:-1])
    await door.knock(orjson.dumps(CLICK), signature="00" * 64)
    out, err = capfd.readouterr()
    assert "not understood" in out + err + caplog.text
    assert CLICK["token"] not in out + err + caplog.text
