"""What earlier versions stored is read, shown, played on and proved by this one, for ever."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.tables.digests.digesting import make_digest
from bot.tables.model import Status
from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from bot.tables.timing import LOBBY_SECONDS
from bot.texts import Texts, texts_for
from bot.ui.frame.lobby import lobby_page
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.limits import check, fit
from cogs import make_faces
from db.migrate import latest
from db.sqlite.schema import SqliteSchema
from db.store import SqliteStore
from engines import GAMES
from tests.stored.freeze import digest_of
from tests.stored.frozen import (
    NOTES,
    OVER,
    RECORDS,
    Kept,
    by_shape,
    image,
    kept,
    make,
    naming,
    proved,
    standing,
    versions,
)
from tests.stored.room import Room
from tests.support.plain_page import plain

FACES = make_faces(EmojiBook())
LANGUAGES = (texts_for("fr"), texts_for("en-US"))
STEPS = 12
"""So many things happen at each table before the process is killed, and again afterwards."""

OF_THE_PROGRAM = {"beats", "migrations", "sqlite_sequence"}
"""What a database notes of the program itself; all else in it is people's."""

LIVE = [table for table in kept() if table.live]
CLOSED = [table for table in kept() if not table.live]

each_live_shape = by_shape(table for table in LIVE if table.new)
each_closed_shape = by_shape(table for table in CLOSED if table.new)
every_version = pytest.mark.parametrize("version", versions())


async def shown(room: Room, table_id: int, *languages: Texts) -> None:
    """The channel and all people see the table, in both languages or these; Discord would take each page."""
    public, own = await room.tables.sight(table_id), await room.sights(table_id)
    face = FACES[public.table.game]
    for t in languages or LANGUAGES:
        if public.observation is None:
            assert plain(check(lobby_page(public.table, face, t, public.team, public.least)))
            continue
        assert plain(check(fit(face.board(public, t))))
        for sight in own:
            assert plain(check(fit(face.panel(sight, t, "La taverne"))))
    for sight in own:
        assert sight.seat is None or sight.observation is not None
        if public.observation is not None:
            face.wants_panel(sight)


# -- the file ----------------------------------------------------------------------------------------------


def test_every_game_is_frozen_in_several_phases_under_each_rules() -> None:
    released = {(name, rules) for version in versions() for name, rules in NOTES[version]["rules"].items()}
    for name, rules in released:
        frozen = [table for table in kept() if (table.game, table.rules) == (name, rules) and table.new]
        assert len({(table.status, table.phase) for table in frozen if table in LIVE}) >= 2, (name, rules)
        assert any(table.phase == "over" for table in frozen if table in CLOSED), (name, rules)


def test_every_version_has_a_live_and_a_closed_table_of_each_game() -> None:
    for version in versions():
        found = {(table.game, table in CLOSED) for table in kept() if table.version == version}
        assert found == {(name, over) for name in NOTES[version]["rules"] for over in (True, False)}


def test_what_is_frozen_is_never_edited() -> None:
    assert {version: NOTES[version]["digest"] for version in NOTES} == {
        version: digest_of(version) for version in versions()
    }


@every_version
async def test_an_old_file_is_brought_up_to_date_and_loses_nothing(version: str, tmp_path: Path) -> None:
    path = make(version, tmp_path / "old.db")
    before = counted(path)
    store = await SqliteStore.open(path)
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        assert SqliteSchema(connection).version() == latest()
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    after = counted(path)
    kept = before.keys() - OF_THE_PROGRAM
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}


@pytest.mark.parametrize("version", ["0.1.0", "0.2.0"])
async def test_what_was_not_known_then_is_not_made_up_and_what_closed_tables_told_stays(
    version: str, tmp_path: Path
) -> None:
    path = make(version, tmp_path / "old.db")
    told = "SELECT table_id, scenes FROM positions JOIN tables ON id = table_id WHERE status = 'closed'"
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute(told).fetchall()
    await (await SqliteStore.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(told).fetchall() == before
        later = "SELECT DISTINCT closes_at, by_word, friendly, stand_in, learning FROM tables"
        assert connection.execute(later).fetchall() == [(None, 0, 0, 0, None)]


def counted(path: Path) -> dict[str, int]:
    """How many rows each of a database's tables has."""
    with closing(sqlite3.connect(path)) as connection:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


async def users(room: Room, table_id: int) -> Any:
    for person in (await room.tables.table(table_id)).people():
        if person.user_id is not None:
            yield person.user_id


# -- tables that were live ---------------------------------------------------------------------------------


@every_version
async def test_every_live_table_is_shown_and_may_be_stopped_by_its_host(version: str) -> None:
    async with standing(image(version), version) as room:
        for table in (table for table in LIVE if table.version == version):
            with naming(table):
                found = await room.tables.table(table.id)
                assert (found.game, found.status) == (table.game, table.status)
                await shown(room, table.id)
                record = await room.tables.record(table.id)
                assert (record.seed, record.position, record.setup) == (None, None, None)
                stopped = await room.tables.stop(room.ask(found.host_id or 0), table.id)
                assert (stopped.status, stopped.end.why) == (Status.CLOSED, "stopped")
                await shown(room, table.id, LANGUAGES[table.id % 2])
                proved(await room.tables.record(table.id), table.current)


@each_live_shape
async def test_a_live_table_is_played_on_through_a_kill_to_its_end(table: Kept) -> None:
    lobby = table.status == "lobby"
    async with standing(image(table.version), str(table)) as room:
        await room.came_back(table.id)
        if lobby:
            await room.fill(table.id)
        await room.play(table.id, STEPS)
        before = await room.tables.table(table.id)
        killed = room.store.sql.serialize()
        async with standing(killed, f"{table} again", room.clock, 9_000) as again:
            assert await again.tables.table(table.id) == before
            again.clock.jump(3_000)
            await again.came_back(table.id)
            await shown(again, table.id)
            await again.play(table.id, STEPS)
            await shown(again, table.id, LANGUAGES[table.id % 2])
            end = await again.wind_up(table.id)
            assert end.end.why == "over"
            await shown(again, table.id, LANGUAGES[table.id % 2 - 1])
            proved(await again.tables.record(table.id), table.current or lobby)


@every_version
async def test_the_deadlines_of_all_tables_pass_in_their_time(version: str) -> None:
    async with standing(image(version), version) as room:
        live = [table.id for table in LIVE if table.version == version]
        before = [(await room.tables.table(table_id), await room.store.log(table_id)) for table_id in live]
        await room.came_back()
        await room.advance(180)
        for table, log in before:
            alarm = table.alarm
            rings = alarm is not None and alarm.stopped_at is None and alarm.seconds <= LOBBY_SECONDS
            assert (len(await room.store.log(table.id)) > len(log)) == rings, table


# -- tables that were closed -------------------------------------------------------------------------------


@every_version
async def test_every_closed_table_is_shown_and_its_record_proved(version: str) -> None:
    async with standing(image(version), version) as room:
        for table in (table for table in CLOSED if table.version == version):
            with naming(table):
                await shown(room, table.id)
                record = await room.tables.record(table.id)
                proved(record, table.current)
                found = await room.tables.table(table.id)
                assert found.end.seed == record.seed
                assert record.seed is not None
                for t in LANGUAGES:
                    FACES[table.game].keepsake(record, found, t)


@each_closed_shape
async def test_a_closed_table_is_played_again_by_the_rules_of_today(table: Kept) -> None:
    async with standing(image(table.version), str(table)) as room:
        user_id = [user_id async for user_id in users(room, table.id)][-1]
        rematch = await room.tables.rematch(room.ask(user_id), table.id)
        assert (rematch.status, rematch.rematch_of) == (Status.LOBBY, table.id)
        assert (await room.tables.table(table.id)).end.rematch_id == rematch.id
        await room.fill(rematch.id)
        await room.play(rematch.id, STEPS)
        await room.wind_up(rematch.id)
        proved(await room.tables.record(rematch.id), current=True)


@each_closed_shape
async def test_people_of_a_closed_table_get_their_data_and_are_forgotten(table: Kept) -> None:
    async with standing(image(table.version), str(table)) as room:
        user_id = await anext(users(room, table.id))
        assert table.id in [seat["table"] for seat in (await room.store.export(user_id))["seats"]]
        for live in await room.store.tables_of(user_id):
            await room.tables.quit(room.ask(user_id), live)
        assert await room.tables.erase(user_id, room.store) >= 1
        assert (await room.store.export(user_id))["seats"] == []
        assert user_id not in [user_id async for user_id in users(room, table.id)]
        assert f"nom {user_id}" not in [
            person.name for person in (await room.tables.table(table.id)).people()
        ]
        await shown(room, table.id)
        proved(await room.tables.record(table.id), table.current)


# -- records that were handed out --------------------------------------------------------------------------


@pytest.mark.parametrize("name", RECORDS)
async def test_a_record_that_was_handed_out_is_proved(name: str) -> None:
    record, version = Record.load(RECORDS[name]), name.split()[0]
    (table,) = [table for table in CLOSED if (table.version, table.id) == (version, record.table)]
    verdict = proved(record, table.current)
    assert verdict.entries == len(record.entries) > 0
    async with standing(image(version), version) as room:
        now = await room.tables.record(record.table)
    assert (now.commitment, now.seed, now.joins()) == (record.commitment, record.seed, record.joins())
    told = [[(line.seq, line.kind, line.at, line.draws) for line in each.entries] for each in (now, record)]
    assert told[0] == told[1]


OLDER = [
    name
    for name in OVER
    if (record := Record.load(RECORDS[name])).rules < GAMES[record.game].rules_version
    and GAMES[record.game].replays(record.rules)
]
"""Of games that older rules played, and that ours play to the same events."""


def test_what_was_ever_replayed_by_later_rules_still_is() -> None:
    older = {(record.game, record.rules) for record in (Record.load(RECORDS[name]) for name in OLDER)}
    assert older >= {("tasse", 2), ("diavolo", 1)}


@pytest.mark.parametrize("name", OLDER)
def test_a_record_of_older_rules_is_not_proved_once_it_was_changed(name: str) -> None:
    record = Record.load(RECORDS[name])
    assert verify(record, GAMES).ok
    assert found(record.model_copy(update={"position": "0" * 64})) == {"position_differs"}
    ours = GAMES[record.game].rules_version
    assert found(changed(record, "begin", {"rules": ours})) == {"position_differs"}, "as ours would keep it"
    *_, last = (line for line in record.entries if line.kind == "act")
    shorter = tuple(line for line in record.entries if line.seq != last.seq)
    assert found(record.model_copy(update={"entries": shorter})) - {"sequence_gap", "die_differs"}


@pytest.mark.parametrize("name", OLDER)
async def test_the_digest_of_a_game_by_older_rules_has_the_places_that_its_log_tells(name: str) -> None:
    record, version = Record.load(RECORDS[name]), name.split()[0]
    async with standing(image(version), version) as room:
        digest = make_digest(await room.tables._ledger.held(record.table), record, GAMES[record.game])
    assert digest.places == {ordinal: sheet["place"] for ordinal, sheet in (digest.facts or {}).items()}
    if record.game == "diavolo":
        assert digest.places == {0: 3, 1: 4, 2: 1, 3: 1}, "its position names the last two alone"


def found(record: Record) -> set[str]:
    """The codes of all problems of a record."""
    return {problem.code for problem in verify(record, GAMES).problems}


def changed(record: Record, kind: str, payload: Any) -> Record:
    """The record with another payload in its lines of a kind."""
    lines = (
        line.model_copy(update={"payload": payload}) if line.kind == kind else line for line in record.entries
    )
    return record.model_copy(update={"entries": tuple(lines)})
