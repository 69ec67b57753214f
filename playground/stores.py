"""Where the bots keep their tables: one in a file, two in a PostgreSQL database; and the way between them."""

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from subprocess import CalledProcessError
from urllib.parse import quote, unquote, urlsplit

_CODE = Path(__file__).resolve().parents[1]
_LONGEST_FOLDER = 80  # characters: a socket lies in it
_NO_POSTGRES = "il faut PostgreSQL sur cette machine (paquet postgresql), ou DATABASE_URL"
_NO_DRIVER = "il manque psycopg (`make .venv/server`, ou pip install 'psycopg[binary]')"
_NO_SETTINGS = (
    *("DATABASE_URL", "SHARD_COUNT", "SHARD_IDS", "INTERACTIONS_PORT", "DISCORD_PUBLIC_KEY"),
    *("HOME_ADDRESS", "OPS_PORT", "BACKUP_FOLDER"),
)
"""What a bot of the playground must not inherit from its surroundings (empty: as if left out)."""


class StoreTrouble(Exception):
    """Raised when tables cannot be shared or moved; the text is French, for the page."""


class Stores:
    """The stores in `folder`; a file there, `two-bots`, says that the tables are in the shared one.

    The shared one is a private PostgreSQL in the same folder, or the database at `address`.
    """

    def __init__(self, folder: Path, bot: Sequence[str], address: str | None = None) -> None:
        self._folder = folder
        self._bot = tuple(bot)
        self._address = address
        self._file = folder / "gobelet.sqlite3"
        self._mark = folder / "two-bots"
        self._programs = find_programs()
        self._server: Postgres | None = None

    @property
    def shared(self) -> bool:
        """Whether the tables are in the store that two bots share."""
        return self._mark.exists()

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no log may show."""
        password = urlsplit(self._address or "").password
        return (self._address or "", password) if password else ()

    def why_not(self) -> str | None:
        """Why two bots cannot share a store here, None when they can."""
        if find_spec("psycopg") is None:
            return _NO_DRIVER
        if self._address is None and self._programs is None:
            return _NO_POSTGRES
        if self._address is None and len(str(self._folder)) > _LONGEST_FOLDER:
            return f"le chemin {self._folder} est trop long pour PostgreSQL"
        return None

    def environment(self) -> dict[str, str]:
        """The settings that show a bot its store, and its part of the work."""
        mine = dict.fromkeys(_NO_SETTINGS, "") | {"DATABASE_PATH": str(self._file), "PYTHONPATH": str(_CODE)}
        if not self.shared:
            return mine
        return mine | {
            "DATABASE_URL": self._shared_address(),
            "SHARD_COUNT": "2",
            "SHARD_IDS": "auto",
            "LEASE_SECONDS": "3",
            "GRACE_SECONDS": "5",
        }

    async def open(self) -> None:
        """Start what the shared store needs, if the tables are there. Raises StoreTrouble."""
        if self.shared:
            self._check()
            if self._address is None and not (self._folder / "postgres").exists():
                raise StoreTrouble(
                    "Les tables de ce dossier sont dans la base de DATABASE_URL : redonnez-la."
                )
            await self._start_server(new=False)

    async def close(self) -> None:
        """End what `open` or `share` started."""
        if self._server is not None:
            await asyncio.to_thread(self._server.stop)
            self._server = None

    async def share(self) -> None:
        """Move the tables of a stopped bot to the shared store. Raises StoreTrouble, with nothing moved."""
        self._check()
        await self._start_server(new=True)
        try:
            await self._move(self.environment(), self._shared_address())
        except StoreTrouble:
            await self._remove_server()
            raise
        self._mark.touch()

    async def unshare(self) -> None:
        """Move the tables of stopped bots back to the file. Raises StoreTrouble, with nothing moved."""
        fresh = self._file.with_suffix(".new")
        _delete(fresh)
        await self._move(self.environment(), str(fresh))
        _delete(self._file)
        fresh.rename(self._file)
        self._mark.unlink()
        await self._remove_server()

    def _check(self) -> None:
        reason = self.why_not()
        if reason is not None:
            raise StoreTrouble(f"Deux bots sont impossibles ici : {reason}.")

    def _shared_address(self) -> str:
        return self._address or Postgres(self._folder / "postgres", Path()).address()

    async def _start_server(self, *, new: bool) -> None:
        if self._address is not None or self._programs is None or self._server is not None:
            return
        server = Postgres(self._folder / "postgres", self._programs, durable=True)
        try:
            if new:
                await asyncio.to_thread(server.remove)
                _let_through(self._folder)
                await asyncio.to_thread(server.make)
            await asyncio.to_thread(server.start)
        except (OSError, RuntimeError, CalledProcessError) as error:
            said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()[-1]
            raise StoreTrouble(f"PostgreSQL ne démarre pas : {said}") from error
        self._server = server

    async def _remove_server(self) -> None:
        if self._server is not None:
            await asyncio.to_thread(self._server.remove)
            self._server = None

    async def _move(self, settings: Mapping[str, str], target: str) -> None:
        target, password = _without_password(target)
        child = await asyncio.create_subprocess_exec(
            *(*self._bot, "move", "--to", target),
            cwd=self._folder,
            env=os.environ | settings | password,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        printed, _ = await child.communicate()
        if child.returncode != 0:
            said = printed.decode(errors="replace").strip().splitlines() or [f"code {child.returncode}"]
            raise StoreTrouble(f"Le déménagement des tables a échoué : {said[-1]}")


def _without_password(target: str) -> tuple[str, dict[str, str]]:
    """An address as others may see it in a command line, and the environment that has its password."""
    parts = urlsplit(target)
    if parts.password is None:
        return target, {}
    user, _, place = parts.netloc.rpartition("@")
    bare = parts._replace(netloc=f"{user.partition(':')[0]}@{place}")
    return bare.geturl(), {"PGPASSWORD": unquote(parts.password)}


def _delete(database: Path) -> None:
    """Delete an SQLite database with the files beside it."""
    for end in ("", "-wal", "-shm", "-journal"):
        database.with_name(f"{database.name}{end}").unlink(missing_ok=True)


def _let_through(folder: Path) -> None:
    """Let PostgreSQL's own account go through a folder of root's (a server refuses to run as root)."""
    if os.geteuid() == 0:
        folder.chmod(folder.stat().st_mode | 0o011)


# A private PostgreSQL for the playground and the tests: in a folder, reached by a socket, ended with us.
#
# Debian's programs are enough (package `postgresql`); no server needs to run, no port is opened.

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
