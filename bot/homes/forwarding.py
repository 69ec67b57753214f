"""Sends an interaction on to the process that is home to its table, by a POST to its private address.

Only a home that says so has taken it. Whatever else happens (no answer soon enough, another answer, nobody
there), whoever has heard the interaction acts on it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import orjson
import structlog
from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector, web

from bot import meters

_log = structlog.get_logger(__name__)
PATH = "/interactions"
SEALED = "X-Gobelet-Seal"
TAKEN, NOT_HOME = 202, 409
PATIENCE = 0.4
"""Seconds that a home has to take an interaction. Discord waits 3 for its answer, whoever gives it."""
Payload = Mapping[str, Any]
"""An interaction as Discord has sent it."""


class Forwarder:
    """Sends interactions on. Its connections are kept open; `patience` is in seconds."""

    def __init__(self, seal: Seal, patience: float = PATIENCE) -> None:
        self._seal = seal
        self._timeout = ClientTimeout(total=patience)
        self._connections: ClientSession | None = None
        self._closed = False

    async def send(self, address: str, payload: Payload) -> bool:
        """Send an interaction to the home at this address ("host:port"). Whether it was taken there."""
        result = await self._send(address, orjson.dumps(payload))
        meters.count("forwarded", result)
        return result == "taken"

    async def close(self) -> None:
        """Close all connections. From now on nothing is taken anywhere else."""
        self._closed = True
        if self._connections is not None:
            await self._connections.close()

    async def _send(self, address: str, body: bytes) -> str:
        """Send it, and say in a word what came of it."""
        if self._closed:
            return "failed"
        if self._connections is None:  # not before: only a running loop can have them
            # A home that has stopped would hold up those that go elsewhere if connections were counted.
            self._connections = ClientSession(connector=TCPConnector(limit=0), timeout=self._timeout)
        headers = {SEALED: self._seal.make(body), "Content-Type": "application/json"}
        try:
            async with self._connections.post(
                f"http://{address}{PATH}", data=body, headers=headers, allow_redirects=False
            ) as answer:
                status = answer.status
        except TimeoutError:
            return "late"
        except (ClientError, OSError, ValueError) as error:
            _log.info("home not reached", error=type(error).__name__)
            return "failed"
        if status in (TAKEN, NOT_HOME):
            return "taken" if status == TAKEN else "not_home"
        _log.warning("home did not understand", status=status)
        return "failed"


# The private address at which a process takes the interactions that others have heard for its tables.

LARGEST = 256 * 1024
"""Bytes that an interaction may have; those of Discord have some thousand."""
_CLOSING = 2.0
"""Seconds that a stop waits for requests under way."""


class Receiver:
    """Takes interactions from the bot's other processes.

    `take` gets each and begins to act on it; it says False if its home is not here.
    """

    def __init__(self, seal: Seal, take: Callable[[Payload], Awaitable[bool]]) -> None:
        self._seal = seal
        self._take = take
        self._runner: web.AppRunner | None = None

    async def open(self, place: str) -> str:
        """Listen at "host:port", for port 0 on any that is free. Returns where it really is.

        Raises OSError if that is not possible.
        """
        host, port = split_place(place)
        app = web.Application(client_max_size=LARGEST)
        app.router.add_post(PATH, self._receive)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=_CLOSING)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
        except BaseException:
            await runner.cleanup()
            raise
        self._runner = runner
        return f"{place.rpartition(':')[0]}:{runner.addresses[0][1]}"

    async def close(self) -> None:
        """Listen no more."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _receive(self, request: web.Request) -> web.Response:
        body = await request.read()  # larger ones are refused by aiohttp: 413
        if not self._seal.fits(request.headers.get(SEALED, ""), body):
            _log.warning("an interaction without our seal was refused: look at HOME_ADDRESS and the clocks")
            return web.Response(status=401)
        # Whoever woke from a long sleep may read what its sender has given up: then the line is cut already.
        if request.transport is None or request.transport.is_closing():
            return web.Response(status=408)
        try:
            taken = await self._take(orjson.loads(body))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            _log.warning("an interaction that was sent on was not understood", error=type(error).__name__)
            return web.Response(status=400)
        return web.Response(status=TAKEN if taken else NOT_HOME)


def split_place(place: str) -> tuple[str, int]:
    """Split "host:port"; the brackets round an IPv6 address go."""
    host, _, port = place.rpartition(":")
    return host.strip("[]"), int(port)


# The seal on what processes of one bot send each other: only who has the bot's token can make it.
#
# It proves where a text comes from and when it was sealed; it hides nothing, for the network between the
# processes is a private one.

FRESH_MS = 60_000
"""How far the time on a seal may be from the reader's own. Clocks of machines differ a little."""
_PURPOSE = b"gobelet: interactions sent on to their home"


class Seal:
    """Makes and checks seals by a key that comes from the bot's token. `now` gives the time in ms UTC."""

    def __init__(self, token: str, now: Callable[[], int]) -> None:
        secret = hmac.digest(_PURPOSE, token.encode(), hashlib.sha256)
        self._key = hmac.digest(secret, _PURPOSE + b"\x01", hashlib.sha256)  # HKDF (RFC 5869), one block
        self._now = now

    def make(self, text: bytes) -> str:
        """Make the seal of a text: the time, a colon, and the digest of both in hexadecimal digits."""
        return self._make(self._now(), text)

    def fits(self, seal: str, text: bytes) -> bool:
        """Whether a seal is one of ours, of this text, and not too old."""
        at = seal.partition(":")[0]
        if not at.isascii() or not at.isdecimal() or len(at) > 15:
            return False
        genuine = hmac.compare_digest(self._make(int(at), text).encode(), seal.encode())
        return genuine and abs(self._now() - int(at)) <= FRESH_MS

    def _make(self, at: int, text: bytes) -> str:
        return f"{at}:{hmac.new(self._key, b'%d:' % at + text, hashlib.sha256).hexdigest()}"
