"""Interactions by HTTP: Discord posts each to an address of ours, signed, instead of telling the gateway.

An interaction is accepted at once (202), and answered as all are, at its own address at Discord. So any
process behind a load balancer may take it. See "Receiving and Responding to Interactions" at Discord's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import orjson
import structlog
from aiohttp import web

from bot.homes.receiving import LARGEST
from bot.settings import SettingsError
from bot.ui.wire.raw import Act

__all__ = ["FRESH_MS", "PATH", "Door", "Doorway"]

_log = structlog.get_logger(__name__)
PATH = "/interactions"
FRESH_MS = 60_000
"""How old what Discord has signed may be, and how far ahead its clock may be."""
_PING, _PONG = 1, {"type": 1}
_CLOSING = 2.0
"""Seconds that a stop waits for requests under way."""
Check = Callable[[bytes, bytes], bool]
"""Whether a signature is Discord's of a text."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where interactions come in by HTTP, and the key (64 hexadecimal digits) of whose they must be."""

    host: str
    port: int
    public_key: str


class Doorway:
    """Listens for interactions, and gives each that Discord has signed to `hear`.

    `now` gives the time in ms UTC. Raises SettingsError if the package for checking signatures is missing, or
    the key is none.
    """

    def __init__(self, door: Door, hear: Act, now: Callable[[], int]) -> None:
        self._door = door
        self._signed = _make_check(door.public_key)
        self._hear = hear
        self._now = now
        self._runner: web.AppRunner | None = None

    async def open(self) -> int:
        """Listen, for port 0 on any that is free. Returns the port. Raises SettingsError if that fails."""
        host, port = self._door.host, self._door.port
        app = web.Application(client_max_size=LARGEST)
        app.router.add_post(PATH, self._receive)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=_CLOSING)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            await runner.cleanup()
            raise SettingsError(
                f"INTERACTIONS_PORT {port} cannot be used at INTERACTIONS_HOST {host} ({error.strerror}): "
                "choose another, or stop what uses it."
            ) from None
        self._runner = runner
        taken = int(runner.addresses[0][1])
        _log.info("interactions by http", host=host, port=taken)
        return taken

    async def close(self) -> None:
        """Listen no more."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _receive(self, request: web.Request) -> web.Response:
        body = await request.read()  # larger ones are refused by aiohttp: 413
        if not self._is_from_discord(request, body):
            return web.Response(status=401)  # Discord sends wrong signatures on purpose, now and then
        try:
            payload = orjson.loads(body)
            if payload["type"] == _PING:
                return web.json_response(_PONG)
            self._hear(payload)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            _log.warning("an interaction was not understood", error=type(error).__name__)
            return web.Response(status=400)
        return web.Response(status=202)

    def _is_from_discord(self, request: web.Request, body: bytes) -> bool:
        at = request.headers.get("X-Signature-Timestamp", "")
        if not at.isascii() or not at.isdecimal() or len(at) > 12:
            return False
        try:
            signature = bytes.fromhex(request.headers.get("X-Signature-Ed25519", ""))
        except ValueError:
            return False
        if not self._signed(signature, at.encode() + body):
            return False
        fresh = abs(self._now() - int(at) * 1000) <= FRESH_MS
        if not fresh:
            _log.warning("an interaction was signed long ago, or ahead of us: look at this machine's clock")
        return fresh


def _make_check(public_key: str) -> Check:
    """Make what checks the signatures of a key. Imports the package for it."""
    try:
        from nacl.exceptions import BadSignatureError
        from nacl.signing import VerifyKey
    except ImportError:
        raise SettingsError(
            "INTERACTIONS_PORT needs the package pynacl, which is missing: install it where the bot is "
            "(pip install pynacl)."
        ) from None
    try:
        key = VerifyKey(bytes.fromhex(public_key))
    except ValueError:
        raise SettingsError("DISCORD_PUBLIC_KEY is wrong: it has 64 hexadecimal digits.") from None

    def check(signature: bytes, text: bytes) -> bool:
        try:
            key.verify(text, signature)
        except (BadSignatureError, ValueError):  # ValueError: not 64 bytes long
            return False
        return True

    return check
