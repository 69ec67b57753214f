"""The database file: its address for SQLite, and making it."""

from __future__ import annotations

import os
from pathlib import Path

from db.errors import explain

__all__ = ["file_address", "make_file"]


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
