"""Files of databases: their address for SQLite, making them, and waiting until they are on the disk."""

import os
from pathlib import Path

from db.errors import explain


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
