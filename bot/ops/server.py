"""The operator's page by HTTP: `/live`, `/ready` and `/metrics`. Nothing secret is on it."""

import asyncio
from collections.abc import Iterable, Iterator
from itertools import accumulate

import structlog
from aiohttp import web
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from bot.meters import METERS, Labels, Meter, observe
from bot.ops.health import Health, Pulse
from bot.settings import SettingsError

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


# The meters as Prometheus reads them, beside what its library tells of the process itself.
#
# Needs the package prometheus-client (the extra `ops`).

PREFIX = "gobelet_"


class Exposition(Collector):
    """Writes all meters down as they stand."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(self)
        for kind in (ProcessCollector, PlatformCollector, GCCollector):
            kind(registry=self._registry)

    def write(self) -> bytes:
        """The page, in the form of `CONTENT_TYPE_LATEST`."""
        return generate_latest(self._registry)

    def collect(self) -> Iterable[Metric]:
        """All meters of ours; the library asks for them."""
        return [_family(name, meter) for name, meter in METERS.items()]


def _family(name: str, meter: Meter) -> Metric:
    match meter.kind:
        case "counter":
            counter = CounterMetricFamily(PREFIX + name, meter.help, labels=meter.labels)
            for labels, value in _values(meter):
                counter.add_metric(labels, value)
            return counter
        case "gauge":
            gauge = GaugeMetricFamily(PREFIX + name, meter.help, labels=meter.labels)
            for labels, value in _values(meter):
                gauge.add_metric(labels, value)
            return gauge
        case "histogram":
            histogram = HistogramMetricFamily(PREFIX + name, meter.help, labels=meter.labels)
            for labels, total in _values(meter):
                histogram.add_metric(labels, _pile_up(meter, labels), sum_value=total)
            return histogram


def _values(meter: Meter) -> Iterator[tuple[Labels, float]]:
    """What was counted by labels; a meter without labels begins at nought."""
    if not meter.labels and not meter.values:
        yield (), 0.0
    yield from meter.values.items()


def _pile_up(meter: Meter, labels: Labels) -> list[tuple[str, float]]:
    """The buckets of a histogram as Prometheus wants them: each with all that is at most as large."""
    bounds = [*map(str, meter.buckets), "+Inf"]
    counts = meter.spread.get(labels, [0] * len(bounds))
    return list(zip(bounds, map(float, accumulate(counts)), strict=True))
