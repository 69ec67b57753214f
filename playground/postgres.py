"""A private PostgreSQL for the playground and the tests: in a folder, reached by a socket, ended with us.

Debian's programs are enough (package `postgresql`); no server needs to run, no port is opened.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

__all__ = ["Postgres", "find_programs"]

_DEBIAN = Path("/usr/lib/postgresql")
_ROLE = "postgres"
_PATIENCE = 30.0
"""Seconds in which a server starts on any machine."""


def find_programs() -> Path | None:
    """The folder of the newest PostgreSQL server's programs on this machine; None if there is none."""
    if (found := shutil.which("initdb")) is not None:
        return Path(found).resolve().parent
    versions = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return versions[-1].parent if versions else None


class Postgres:
    """A server of its own in `folder`, which must be short (a socket's path has some 100 characters at most).

    `durable`: commits survive a power cut; without it they survive a SIGKILL, and are much faster.
    """

    def __init__(self, folder: Path, programs: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self._programs = programs
        self._data = folder / "data"
        self._durable = durable
        self._server: subprocess.Popen[bytes] | None = None

    def address(self, database: str = "postgres", role: str = _ROLE) -> str:
        """The URL of one of its databases."""
        return f"postgresql://{role}@/{database}?host={quote(str(self.folder), safe='')}"

    def make(self) -> None:
        """Make the folder and an empty cluster in it (about a second)."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:  # a server refuses to run as root
            shutil.chown(self.folder, _ROLE, _ROLE)
        self._run("initdb", "-D", self._data, "-U", _ROLE, "-A", "trust", "-E", "UTF8", "--locale=C", "-N")

    def start(self) -> None:
        """Start the server, and return when it answers."""
        if self._server is not None:
            raise RuntimeError("it runs already")
        on = "on" if self._durable else "off"
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": on,
            "full_page_writes": on,
            "max_connections": "60",
            "shared_buffers": "64MB",
            "log_min_messages": "panic",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [
            *_as_owner("--pdeathsig=INT"),
            str(self._programs / "postgres"),
            "-D",
            str(self._data),
            *options,
        ]
        with (self.folder / "postgres.log").open("ab") as log:
            self._server = subprocess.Popen(  # noqa: S603 - our own words
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        self._wait_until_ready()

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """End the server, and return when it is gone: SIGINT ends connections, SIGQUIT is a crash."""
        if self._server is not None:
            self._server.send_signal(number)
            self._server.wait(_PATIENCE)
            self._server = None

    def remove(self) -> None:
        """End the server if it runs, and delete its folder."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, sql: str, database: str = "postgres") -> str:
        """What a statement prints, by PostgreSQL's own client. CalledProcessError for one that fails."""
        client = ("psql", "-h", self.folder, "-U", _ROLE, "-d", database, "-XAtq", "-v", "ON_ERROR_STOP=1")
        return self._run(*client, "-c", sql).strip()

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                self._run("pg_isready", "-q", "-h", self.folder, "-U", _ROLE)
            except subprocess.CalledProcessError:
                if time.monotonic() > end or self._server is None or self._server.poll() is not None:
                    said = (self.folder / "postgres.log").read_text(errors="replace")
                    raise RuntimeError(f"PostgreSQL does not start:\n{said[-2000:]}") from None
                time.sleep(0.03)
            else:
                return

    def _run(self, program: str, *arguments: str | Path) -> str:
        command = [*_as_owner(), str(self._programs / program), *map(str, arguments)]
        done = subprocess.run(  # noqa: S603 - our own words
            command, check=True, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        return done.stdout


def _as_owner(*more: str) -> list[str]:
    """How a command is run so that it is not root's; `more` are further options of `setpriv`."""
    ours = [f"--reuid={_ROLE}", f"--regid={_ROLE}", "--clear-groups"] if os.geteuid() == 0 else []
    return ["setpriv", *ours, *more] if ours or (more and shutil.which("setpriv")) else []
