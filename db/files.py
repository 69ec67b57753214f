"""Files of databases: their address for SQLite, making and keeping them, and the lock beside them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

from db.errors import StoreError, explain

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def file_address(path: Path) -> str:
    """The URI of an existing database file; with a plain path SQLite would silently make a missing one."""
    return f"{path.absolute().as_uri()}?mode=rw"


def make_file(path: Path) -> None:
    """Make the file (mode 0600) and its folder (0700) where they are missing; StoreError.

    SQLite gives the files beside it (-wal, -shm) the same mode.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise explain(error, str(path)) from error


def sync(path: Path) -> None:
    """Wait until the file (or a folder's list of names) is on the disk; OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# One process at a time: a lock of the operating system on a file beside the database.
#
# The file is its own (`gobelet.db-lock`, never deleted), because SQLite locks the database file itself and
# would lose its locks if this process closed that file elsewhere. The system releases the lock however the
# process ends, SIGKILL included.


def lock_path(database: Path) -> Path:
    """The lock file of this database; the same for each path that leads to the database."""
    real = database.resolve()
    return real.with_name(f"{real.name}-lock")


class FileLock:
    """The right to run on a database, held until `release` or the end of the process."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, database: Path) -> FileLock:
        """Take the lock without waiting; the database need not exist yet.

        Raises StoreError: `in_use` if another process has it, another code if its file cannot be used.
        """
        path = lock_path(database)
        make_file(path)
        try:
            descriptor = os.open(path, os.O_RDWR)  # Python's files are not handed on to child processes
        except OSError as error:
            raise explain(error, str(database)) from error
        try:
            lock(descriptor)
        except (BlockingIOError, PermissionError) as error:
            os.close(descriptor)
            raise StoreError("in_use", path=str(database)) from error
        except OSError as error:
            os.close(descriptor)
            raise explain(error, str(database)) from error
        return cls(descriptor)

    def release(self) -> None:
        """Release the lock; a second call does nothing."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> FileLock:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.release()


def lock(descriptor: int) -> None:
    """Lock this open file; BlockingIOError or PermissionError if another process has it."""
    if sys.platform == "win32":
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
