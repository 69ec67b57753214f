"""One bot or two: why two are impossible, what a bot is told of its store, and a move that fails."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from playground import stores
from playground.bots import Bots
from playground.stores import Stores, StoreTrouble, find_programs

needs_postgres = pytest.mark.skipif(find_programs() is None, reason="there is no PostgreSQL on this machine")
STUCK = "import sys, time; sys.exit('no room') if len(sys.argv) > 1 else time.sleep(60)"
FIXED = (sys.executable, "-c", STUCK)
"""A bot that cannot move its tables."""


def test_without_postgresql_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stores, "find_programs", lambda: None)
    reason = Stores(tmp_path, FIXED).why_not()
    assert reason is not None
    assert "paquet postgresql" in reason
    assert Stores(tmp_path, FIXED, "postgresql://elsewhere/gobelet").why_not() is None


def test_without_its_driver_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stores, "find_spec", lambda _name: None)
    assert "psycopg[binary]" in (Stores(tmp_path, FIXED).why_not() or "")


@needs_postgres
def test_a_folder_must_leave_room_for_a_socket(tmp_path: Path):
    assert "trop long" in (Stores(tmp_path / ("x" * 90), FIXED).why_not() or "")


def test_a_bot_inherits_no_other_store_and_no_share_of_the_work(tmp_path: Path):
    alone = Stores(tmp_path, FIXED)
    assert not alone.shared
    told = alone.environment()
    assert told["DATABASE_PATH"] == str(tmp_path / "gobelet.sqlite3")
    assert {told[name] for name in ("DATABASE_URL", "SHARD_IDS", "INTERACTIONS_PORT", "OPS_PORT")} == {""}


def test_two_bots_are_told_of_the_database_and_that_they_share(tmp_path: Path):
    (tmp_path / "two-bots").touch()
    both = Stores(tmp_path, FIXED, "postgresql://ours:hush@elsewhere/gobelet")
    told = both.environment()
    assert (told["DATABASE_URL"], told["SHARD_IDS"]) == ("postgresql://ours:hush@elsewhere/gobelet", "auto")
    assert "hush" in both.secrets


async def test_tables_that_are_in_a_database_of_ones_own_need_its_address(tmp_path: Path):
    (tmp_path / "two-bots").touch()
    with pytest.raises(StoreTrouble, match="redonnez-la"):
        await Stores(tmp_path, FIXED).open()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder as the playground makes one: its name is short, and nothing above it keeps anybody out."""
    with TemporaryDirectory(prefix="gobelet-") as made:
        yield Path(made)


async def test_a_switch_comes_to_its_end_though_its_page_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    moving, moved = asyncio.Event(), asyncio.Event()

    async def share(self: Stores) -> None:
        moving.set()
        await moved.wait()
        (tmp_path / "two-bots").touch()

    monkeypatch.setattr(Stores, "share", share)
    bots = Bots(FIXED, {}, Stores(tmp_path, FIXED, "postgresql://elsewhere/gobelet"), folder=tmp_path)
    await bots._start()
    try:
        asked = asyncio.create_task(bots.switch(two=True))
        await moving.wait()
        asked.cancel()
        await asyncio.wait({asked})
        assert bots.describe()["switching"]
        assert bots.supervisors[0].process.pid is None, "nobody plays at tables that are on their way"
        moved.set()
        await bots.switch(two=True)  # nothing is left to do
        assert not bots.switching
        assert None not in [each.process.pid for each in bots.supervisors]
    finally:
        await bots.close()


@needs_postgres
async def test_where_tables_cannot_be_moved_the_bot_plays_on_alone(folder: Path):
    bots = Bots(FIXED, {}, Stores(folder, FIXED), folder=folder)
    await bots.open()
    try:
        first = bots.supervisors[0].process.pid
        with pytest.raises(StoreTrouble, match="no room"):
            await bots.switch(two=True)
        told = bots.describe()
        assert (told["two"], told["switching"], len(told["each"])) == (False, False, 1)
        assert "no room" in told["trouble"]
        assert bots.supervisors[0].process.pid not in (None, first)
        assert bots.supervisors[1].process.pid is None
        assert not await asyncio.to_thread((folder / "postgres").exists)
    finally:
        await bots.close()
    assert bots.supervisors[0].process.pid is None
