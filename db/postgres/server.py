"""A PostgreSQL database and how it is reached: its address, new connections, and whether it is away."""

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
from db.postgres.sql import adapt

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


def _without_path(error: StoreError) -> dict[str, str | int]:
    return {name: value for name, value in error.params.items() if name != "path"}


def name_of(given: Mapping[str, str]) -> str:
    """The database's address for sentences and logs: user, host, port and name, no password."""
    user = f"{given['user']}@" if "user" in given else ""
    host = given.get("host", "")
    place = "" if host.startswith("/") else host
    port = f":{given['port']}" if given.get("port", "").strip(",") else ""
    shown = f"postgresql://{user}{place}{port}/{given.get('dbname', '')}"
    return f"{shown}?host={quote(host)}" if host.startswith("/") else shown


# What PostgreSQL's errors mean for the store. Their first line is kept: the others quote what rows hold.

STATES: Final[dict[str, str]] = {
    "25006": "stand_by",
    "42501": "no_rights",
    "53100": "disk_full",
    "53300": "crowded",
    "55P03": "timeout",
    "57014": "timeout",
    "40P01": "locked",
    "40001": "locked",
    "58030": "io",
    "XX001": "corrupt",
    "XX002": "corrupt",
    "P0001": "broken_rule",
}
CLASSES: Final[dict[str, str]] = {"08": "unreachable", "23": "broken_rule", "57": "unreachable"}
"""By the first two characters of the state: connections, constraints, the server's own going down."""
# A connection that was refused has no state, only words; other words than these are told as they are.
WORDS: Final[tuple[tuple[str, str], ...]] = (
    ("password authentication failed", "refused"),
    ("no password supplied", "refused"),
    ("pg_hba.conf", "refused"),
    ("authentication failed", "refused"),
    ("is not permitted to log in", "refused"),
    ("permission denied for database", "no_rights"),
    ("session is read-only", "stand_by"),
    ("server is in hot standby mode", "stand_by"),
    ("too many clients", "crowded"),
    ("too many connections", "crowded"),
    ("remaining connection slots", "crowded"),
)


def explain(error: psycopg.Error, name: str) -> StoreError:
    """The StoreError for an error of the database that is called `name` in sentences."""
    state = error.sqlstate
    if state is None:
        code = "unreachable" if isinstance(error, psycopg.OperationalError) else "unexpected"
    else:
        code = STATES.get(state) or CLASSES.get(state[:2], "unexpected")
    detail = error.diag.message_primary or type(error).__name__
    return StoreError(code, path=name, detail=detail)


def explain_connecting(error: psycopg.Error, name: str) -> StoreError:
    """The StoreError for a connection that could not be made. libpq's words have no password in them."""
    words = " ".join(str(error).split())
    for part, code in WORDS:
        if part in words:
            return StoreError(code, path=name, detail=words)
    if "does not exist" in words:
        return StoreError(
            "no_database" if 'FATAL: database "' in words else "refused", path=name, detail=words
        )
    return StoreError("unreachable", path=name, detail=words)
