"""Going back to a backup: what is refused, what goes on, what must not, and a power cut at any moment."""

import multiprocessing
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.tables.calls import Call, CallOut
from bot.tables.daily.model import Attempt, Given
from bot.tables.model import Status
from bot.tables.ports import Contact
from bot.tables.proof.dice import Seed
from db.files import FileLock
from tests.bot.operator.conftest import Desk
from tests.support.stored import NOON
from tests.support.tables import ANNE, BOB, CHLOE, House

ROOT = Path(__file__).resolve().parents[3]
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["bot.__main__"])


def rows(database: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


async def open_four(house: House) -> tuple[int, ...]:
    """Two games, a lobby and a closed table, each in another channel or of another game."""
    games = ("tasse", "diavolo", "desfausse")
    first, second = [(await house.playing(ANNE, BOB, CHLOE, game=game)).id for game in games[:2]]
    lobby = (await house.lobby(ANNE, BOB, game=games[2])).id
    ended = (await house.lobby(CHLOE, BOB, game="debacle")).id
    await house.tables.stop(house.ask(CHLOE), ended)
    return first, second, lobby, ended


def backed_up(desk: Desk, before: Callable[[House], Awaitable[Any]]) -> tuple[Path, Any]:
    """A backup that was made after this, and what came of it."""
    came = desk.happen(before)
    copy = desk.folder.parent / "monday.db"
    assert desk.type("backup", str(copy)).status == 0
    return copy, came


def gone_back(
    desk: Desk, before: Callable[[House], Awaitable[Any]], since: Callable[[House], Awaitable[Any]]
) -> tuple[str, Any]:
    """Go back to a backup that was made between the two; what is said, and what came of the first."""
    copy, came = backed_up(desk, before)
    desk.happen(since, first_id=2_000)
    told = desk.type("restore", str(copy))
    assert (told.status, told.wrong) == (0, "")
    return told.text, came


def test_what_stood_still_goes_on_and_what_moved_is_closed(desk: Desk) -> None:
    copy, (first, second, lobby, ended) = backed_up(desk, open_four)

    async def later(house: House) -> int:
        await house.tables.suspend(house.ask(ANNE), second)
        await house.tables.quit(house.ask(BOB), lobby)
        return (await house.lobby(BOB, game="defizz")).id

    newer = desk.happen(later, first_id=2_000)
    desk.restore(copy, going_on=first, closed=(second, lobby))

    for table_id in (second, lobby):
        table = desk.load(table_id).table
        assert (table.status, table.alarm) == (Status.CLOSED, None)
        assert table.end.seed is not None
        assert desk.log(table_id)[-1] == ("close", {"ending": "restored"})
    assert desk.load(ended).table.end.why == "stopped"
    assert rows(desk.database, "SELECT count(*) FROM results") == [(3,)]

    async def again(house: House) -> int:
        return (await house.lobby(BOB, game="defizz")).id

    assert desk.happen(again, first_id=3_000) == newer + 1  # buttons of the lost table name nobody else's


def test_the_database_that_is_replaced_is_kept_whole(desk: Desk) -> None:
    copy, (_, second, *_) = backed_up(desk, open_four)
    crashed = desk.folder.parent / "crashed"

    async def crash(house: House) -> None:
        await house.tables.suspend(house.ask(ANNE), second)
        shutil.copytree(desk.folder, crashed)  # as a bot leaves it that is killed here

    desk.happen(crash, first_id=2_000)
    moved = desk.load(second)
    for name in ("gobelet.db", "gobelet.db-wal"):
        shutil.copy(crashed / name, desk.folder / name)
    content = copy.read_bytes()
    desk.type("restore", str(copy))

    (kept,) = desk.folder.glob("gobelet.db.replaced-*")
    assert sorted(path.name for path in desk.folder.iterdir()) == sorted(
        ["gobelet.db", "gobelet.db-lock", kept.name]
    )
    assert desk.database.stat().st_mode & 0o777 == 0o600
    assert copy.read_bytes() == content
    kept.replace(desk.database)
    assert desk.load(second) == moved


@pytest.mark.parametrize("present", ["damaged", "missing", "newer", "another"])
def test_where_nobody_knows_what_happened_since_nothing_goes_on(desk: Desk, present: str) -> None:
    desk.happen(lambda house: house.store.note_contact(Contact(ANNE, 70, True, "fr")))
    copy, numbers = backed_up(desk, open_four)
    if present == "damaged":
        desk.database.write_bytes(b"This was a database. " * 500)
        desk.database.with_name("gobelet.db-wal").write_bytes(b"and this its log")
    elif present in ("missing", "another"):
        desk.database.unlink()
    if present == "another":  # a bot was started without its database
        assert desk.type("tables").status == 0
    if present == "newer":
        with closing(sqlite3.connect(desk.database)) as connection, connection:
            connection.execute("INSERT INTO migrations (number, name) VALUES (99, 'later')")
    told = desk.type("restore", str(copy))

    assert (told.status, told.wrong) == (0, "")
    assert "No present database could be read" in told.text
    assert not desk.database.with_name("gobelet.db-wal").exists()
    assert rows(desk.database, "SELECT count(*) FROM seat_people WHERE user_id IS NULL") == [(0,)]
    assert rows(desk.database, "SELECT count(*) FROM contacts") == [(1,)]
    for table_id in numbers[:3]:
        assert desk.load(table_id).table.end.why == "restored"
    new = desk.happen(lambda house: house.lobby(BOB, game="defizz"), first_id=3_000)
    assert new.id > numbers[-1] + 1_000


def test_people_who_had_themselves_erased_since_stay_erased(desk: Desk) -> None:
    async def over(house: House) -> int:
        table = await house.playing(ANNE, BOB, game="tasse")
        for user_id in (ANNE, CHLOE):
            await house.store.note_contact(Contact(user_id, 70, True, "fr"))
        await house.lobby(CHLOE, game="debacle")
        return (await house.tables.stop(house.ask(ANNE), table.id)).id

    async def erase(house: House) -> None:
        (lobby,) = await house.store.tables_of(CHLOE)
        await house.tables.quit(house.ask(CHLOE), lobby)
        for user_id in (BOB, CHLOE):  # whoever sat at a game, and whoever only waited
            await house.tables.erase(user_id, house.store)

    said, table_id = gone_back(desk, over, erase)
    assert "the data of 2 people" in said
    assert rows(desk.database, "SELECT user_id FROM contacts") == [(ANNE,)]
    assert rows(desk.database, f"SELECT count(*) FROM seat_people WHERE user_id = {CHLOE}") == [(0,)]
    people = [(person.user_id, person.name) for person in desk.load(table_id).table.people()]
    assert people == [(ANNE, f"nom {ANNE}"), (None, "")]


def test_what_people_wish_others_to_see_stays_as_they_wished_last(desk: Desk) -> None:
    async def before(house: House) -> None:
        await house.lobby(ANNE, game="tasse")
        await house.store.insight.wish(ANNE, {"profile": "yes"})
        await house.store.insight.wish(BOB, {"board": "no"})

    async def since(house: House) -> None:
        await house.store.insight.wish(ANNE, {"profile": "no", "board": "no"})
        await house.store.erase(BOB)

    gone_back(desk, before, since)
    kept = [(ANNE, "board", "no"), (ANNE, "profile", "no")]
    assert rows(desk.database, "SELECT user_id, key, value FROM wishes ORDER BY user_id, key") == kept


def test_who_wants_no_more_calls_is_not_called_again_after_going_back(desk: Desk) -> None:
    async def before(house: House) -> None:
        table = await house.lobby(ANNE, game="tasse")
        for user_id in (BOB, CHLOE):
            await house.store.calls.put_call(Call(table.guild_id, "tasse", user_id, 4, (20, 2), 5, 1))

    async def since(house: House) -> None:
        (table_id,) = await house.store.tables_of(ANNE)
        guild_id = (await house.tables.table(table_id)).guild_id
        (kept,) = await house.store.calls.calls_of(CHLOE)
        assert await house.store.calls.call_out(CallOut(table_id, 5), [kept], 9)
        assert await house.store.calls.drop_call(guild_id, "tasse", BOB)

    gone_back(desk, before, since)
    assert rows(desk.database, "SELECT user_id, least, from_hour FROM calls") == [(CHLOE, 4, 20)]
    assert rows(desk.database, "SELECT user_id, at FROM called") == [(CHLOE, 9)]


def test_the_daily_challenge_stays_as_it_was_last(desk: Desk) -> None:
    """What was promised stays promised, nobody has a second attempt, and who was erased stays so."""
    day, seeds = "2026-11-23", [Seed(bytes([n]) * 32) for n in (1, 2)]

    def begun(user_id: int) -> Attempt:
        return Attempt(day, "tasse", user_id, "P", 10, clock=NOON)

    async def before(house: House) -> None:
        await house.lobby(ANNE, game="tasse")
        await house.store.daily.promise({day: seeds[0]}, NOON)
        for user_id in (ANNE, BOB):
            await house.store.daily.begin_attempt(begun(user_id))

    async def since(house: House) -> None:
        await house.store.daily.promise({"2026-11-24": seeds[1]}, NOON)
        assert await house.store.daily.note_given(begun(ANNE), Given("doubt", True), NOON)
        await house.store.erase(BOB)

    gone_back(desk, before, since)
    promised = [("2026-11-23", seeds[0].hex), ("2026-11-24", seeds[1].hex)]
    assert rows(desk.database, "SELECT day, seed FROM daily_seeds ORDER BY day") == promised
    assert rows(desk.database, "SELECT user_id, step, score FROM daily") == [(ANNE, 1, 1)]


def test_a_file_that_is_no_backup_changes_nothing(desk: Desk, tmp_path: Path) -> None:
    copy, _ = backed_up(desk, open_four)
    letter, other, newer, empty = (tmp_path / name for name in ("letter", "other", "newer", "empty"))
    letter.write_bytes(b"This is a letter, not a database. " * 100)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE theirs (n INTEGER)")
    newer.write_bytes(copy.read_bytes())
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("INSERT INTO migrations (number, name) VALUES (99, 'later')")
    empty.touch()
    content = desk.database.read_bytes()
    for file, words in (
        (letter, "is no database"),
        (other, "no database of Gobelet's"),
        (newer, "newer Gobelet"),
        (empty, "no database of Gobelet's"),
        (tmp_path / "nowhere", "There is no file"),
        (desk.database, "is the database itself"),
    ):
        told = desk.type("restore", str(file))
        assert told.status != 0
        assert words in told.wrong
        assert told.text == ""
        assert desk.database.read_bytes() == content
    assert not [*desk.folder.glob("*.replaced-*")]


def test_somebody_elses_database_is_not_moved_away(desk: Desk) -> None:
    copy, _ = backed_up(desk, open_four)
    desk.database.unlink()
    with closing(sqlite3.connect(desk.database)) as connection:
        connection.execute("CREATE TABLE theirs (n INTEGER)")
    told = desk.type("restore", str(copy))
    assert "belongs to something else" in told.wrong
    assert rows(desk.database, "SELECT name FROM sqlite_schema") == [("theirs",)]


def test_a_restore_waits_for_nobody_who_is_at_work(desk: Desk) -> None:
    copy, (first, *_) = backed_up(desk, open_four)
    before = desk.load(first)
    with FileLock.take(desk.database):
        told = desk.type("restore", str(copy))
        assert "is running" in told.wrong
    with closing(sqlite3.connect(desk.database, isolation_level=None)) as reader:
        reader.execute("PRAGMA journal_mode = WAL")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchall()
        told = desk.type("restore", str(copy))
        assert "held by another process" in told.wrong
    assert not [*desk.folder.glob("*.replaced-*")]
    assert desk.load(first) == before


def test_a_power_cut_at_any_moment_leaves_the_old_database_or_the_new_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # whence the forked processes take the bot
    copy, (first, second, *_) = backed_up(desk, open_four)
    desk.happen(lambda house: house.tables.suspend(house.ask(ANNE), second), first_id=2_000)
    old = desk.database.read_bytes()
    standing = rows(desk.database, f"SELECT * FROM positions WHERE table_id = {first}")
    seen: set[object] = set()
    moment, status = 0, -signal.SIGKILL
    while status == -signal.SIGKILL:
        moment += 1
        for left in desk.folder.glob("gobelet.db*"):
            left.unlink()
        desk.database.write_bytes(old)
        child = _FORKS.Process(target=restore_until, args=(desk.folder, copy, moment))
        child.start()
        child.join()
        assert child.exitcode is not None
        status = child.exitcode
        assert rows(desk.database, "PRAGMA integrity_check") == [("ok",)]
        assert rows(desk.database, f"SELECT * FROM positions WHERE table_id = {first}") == standing
        ((ending,),) = rows(desk.database, f"SELECT ending FROM tables WHERE id = {second}")
        seen.add(ending)
        again = desk.type("restore", str(copy))  # the lock is free, and what was left is no obstacle
        assert (again.status, again.wrong) == (0, "")
        assert rows(desk.database, f"SELECT ending FROM tables WHERE id = {second}") == [("restored",)]
    assert status == 0
    assert seen == {None, "restored"}
    assert moment > 5


def restore_until(folder: Path, copy: Path, moment: int) -> None:
    """Restore, in a process that is killed where its files change for the n-th time."""
    from bot.__main__ import main

    os.chdir(folder)
    os.environ["DATABASE_PATH"] = str(folder / "gobelet.db")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    count = 0
    # Between two of these only SQLite writes, whose own moments are its own care.
    steps = ("os.rename", "os.link", "os.remove", "sqlite3.connect", "os.mkdir")

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal count
        if event in steps:
            count += 1
            if count == moment:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    sys.exit(main(["restore", str(copy)]))
