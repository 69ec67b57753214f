"""A PostgreSQL database and how it is reached: its address, new connections, and whether it is away."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from threading import Lock
from typing import Any, Final
from urllib.parse import quote

import psycopg
import structlog
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import tuple_row

from db.errors import StoreError
from db.postgres.adapting import adapt
from db.postgres.errors import explain, explain_connecting

__all__ = ["Server"]

_log = structlog.get_logger(__name__)

DEFAULTS: Final[Mapping[str, str]] = {
    # A server that is gone without a word is noticed within some seconds.
    "connect_timeout": "3",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "8000",
    "target_session_attrs": "read-write",
}
"""What holds unless the URL says otherwise."""
PREPARE: Final = """
    SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;
    SELECT set_config('synchronous_commit', 'on', FALSE) WHERE current_setting('synchronous_commit') = 'off';
"""
"""An answered action is on disk, whatever the role's default is."""
LIMITS: Final = """
    SET lock_timeout = '5s';
    SET statement_timeout = '30s';
    SET idle_in_transaction_session_timeout = '10s';
"""
"""Nobody waits for ever behind a click, nor for a process that was frozen within a transaction."""


class Server:
    """Where the store is kept. Raises StoreError `bad_address` for a URL that libpq does not understand."""

    def __init__(self, url: str, holder: str) -> None:
        given = read_address(url)
        if given is None:
            raise StoreError("bad_address", path="DATABASE_URL")
        self.name = name_of(given)
        self.holder = holder
        self.chance = Random(holder)  # noqa: S311 - nobody gains by knowing it
        """How long to wait for another process: each, having a name of its own, waits differently."""
        self._conninfo = make_conninfo("", **{**DEFAULTS, "application_name": f"gobelet {holder}", **given})
        self._away: set[object] = set()
        self._lock = Lock()

    def connect(self, *, patient: bool = False) -> psycopg.Connection[Any]:
        """Open a connection in autocommit mode; one that is `patient` takes any time. StoreError."""
        try:
            link = psycopg.connect(self._conninfo, autocommit=True, row_factory=tuple_row)
        except psycopg.Error as error:
            raise explain_connecting(error, self.name) from None
        try:
            link.execute(PREPARE if patient else PREPARE + LIMITS)
        except psycopg.Error as error:
            link.close()
            raise explain(error, self.name) from None
        link.prepared_max = 300
        adapt(link.adapters)
        return link

    async def connect_in_loop(self) -> psycopg.AsyncConnection[Any]:
        """Open a connection for asyncio, in autocommit mode; StoreError."""
        try:
            return await psycopg.AsyncConnection.connect(
                self._conninfo, autocommit=True, row_factory=tuple_row
            )
        except psycopg.Error as error:
            raise explain_connecting(error, self.name) from None

    def explain(self, error: psycopg.Error) -> StoreError:
        """The StoreError for an error of this database."""
        return explain(error, self.name)

    def note_lost(self, who: object, error: StoreError) -> None:
        """One of the connections is lost; the log tells when it is the first."""
        with self._lock:
            first = not self._away
            self._away.add(who)
        if first:
            _log.warning(
                "database away", database=self.name, code=error.code, detail=error.params.get("detail")
            )

    def note_back(self, who: object) -> None:
        """A lost connection is there again; the log tells when it is the last."""
        with self._lock:
            if who not in self._away:
                return
            self._away.discard(who)
            last = not self._away
        if last:
            _log.info("database back", database=self.name)


def read_address(url: str) -> dict[str, str] | None:
    """The parts of an address; None if it has none, or if the password's marks have come into others."""
    try:
        read = conninfo_to_dict(url)
    except psycopg.Error:  # its words may quote the password: nobody is to see them, not even as a context
        return None
    given = {name: str(value) for name, value in read.items() if value is not None}
    ports = given.get("port", "").replace(",", "")
    if "@" in given.get("host", "") + given.get("dbname", "") or not (ports or "0").isdecimal():
        return None
    return given


def without_path(error: StoreError) -> dict[str, str | int]:
    return {name: value for name, value in error.params.items() if name != "path"}


def name_of(given: Mapping[str, str]) -> str:
    """The database's address for sentences and logs: user, host, port and name, no password."""
    user = f"{given['user']}@" if "user" in given else ""
    host = given.get("host", "")
    place = "" if host.startswith("/") else host
    port = f":{given['port']}" if given.get("port", "").strip(",") else ""
    shown = f"postgresql://{user}{place}{port}/{given.get('dbname', '')}"
    return f"{shown}?host={quote(host)}" if host.startswith("/") else shown
