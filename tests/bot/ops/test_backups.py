"""Scheduled backups: when they are made, what they hold, and which of them go."""

import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.ops.operations import Backups
from bot.settings import SettingsError
from db.sqlite import backup
from db.store import SqliteStore
from tests.support.clock import NOON, FakeClock
from tests.support.stored import opening
from tests.support.waiting import until

HOUR = 3_600_000


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


class Place(NamedTuple):
    """A database, and a folder for its copies."""

    source: Path
    folder: Path
    clock: FakeClock

    def plan(self, hours: float = 24, keep: int = 3) -> Backups:
        return Backups(self.source, self.folder, hours, keep, self.clock)


@pytest.fixture
async def place(tmp_path: Path) -> Place:
    store = await SqliteStore.open(tmp_path / "gobelet.db")
    await store.commit(opening())
    await store.close()
    return Place(tmp_path / "gobelet.db", tmp_path / "copies", FakeClock())


async def test_the_first_comes_soon_and_the_others_at_their_time(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    backups = place.plan()
    await backups.start()
    assert stat.S_IMODE(place.folder.stat().st_mode) == 0o700
    await place.clock.advance(HOUR // 60 - 1)
    assert names(place.folder) == []
    await place.clock.advance(1)
    assert names(place.folder) == ["gobelet-20270115-080100.db"]
    await place.clock.advance(24 * HOUR - 1)
    assert len(names(place.folder)) == 1
    await place.clock.advance(1)
    assert names(place.folder) == ["gobelet-20270115-080100.db", "gobelet-20270116-080100.db"]
    assert capsys.readouterr().out.count("backup made") == 2
    await backups.stop()

    for copy in place.folder.iterdir():
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        store = await SqliteStore.open(copy)
        assert len(await store.live()) == 1
        await store.close()


async def test_a_bot_that_is_often_started_anew_makes_no_more_of_them(place: Place) -> None:
    for _ in range(10):
        backups = place.plan()
        await backups.start()
        await place.clock.advance(5 * HOUR)
        await backups.stop()
    assert len(names(place.folder)) == 3  # in 50 hours, one a day


async def test_after_a_long_absence_the_next_one_is_made_once(place: Place) -> None:
    backups = place.plan()
    await backups.start()
    await place.clock.advance(HOUR)
    await backups.stop()
    place.clock.jump(100 * HOUR)
    backups = place.plan()
    await backups.start()
    await place.clock.advance(23 * HOUR)
    await backups.stop()
    assert len(names(place.folder)) == 2


async def test_the_oldest_of_ours_go_and_nothing_else(place: Place) -> None:
    backups = place.plan(hours=1, keep=2)
    place.folder.mkdir()
    strange = ["gobelet-19990101-000000.txt", "gobelet.db", "other-19990101-000000.db", "gobelet-old.db"]
    strange += ["gobelet-19991399-000000.db", "mygobelet-19990101-000000.db"]
    for name in strange:
        (place.folder / name).write_text("somebody's")
    (place.folder / "gobelet-19990101-000000.db").write_text("an old one of ours")
    (place.folder / "gobelet-19990101-000001.db.part").write_text("what a killed bot has left")
    await backups.start()
    await place.clock.advance(2 * HOUR + HOUR // 2)
    await backups.stop()
    ours = ["gobelet-20270115-090100.db", "gobelet-20270115-100100.db"]
    assert names(place.folder) == sorted([*ours, *strange])


async def test_one_that_was_just_made_stays_even_if_the_clock_was_wrong_before(place: Place) -> None:
    place.folder.mkdir()
    (place.folder / "gobelet-20990101-000000.db").write_text("made when the clock was wrong")
    backups = place.plan(keep=1)
    await backups.start()
    await place.clock.advance(24 * HOUR)  # and not in seventy years
    await backups.stop()
    assert names(place.folder) == ["gobelet-20270116-080000.db"]


class Disk(NamedTuple):
    total: int
    used: int
    free: int


async def test_a_full_disk_leaves_the_older_ones_and_is_tried_again(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    backups = place.plan(keep=1)
    await backups.start()
    await place.clock.advance(HOUR)
    before = names(place.folder)
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _folder: Disk(2**30, 2**30 - 2**20, 2**20))
        await place.clock.advance(24 * HOUR)
        assert names(place.folder) == before
        assert "There is no room for a backup" in capsys.readouterr().out
    await place.clock.advance(2 * HOUR)
    assert len(names(place.folder)) == 1
    assert names(place.folder) != before
    await backups.stop()


async def test_a_database_that_is_damaged_replaces_no_good_copy(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    backups = place.plan(hours=1, keep=1)
    await backups.start()
    await place.clock.advance(HOUR)
    before = names(place.folder)
    assert len(before) == 1
    with place.source.open("r+b") as file:
        file.seek(8192)
        file.write(b"\x5a" * 20_000)
    await place.clock.advance(3 * HOUR)
    await backups.stop()
    assert names(place.folder) == before
    assert "is damaged" in capsys.readouterr().out


@pytest.mark.timeout(60)
async def test_a_stop_gives_up_a_long_copy_and_leaves_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGES", 1)
    monkeypatch.setattr(backup, "PAUSE", 3600.0)  # between two steps
    backups = place.plan()
    await backups.start()
    backups._begin()
    await until(lambda: names(place.folder))  # a part of it
    await backups.stop()
    await until(lambda: not names(place.folder))  # the thread tidies up


@pytest.mark.parametrize("spoil", [Path.touch, lambda path: path.symlink_to("/proc/nothing")])
async def test_a_folder_that_cannot_be_used_is_said_at_the_start(
    place: Place, spoil: Callable[[Path], None]
) -> None:
    spoil(place.folder)
    with pytest.raises(SettingsError, match=r"BACKUP_FOLDER .* cannot be used"):
        await place.plan().start()
    assert place.clock.now() == NOON
