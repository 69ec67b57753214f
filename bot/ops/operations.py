"""Everything by which an operator sees a running bot: started before it connects, stopped after it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import structlog

from bot.ops.backups import Backups
from bot.ops.health import Health
from bot.ops.local import LocalSocket, socket_path
from bot.ops.pulse import Pulse
from bot.ops.systemd import Systemd, watchdog_seconds
from bot.settings import Settings, SettingsError
from bot.tables.ports import Clock

__all__ = ["REST", "Operations"]

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
        from bot.ops.server import Server
    except ModuleNotFoundError as error:
        if error.name != "prometheus_client":
            raise
        raise SettingsError(
            "OPS_PORT needs the package prometheus-client, which is missing: install it where the bot is "
            "(pip install prometheus-client), or leave OPS_PORT out."
        ) from None
    return Server(host, port, health)
