"""What can go wrong with the database file, as codes with parameters; bot/operator has the sentences."""

import errno
import sqlite3


class StoreError(Exception):
    """The store cannot do its work; `code` says why, `params` holds what a sentence about it needs.

    Codes: locked, in_use (a bot runs on it), outdated (an older bot does), read_only, disk_full, cannot_open,
    not_a_database, foreign (a database of something else), corrupt, newer_schema (params found, known), io,
    closed, exists, broken_rule, unexpected. Of PostgreSQL alone: unreachable, bad_address, no_driver, refused
    (role or password), no_database, no_rights, crowded (too many connections), stand_by (takes no writes),
    timeout, old_server (param found), not_utf8, busy_schema (a migration never got its moment), older_beside
    (a migration would break those who run), deaf (no news of other processes). Of moves: moved (to another
    store, param to), not_empty, differs (from what was sent, param what). Of its backups: unfinished,
    no_backup, no_program, program_failed (param detail).
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    @property
    def is_lost(self) -> bool:
        """Whether nothing is wrong but the connection, so that later the same may be tried again."""
        return self.code == "unreachable"

    @property
    def may_pass(self) -> bool:
        """Whether the same may go well later: a connection is lost, a disk full, locked or failing."""
        return self.is_lost or self.code in ("locked", "disk_full", "io")

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code


# Extended result codes keep the primary one in their low byte.
CODES = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
    sqlite3.SQLITE_PERM: "cannot_open",
    sqlite3.SQLITE_AUTH: "cannot_open",
    sqlite3.SQLITE_NOTADB: "not_a_database",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_IOERR: "io",
    sqlite3.SQLITE_CONSTRAINT: "broken_rule",
}
SYSTEM_CODES = {
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
    errno.EROFS: "read_only",
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
}


def explain(error: sqlite3.Error | OSError, path: str) -> StoreError:
    """The StoreError for an error of SQLite or of the file system about the database at `path`."""
    if isinstance(error, OSError):
        return StoreError(SYSTEM_CODES.get(error.errno or 0, "cannot_open"), path=path, detail=str(error))
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return StoreError(CODES.get(primary, "unexpected"), path=path, detail=str(error))
