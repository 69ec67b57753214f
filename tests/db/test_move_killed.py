"""A move that is killed: either nothing has happened, or all has, and the same command once more ends it."""

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

pytest.importorskip("psycopg", reason="needs psycopg (the extra `postgres`)")

import psycopg

from db.moving.file import reopen_file
from db.moving.move import Moved, move_to_postgres, move_to_sqlite
from db.moving.server import reopen_server
from playground.postgres import Postgres
from tests.db.test_move import everything, is_empty, up_to_date
from tests.stored import frozen
from tests.support.waiting import until_now

NUMBERS = count(1)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file in which the games of an evening were played."""
    return frozen.make(frozen.versions()[-1], tmp_path / "source.db")


def move_and_die(which: str, path: Path, address: str, last: int, told: Path) -> None:
    """Move, and die at this moment: each call and return within the code that moves is one."""
    moments: list[str] = []

    def live(frame: FrameType, event: str, _: object) -> None:
        if "moving" in frame.f_code.co_filename or "moved" in frame.f_code.co_filename:
            moments.append(f"{event} {frame.f_code.co_name}")
            if len(moments) == last:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(live)
    move_any(which, path, address)
    sys.setprofile(None)
    told.write_text("\n".join(moments))


def move_any(which: str, path: Path, address: str) -> Moved:
    return move_to_postgres(path, address) if which == "there" else move_to_sqlite(address, path)


def in_another_process(*given: Any) -> int | None:
    """Let `move_and_die` happen, and return how that process ended."""
    context = get_context("fork")
    process = context.Process(target=move_and_die, args=given)
    process.start()
    process.join()
    return process.exitcode


@contextmanager
def database(postgres_server: Postgres, template: str = "template1") -> Iterator[str]:
    name = f"another_{next(NUMBERS)}"
    postgres_server.ask(f"CREATE DATABASE {name} TEMPLATE {template}")
    yield postgres_server.address(name)
    postgres_server.ask(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.kill
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # it does no more than move
@pytest.mark.parametrize("which", ["there", "back"])
def test_a_move_that_is_killed_leaves_both_ends_as_they_were(
    which: str, source: Path, tmp_path: Path, postgres_server: Postgres
) -> None:
    expected = everything(up_to_date(source))
    filled = postgres_server.address(server_name := f"filled_{next(NUMBERS)}")
    postgres_server.ask(f"CREATE DATABASE {server_name}")
    if which == "back":
        move_to_postgres(source, filled)

    def begin(name: str) -> Path:
        return Path(shutil.copy(source, tmp_path / name)) if which == "there" else tmp_path / name

    told = tmp_path / "moments"
    with database(postgres_server, server_name) as address:
        assert in_another_process(which, begin("whole.db"), address, 0, told) == 0
    moments = told.read_text().splitlines()
    marking = moments.index("call note_left") + 1
    states = []
    for moment in (9, len(moments) // 2, moments.index("return compare_tables") + 1, marking, len(moments)):
        with database(postgres_server, server_name) as address:
            path = begin(f"{moment}.db")
            assert in_another_process(which, path, address, moment, told) == -signal.SIGKILL
            settle(address)
            empty = is_empty(address) if which == "there" else not path.exists()
            left = reopen_file(path) if which == "there" else reopen_server(address)
            states.append((empty, left))
            assert move_any(which, path, address).before is (not empty)
            assert everything(path) == expected
    # Until the first commit nothing is there; then there is a moment before the mark, and one after it.
    assert states == [(True, False)] * 3 + [(False, False), (False, True)]
    assert not list(tmp_path.glob("*.moving"))


def settle(address: str) -> None:
    """Wait until the server has noticed that the other end of a connection is gone."""
    with psycopg.connect(address, autocommit=True) as link:
        others = "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'gobelet%'"
        until_now(lambda: link.execute(others).fetchone() == (0,))
