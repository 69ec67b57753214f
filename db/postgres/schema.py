"""The schema of a PostgreSQL database: whose it is, how new it is, and taking it a step further.

All is looked for in the connection's current schema (`public`, unless the role or the URL names another).
"""

import time
from collections.abc import Sequence
from typing import Any

from psycopg import Connection
from psycopg.errors import DeadlockDetected, LockNotAvailable
from psycopg.rows import tuple_row

from db.errors import StoreError
from db.migrate import Dialect, Migration, refuse_newer

MARK = "Gobelet"
"""Written beside the table of migrations, so that another program's tables are never touched."""
UNFINISHED = "being_restored"
"""The table that is there while a backup is put back: it has the name of the schema that keeps what was."""
LOCK = 0x474F4245_0001
"""The advisory lock of whoever changes the schema."""
OLDEST_SERVER = 130_000
WAIT_MS = 250
"""How long a step waits for those who use its tables, before it lets them through and tries again.

All others wait behind it. Less than a second, after which the server would end one of two who wait for each
other: it might be a player.
"""
TRIES = 120
PAUSE = 0.25
"""Between two tries, in seconds."""

RECORDS = f"""
    CREATE TABLE migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, oldest BIGINT NOT NULL);
    COMMENT ON TABLE migrations IS '{MARK}';
"""
ADD_RECORD = "INSERT INTO migrations (number, name, oldest) VALUES (%s, %s, %s)"
IS_OURS = """
    SELECT obj_description(pg_class.oid, 'pg_class') = %s
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace AND nspname = current_schema()
    WHERE relname = 'migrations' AND relkind = 'r'
"""
HAS_OTHERS = f"""
    SELECT EXISTS (
        SELECT 1
        FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace AND nspname = current_schema()
        WHERE relkind IN ('r', 'p') AND relname <> '{UNFINISHED}'
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE pg_depend.objid = pg_class.oid AND deptype = 'e')
    )
"""
LIVING = "SELECT EXISTS (SELECT 1 FROM processes WHERE until > extract(epoch FROM clock_timestamp()) * 1000)"


class PostgresSchema:
    """The schema behind this connection, which is in autocommit mode and in no transaction."""

    dialect: Dialect = "postgres"

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection

    def version(self) -> int:
        """The number of the last migration recorded in this database, 0 if there is none."""
        if not self._is_ours():
            return 0
        return int(self._ask("SELECT coalesce(max(number), 0) FROM migrations"))

    def needs(self, known: int) -> int:
        """The number of the last step that a program must know which knows steps until `known`; 0 if any."""
        if self.version() <= known:
            return 0
        return int(self._ask("SELECT coalesce(max(oldest), 0) FROM migrations WHERE number > %s", known))

    def apply(self, step: Migration) -> bool:
        """Apply and record a step whole or not at all; False if another process was quicker.

        Those who play meanwhile are let through while it waits for them. Raises StoreError: `busy_schema` if
        they never leave it a moment, `older_beside` if they could not go on after it.
        """
        for _ in range(TRIES):
            try:
                return self._apply(step)
            except (LockNotAvailable, DeadlockDetected):
                time.sleep(PAUSE)
        raise StoreError("busy_schema", path=self._connection.info.dbname)

    def is_unfinished(self) -> bool:
        """Whether a backup is being put back here, or was when that was cut short."""
        return self._ask("SELECT to_regclass(%s)", UNFINISHED) is not None

    def has_processes(self) -> bool:
        """Whether a process of the bot lives on this database; what it holds runs out within its lease."""
        return self._ask("SELECT to_regclass('processes')") is not None and bool(self._ask(LIVING))

    def is_foreign(self) -> bool:
        """Whether there are tables of another program."""
        # In this order: our tables and our mark may come, at once, while we ask.
        return bool(self._ask(HAS_OTHERS)) and not self._is_ours()

    def _apply(self, step: Migration) -> bool:
        with self._connection.transaction():
            self._ask("SELECT set_config('lock_timeout', %s, true)", str(WAIT_MS))
            self._ask("SELECT pg_advisory_xact_lock(%s)", LOCK)
            if self.version() >= step.number:
                return False
            if not self._is_ours():
                self._run(RECORDS)
            self._refuse_older(step)
            self._run(step.script)
            self._connection.execute(ADD_RECORD, (step.number, step.name, step.oldest))
            return True

    def _refuse_older(self, step: Migration) -> None:
        # Whoever lives here came before this step. How old they are is not known, only what they had to know.
        known = self._ask("SELECT max(oldest) FROM migrations")
        if known is not None and step.oldest > known and self.has_processes():
            raise StoreError("older_beside", path=self._connection.info.dbname)

    def _is_ours(self) -> bool:
        return bool(self._ask(IS_OURS, MARK))

    def _run(self, script: str) -> None:
        # Without parameters a whole script is one message, whatever quotes there are in it.
        self._connection.execute(script)

    def _ask(self, question: str, *given: str | int) -> Any:
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            row = cursor.execute(question, given or None).fetchone()
        return None if row is None else row[0]


def recognise(
    connection: Connection[Any],
    path: str,
    steps: Sequence[Migration] | None = None,
    *,
    unfinished: bool = False,
) -> None:
    """Check, without changing anything, that this database is ours to use, and not too new for this program.

    `path` names it in sentences; it may be `unfinished` for whoever puts a backup back. Raises StoreError:
    `old_server`, `not_utf8`, `unfinished`, `foreign` or `newer_schema`; and psycopg.Error for what the server
    refuses.
    """
    info = connection.info
    if info.server_version < OLDEST_SERVER:
        raise StoreError("old_server", path=path, found=info.server_version // 10_000)
    if info.parameter_status("server_encoding") != "UTF8":
        raise StoreError("not_utf8", path=path)
    schema = PostgresSchema(connection)
    if schema.is_unfinished() and not unfinished:
        raise StoreError("unfinished", path=path)
    if schema.is_foreign():
        raise StoreError("foreign", path=path)
    refuse_newer(schema, path, steps)
