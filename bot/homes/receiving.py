"""The private address at which a process takes the interactions that others have heard for its tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import orjson
import structlog
from aiohttp import web

from bot.homes.forwarding import NOT_HOME, PATH, SEALED, TAKEN, Payload
from bot.homes.seal import Seal

__all__ = ["LARGEST", "Receiver", "split_place"]

_log = structlog.get_logger(__name__)
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
