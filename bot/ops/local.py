"""A local socket beside the database, by which `python -m bot health` asks how it goes.

It needs no port, and costs nothing until somebody asks: whoever connects is told the report, as JSON. Only
the bot's own user may.
"""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path

import structlog

from bot.ops.health import Health

__all__ = ["LocalSocket", "ask", "socket_path"]

_log = structlog.get_logger(__name__)


def socket_path(database: Path) -> Path:
    """The socket of a database; the same for each path that leads to the database."""
    real = database.resolve()
    return real.with_name(f"{real.name}-health")


class LocalSocket:
    """Answers whoever connects. There is one: a lock lets one process alone run on a database."""

    def __init__(self, path: Path, health: Health) -> None:
        self._path = path
        self._health = health
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Begin to answer; where there are no such sockets the bot runs without."""
        try:
            self._path.unlink(missing_ok=True)  # what a killed process has left
            self._server = await asyncio.start_unix_server(self._answer, self._path)
            self._path.chmod(0o600)
        except (OSError, AttributeError, NotImplementedError) as error:
            _log.info("no socket for `health`: it needs OPS_PORT here", why=str(error))

    async def stop(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._path.unlink(missing_ok=True)

    async def _answer(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            report = await self._health.examine()
            writer.write(json.dumps(dict(report.parts)).encode())
            await writer.drain()
        except ConnectionError:
            pass  # nobody waits for it any more
        finally:
            writer.close()


def ask(path: Path, seconds: float) -> dict[str, str]:
    """Ask the bot of this socket how its parts are; OSError if nobody answers within so many seconds."""
    told = b""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(seconds)
        line.connect(str(path))
        while part := line.recv(65_536):
            told += part
    if not told:
        raise ConnectionError("nothing was said")
    parts: dict[str, str] = json.loads(told)
    return parts
