"""One process at a time on a database: by the system's lock, which ends with its holder whatever ends it."""

import subprocess
import sys
from pathlib import Path

import pytest

from db.errors import StoreError
from db.sqlite.lock import FileLock, lock_path

ROOT = Path(__file__).resolve().parents[2]
HOLD = """
import sys, subprocess
from pathlib import Path
from db.sqlite.lock import FileLock
lock = FileLock.take(Path(sys.argv[1]))
child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
print(child.pid, flush=True)
input()
"""


def test_a_second_taker_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    database = tmp_path / "data" / "gobelet.db"
    with FileLock.take(database) as lock:
        with pytest.raises(StoreError, match="in_use"):
            FileLock.take(database)
        assert lock_path(database).stat().st_mode & 0o777 == 0o600
        assert not database.exists()
    FileLock.take(database).release()
    lock.release()
    assert lock_path(database).exists()


def test_the_same_database_by_another_name_has_the_same_lock(tmp_path: Path) -> None:
    database = tmp_path / "gobelet.db"
    database.touch()
    (tmp_path / "link.db").symlink_to(database)
    with FileLock.take(database), pytest.raises(StoreError, match="in_use"):
        FileLock.take(tmp_path / "link.db")
    with FileLock.take(database):
        FileLock.take(tmp_path / "other.db").release()


def test_it_is_free_at_once_when_its_holder_is_killed(tmp_path: Path) -> None:
    """Even where a process that the holder started lives on."""
    database = tmp_path / "gobelet.db"
    command = [sys.executable, "-c", HOLD, str(database)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        child = int(holder.stdout.readline())
        assert Path(f"/proc/{child}").exists() or sys.platform != "linux"
        with pytest.raises(StoreError, match="in_use"):
            FileLock.take(database)
        holder.kill()
        holder.wait()
        FileLock.take(database).release()
