"""Everything by which an operator sees a running bot: started before it connects, stopped after it."""

import asyncio
import re
import shutil
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from typing import Final, Protocol

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

from bot.faults import BACKUP_SENTENCES, explain
from bot.meters import METERS, Labels, Meter, observe
from bot.ops.health import Health, LocalSocket, Pulse, socket_path
from bot.ops.signals import Systemd, watchdog_seconds
from bot.settings import Settings, SettingsError
from bot.tables.ports import Cancel, Clock
from db.errors import StoreError
from db.sqlite.backup import Contents, back_up

_log = structlog.get_logger(__name__)
REST = 30.0
"""So many seconds a stop may take beside those that it waits for work under way."""


class _Part(Protocol):
    async def start(self) -> None: ...

    async def stop(self) -> None: ...


class Operations:
    """Answers for `health`, on `OPS_PORT` and to systemd, and makes backups: whichever is wanted."""

    def __init__(self, settings: Settings, health: Health, clock: Clock) -> None:
        self._settings = settings
        self._health = health
        self._clock = clock
        self._systemd = Systemd()
        self._parts: list[_Part] = []
        self._watchdog: Pulse | None = None

    async def start(self) -> None:
        """Begin to answer, so that whoever asks is told what the bot still waits for.

        Raises SettingsError if it cannot be as the settings want it.
        """
        if (seconds := watchdog_seconds()) is not None:
            self._watchdog = Pulse(seconds / 2, lambda _late: self._systemd.say(WATCHDOG="1"))
            self._watchdog.start()
        settings = self._settings
        if settings.ops_port is not None:
            self._parts.append(_make_server(settings.ops_host, settings.ops_port, self._health))
        if settings.database_url is None:
            self._parts.append(LocalSocket(socket_path(settings.database_path), self._health))
        if settings.backup_folder is not None:
            self._plan_backups(settings, settings.backup_folder)
        for part in self._parts:
            await part.start()
        self._systemd.say(STATUS="connecting to Discord")

    def _plan_backups(self, settings: Settings, folder: Path) -> None:
        if settings.database_url is not None:
            _log.warning("BACKUP_FOLDER means nothing with DATABASE_URL: PostgreSQL has pg_dump.")
            return
        hours, keep = settings.backup_hours, settings.backup_keep
        self._parts.append(Backups(settings.database_path, folder, hours, keep, self._clock))

    def say_ready(self) -> None:
        """The bot hears people and serves them, from now on."""
        self._systemd.say(READY="1", STATUS="serving")

    def say_stopping(self) -> None:
        """The bot has begun to stop: it is ready for nobody any more."""
        self._health.stopping = True
        longest = round((self._settings.grace_seconds + REST) * 1_000_000)
        self._systemd.say(
            STOPPING="1", STATUS="finishing what is under way", EXTEND_TIMEOUT_USEC=str(longest)
        )

    async def stop(self) -> None:
        """Answer no more."""
        if self._watchdog is not None:
            self._watchdog.stop()
        for part in self._parts:
            await part.stop()


def _make_server(host: str, port: int, health: Health) -> _Part:
    # Who wants no port needs no package for it, and does not wait for it at the start.
    try:
        pass
    except ModuleNotFoundError as error:
        if error.name != "prometheus_client":
            raise
        raise SettingsError(
            "OPS_PORT needs the package prometheus-client, which is missing: install it where the bot is "
            "(pip install prometheus-client), or leave OPS_PORT out."
        ) from None
    return Server(host, port, health)


# Copies of the SQLite database on a schedule, while the bot runs; the oldest go, and only ours.
#
# A copy has its name only once it is whole and checked, so that whatever bears one of our names is good.
# When the next one is due is read from the newest name: a bot that is often started anew makes no more of
# them.

_STAMP: Final = "%Y%m%d-%H%M%S"
_HOUR: Final = 3_600_000
_AT_FIRST: Final = 60_000
"""So long (ms) after the start one that is overdue is made: people come first."""
_AGAIN: Final = _HOUR
"""One that failed is tried again after so long (ms), or when the next would be due."""
_ROOM: Final = 32 * 1024 * 1024
"""So many bytes must be left beside a copy: the bot itself may write to the same disk."""


class Backups:
    """Copies the database at `source` into `folder` every so many `hours`, and keeps the newest `keep`."""

    def __init__(self, source: Path, folder: Path, hours: float, keep: int, clock: Clock) -> None:
        self._source = source
        self._folder = folder
        self._every = round(hours * _HOUR)
        self._keep = keep
        self._clock = clock
        self._name = re.compile(re.escape(source.stem) + r"-(\d{8}-\d{6})\.db(\.part)?")
        self._timer: Cancel | None = None
        self._making: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; once started, it goes on. Raises SettingsError if the folder cannot be used."""
        try:
            newest = await asyncio.to_thread(self._look)
        except OSError as error:
            raise SettingsError(
                f"BACKUP_FOLDER {self._folder} cannot be used ({error.strerror}): "
                "let the bot's user write there, or name another."
            ) from None
        now = self._clock.now()
        soon = now + min(_AT_FIRST, self._every)
        # A name of the future is of a clock that went wrong, and must not put the next one off for years.
        self._wait(soon if newest is None else max(soon, min(newest, now) + self._every))

    async def stop(self) -> None:
        """Begin no more; one that is being made is given up, and leaves nothing."""
        if self._timer is not None:
            self._timer()
        if self._making is not None:
            self._making.cancel()
            await asyncio.wait((self._making,))

    def _wait(self, at: int) -> None:
        self._timer = self._clock.call_at(at, self._begin)

    def _begin(self) -> None:
        self._making = asyncio.create_task(self._make(), name="backup")

    async def _make(self) -> None:
        """Make one, then wait for the next."""
        began = self._clock.now()
        wait = min(_AGAIN, self._every)
        try:
            target = self._folder / f"{self._source.stem}-{_stamp(began)}.db"
            await asyncio.to_thread(self._check_room)
            contents = await back_up(self._source, target)
            _tell(target, contents)
            await asyncio.to_thread(self._rotate, target)
            wait = self._every
        except StoreError as error:
            _log.error("no backup made", why=self._explain(error), again_in_s=wait // 1000)
        except Exception:  # what it is may be gone in an hour; the copies that there are stay
            _log.exception("no backup made", again_in_s=wait // 1000)
        self._wait(began + wait)

    def _explain(self, error: StoreError) -> str:
        sentence = BACKUP_SENTENCES.get(error.code)
        return explain(error) if sentence is None else sentence.format(path=self._folder)

    # -- the folder ------------------------------------------------------------------------------------

    def _look(self) -> int | None:
        """Make the folder, and find when (ms UTC) the newest copy there was made; OSError."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = self._folder / f"{self._source.stem}-{_stamp(0)}.db.part"
        probe.touch(0o600)
        probe.unlink()
        return max(self._find().values(), default=None)

    def _find(self, parts: bool = False) -> dict[Path, int]:
        """Find our copies, or the parts of those that were not finished, each with its moment (ms UTC)."""
        found = {}
        for path in self._folder.iterdir():
            match = self._name.fullmatch(path.name)
            if match is not None and bool(match[2]) == parts and (at := _read_stamp(match[1])) is not None:
                found[path] = at
        return found

    def _check_room(self) -> None:
        """Raise StoreError `disk_full` where there is no room: a full disk would stop the bot itself."""
        log = self._source.with_name(f"{self._source.name}-wal")
        needed = sum(file.stat().st_size for file in (self._source, log) if file.exists()) + _ROOM
        if shutil.disk_usage(self._folder).free < needed:
            raise StoreError("disk_full", path=str(self._folder))

    def _rotate(self, newest: Path) -> None:
        """Delete our oldest copies, but never the one that was made just now, and what killed bots left."""
        copies = self._find()
        copies.pop(newest, None)
        by_age = sorted(copies, key=lambda path: copies[path], reverse=True)
        for path in (*by_age[self._keep - 1 :], *self._find(parts=True)):
            path.unlink(missing_ok=True)
            _log.info("old backup deleted", file=str(path))


def _tell(target: Path, contents: Contents) -> None:
    size = target.stat().st_size
    _log.info("backup made", file=str(target), bytes=size, tables=contents.tables, log=contents.lines)


def _stamp(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime(_STAMP)


def _read_stamp(text: str) -> int | None:
    try:
        return round(datetime.strptime(text, _STAMP).replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:  # such a day never was: the file is not ours
        return None


# The operator's page by HTTP: `/live`, `/ready` and `/metrics`. Nothing secret is on it.

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
