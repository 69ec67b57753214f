"""One process at a time: a lock of the operating system beside the database.

It is on a file of its own (`gobelet.db-lock`, never deleted): SQLite has locks on the database's file, and
closing that file anywhere in this process would drop them. The system lets go of it at any end of the
process, SIGKILL included.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

from db.connection import make_file
from db.errors import StoreError, explain

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["FileLock", "lock_path"]


def lock_path(database: Path) -> Path:
    """Where the lock of this database is, by whatever way the database is named."""
    real = database.resolve()
    return real.with_name(f"{real.name}-lock")


class FileLock:
    """The right to be the one who runs on a database; held until `release`, or the end of the process."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, database: Path) -> FileLock:
        """Take the lock, at once or not at all; the database need not exist yet.

        Raises StoreError: `in_use` where somebody has it, otherwise what the matter with its file is.
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
        """Let go; a second time does nothing."""
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
    if sys.platform == "win32":
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
