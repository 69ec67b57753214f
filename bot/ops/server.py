"""The operator's page by HTTP: `/live`, `/ready` and `/metrics`. Nothing secret is on it."""

from __future__ import annotations

import asyncio

import structlog
from aiohttp import web

from bot.meters import observe
from bot.ops.exposition import CONTENT_TYPE_LATEST, Exposition
from bot.ops.health import Health
from bot.ops.pulse import Pulse
from bot.settings import SettingsError

__all__ = ["Server"]

_log = structlog.get_logger(__name__)
_EVERY = 0.5
"""Seconds between two looks at how late the event loop is."""
_LATE = 1.0
"""A loop that is so many seconds late is not counted as alive."""


class Server:
    """Answers programs that watch over the bot; see `Health` for what ready means.

    For port 0 it takes any that is free: `port` is that one once it has begun, and the log tells of it.
    """

    def __init__(self, host: str, port: int, health: Health) -> None:
        self._host = host
        self.port = port
        self._health = health
        self._exposition = Exposition()
        self._pulse = Pulse(_EVERY, self._feel)
        self._lag = 0.0
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Begin to answer. Raises SettingsError if the port is not to be had."""
        app = web.Application()
        app.router.add_get("/live", self._live)
        app.router.add_get("/ready", self._ready)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self.port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise SettingsError(
                f"OPS_PORT {self.port} on {self._host} cannot be used ({error.strerror}): "
                "choose another, or end what uses it."
            ) from None
        self.port = int(self._runner.addresses[0][1])
        _log.info("operator's page", host=self._host, port=self.port)
        self._pulse.start()

    async def stop(self) -> None:
        """Answer no more."""
        self._pulse.stop()
        if self._runner is not None:
            await self._runner.cleanup()

    def _feel(self, late: float) -> None:
        self._lag = late
        observe("loop_lag_seconds", late)

    async def _live(self, _request: web.Request) -> web.Response:
        """Whether the event loop does its work; while it is stuck there is no answer at all."""
        loop = asyncio.get_running_loop()
        asked = loop.time()
        await asyncio.sleep(0)
        lag = max(self._lag, loop.time() - asked)
        return web.json_response(
            {"live": lag < _LATE, "loop_lag_seconds": round(lag, 3)}, status=200 if lag < _LATE else 503
        )

    async def _ready(self, _request: web.Request) -> web.Response:
        report = await self._health.examine()
        told = {"ready": report.ready, "parts": dict(report.parts)}
        return web.json_response(told, status=200 if report.ready else 503)

    async def _metrics(self, _request: web.Request) -> web.Response:
        return web.Response(body=self._exposition.write(), headers={"Content-Type": CONTENT_TYPE_LATEST})
