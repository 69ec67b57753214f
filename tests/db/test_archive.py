"""Closed tables are packed, and decks shared: they take less room, and nobody who asks notices."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.tables.decks import DeckInfo, PlayedDeck
from bot.tables.model import SceneText
from bot.tables.ports import Entry, Stored
from db.batch import Commit
from db.errors import StoreError
from db.jobs import archive, people
from db.jobs.scenes import DROPPED_EVERY
from db.store import SqliteStore, Store
from tests.db.beside import Job, Pair, meanwhile
from tests.support.stored import NOON, act, begin, close, fresh_ids, opening, seat

LATER = NOON + 10_000_000
SCENES = (SceneText(3, '[{"type":"rolled","by":"é"}]', NOON, 2), SceneText(4, "[]", 0, 1))


async def ended(store: Store, **facts: Any) -> Stored:
    """A closed table of users 1 and 2, with two scenes."""
    stored = await store.commit(
        begin(await store.commit(opening(**facts)), seats=(seat("1", 1), seat("2", 2)))
    )
    stored = await store.commit(act(stored, position='{"round":2}', scenes=SCENES[:1]))
    seq = stored.last_seq
    lines = (
        Entry(seq + 1, "act", NOON, "2", 2, next(fresh_ids), {"text": "Où ?"}, ((6, 4),)),
        Entry(seq + 2, "act", NOON, "1", 1, next(fresh_ids), {"text": "là"}, ((6, 1), (2, 2))),
        Entry(seq + 3, "expire", NOON, None, None, None, {"n": 1.50}),
    )
    stored = await store.commit(act(stored, entries=lines, scenes=SCENES))
    return await store.commit(close(stored, "1"))


async def rows(store: Store, name: str) -> int:
    return await store.door.write(lambda it: it.execute(f"SELECT count(*) FROM {name}").fetchone()[0])


async def test_what_is_packed_is_read_as_before(sqlite: SqliteStore) -> None:
    stored = await ended(sqlite)
    log = await sqlite.log(stored.table.id)
    assert await sqlite.put_away(stored.table.id)
    assert [await rows(sqlite, name) for name in ("log", "scenes")] == [0, 0]
    assert await sqlite.load(stored.table.id) == stored
    assert stored.scenes == SCENES
    assert await sqlite.log(stored.table.id) == log
    assert not await sqlite.put_away(stored.table.id)


async def test_live_tables_are_not_packed_nor_those_that_have_just_ended(store: Store) -> None:
    live = await store.commit(begin(await store.commit(opening(home_id=21))))
    stored = await ended(store)
    assert not await store.put_away(live.table.id)
    changed = stored.table.changed_at
    assert await store.list_unpacked(0, changed, 9) == ()
    assert await store.list_unpacked(0, changed + 1, 9) == ((stored.table.id, "tasse"),)
    assert await store.list_unpacked(stored.table.id, changed + 1, 9) == ()
    assert await store.put_away(stored.table.id)
    assert not await store.put_away(stored.table.id)
    assert await store.list_unpacked(0, changed + 1, 9) == ()
    noted = await store.commit(act(stored, "rematch"))
    assert await store.list_unpacked(0, changed + 10_000, 9) == ((stored.table.id, "tasse"),)
    assert await store.forget([stored.table.id], LATER) == 1
    assert await store.list_unpacked(0, noted.table.changed_at + 10_000, 9) == ()


async def test_a_change_of_a_packed_table_takes_it_out_and_it_is_packed_again(sqlite: SqliteStore) -> None:
    stored = await ended(sqlite)
    log = await sqlite.log(stored.table.id)
    await sqlite.put_away(stored.table.id)
    again = await sqlite.commit(act(stored, "rematch", position=stored.position))
    assert await rows(sqlite, "archives") == 0
    more = await sqlite.log(stored.table.id)
    assert (more[:-1], more[-1].kind) == (log, "rematch")
    assert await sqlite.load(stored.table.id) == again
    assert await sqlite.put_away(stored.table.id)
    assert (await sqlite.load(stored.table.id), await sqlite.log(stored.table.id)) == (again, more)


async def test_words_are_taken_out_of_a_packed_table(sqlite: SqliteStore) -> None:
    stored = await ended(sqlite)
    await sqlite.put_away(stored.table.id)
    scenes = (SceneText(3, "[]", NOON, 2),)
    await sqlite.blank(stored.table.id, {4: {"text": ""}}, "null", scenes, stored.table.version)
    found = await sqlite.load(stored.table.id)
    assert (found.position, found.scenes) == ("null", scenes)
    (line,) = [line for line in await sqlite.log(stored.table.id) if line.erased]
    assert (line.seq, line.payload, line.user_id) == (4, {"text": ""}, None)
    log = await sqlite.log(stored.table.id)
    assert await sqlite.put_away(stored.table.id)
    assert await sqlite.log(stored.table.id) == log


async def test_people_get_their_lines_of_packed_tables_and_are_forgotten_there(sqlite: SqliteStore) -> None:
    packed, beside = await ended(sqlite, home_id=21), await ended(sqlite, home_id=22)
    before = [await sqlite.export(user_id) for user_id in (1, 2, 3)]
    assert {line["table"] for line in before[1]["log"]} == {packed.table.id, beside.table.id}
    await sqlite.put_away(packed.table.id)
    assert [await sqlite.export(user_id) for user_id in (1, 2, 3)] == before
    assert await sqlite.erase(2) == 2
    assert (await sqlite.export(2))["log"] == []
    assert (await sqlite.export(1))["log"] == before[0]["log"]
    log = await sqlite.log(packed.table.id)
    assert [line.user_id for line in log] == [1, 1, 1, None, 1, None, 1]
    content = await sqlite.door.write(lambda it: it.execute("SELECT * FROM archived_people").fetchall())
    assert [tuple(row)[-1] for row in content] == [1, None]


async def test_a_packed_table_is_forgotten_and_purged_like_others(sqlite: SqliteStore) -> None:
    first, second = await ended(sqlite, home_id=21), await ended(sqlite, home_id=22)
    for stored in (first, second):
        await sqlite.put_away(stored.table.id)
    assert await sqlite.forget([first.table.id], LATER) == 1
    assert await rows(sqlite, "archives") == 1
    left = await sqlite.load(first.table.id)
    assert (left.position, left.scenes, await sqlite.log(first.table.id)) == (None, (), ())
    await sqlite.note_departure(10, 5)
    assert await sqlite.purge_some(10) == 2
    for name in ("archives", "archived_people", "tables", "scenes"):
        assert await rows(sqlite, name) == 0


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM archives",
        "UPDATE archives SET content = x'00'",
        "UPDATE archives SET last_seq = 0",
        "INSERT OR REPLACE INTO archives SELECT table_id, last_seq, x'00' FROM archives",
        "DELETE FROM tables",
    ],
)
async def test_the_packed_log_is_append_only_too(sqlite: SqliteStore, statement: str) -> None:
    stored = await ended(sqlite)
    await sqlite.put_away(stored.table.id)
    log = await sqlite.log(stored.table.id)

    def forge(connection: Any) -> None:
        connection.execute("DELETE FROM archived_people")
        connection.execute(statement)

    with pytest.raises(StoreError, match="broken_rule"):
        await sqlite.door.write(forge)
    assert await sqlite.log(stored.table.id) == log


async def test_lines_that_are_not_packed_stay_in_the_log(sqlite: SqliteStore) -> None:
    stored = await ended(sqlite)
    await sqlite.put_away(stored.table.id)
    await sqlite.commit(act(stored, "rematch", position=stored.position))
    with pytest.raises(StoreError, match="broken_rule"):
        await sqlite.door.write(lambda it: it.execute("DELETE FROM log WHERE seq = 1"))


async def test_scenes_of_tables_closed_before_they_were_rows_are_read_and_packed(sqlite: SqliteStore) -> None:
    stored = await ended(sqlite)
    text = '[[3,[{"type":"rolled","by":"é"}],7],[4,[]]]'
    await sqlite.door.write(lambda it: it.execute("DELETE FROM scenes"))
    await sqlite.door.write(lambda it: it.execute("UPDATE positions SET scenes = ?, rules = 2", (text,)))
    found = await sqlite.load(stored.table.id)
    assert found.scenes == (SceneText(3, '[{"type":"rolled","by":"é"}]', 7, 2), SceneText(4, "[]", 0, 2))
    assert await sqlite.put_away(stored.table.id)
    assert await sqlite.load(stored.table.id) == found
    noted = await sqlite.commit(act(found, "rematch"))
    assert (await sqlite.load(stored.table.id)) == noted
    assert await rows(sqlite, "scenes") == 2
    assert await sqlite.put_away(stored.table.id)
    assert await sqlite.load(stored.table.id) == noted


@pytest.mark.parametrize("text", ["{", "[3]", '["a"]', "{}", '[["x",[]]]'])
async def test_damaged_scenes_of_old_tables_are_none(sqlite: SqliteStore, text: str) -> None:
    stored = await ended(sqlite)
    await sqlite.door.write(lambda it: it.execute("DELETE FROM scenes"))
    await sqlite.door.write(lambda it: it.execute("UPDATE positions SET scenes = ?", (text,)))
    found = await sqlite.load(stored.table.id)
    assert found.scenes == ()


TOLD = 3
"""So many scenes these tables tell."""


async def test_a_step_writes_its_own_scene_alone_and_old_ones_go(sqlite: SqliteStore) -> None:
    stored = await sqlite.commit(begin(await sqlite.commit(opening())))
    scenes: tuple[SceneText, ...] = ()
    for _ in range(5 * DROPPED_EVERY):
        version = stored.table.version + 1
        scenes = (*scenes, SceneText(version, f'["{version}"]', version, 1))[-TOLD:]
        statements: list[str] = []
        await sqlite._writer.run(lambda it, seen=statements: it.set_trace_callback(seen.append))
        stored = await sqlite.commit(act(stored, scenes=scenes))
        await sqlite._writer.run(lambda it: it.set_trace_callback(None))
        assert len([line for line in statements if line.startswith("INSERT INTO scenes")]) == 1
        loaded = await sqlite.load(stored.table.id)
        assert loaded.scenes[-TOLD:] == scenes
        assert len(loaded.scenes) < TOLD + DROPPED_EVERY
    await sqlite.commit(close(stored, scenes=(*scenes, SceneText(stored.table.version + 1, "[]"))[-TOLD:]))
    ended = await sqlite.load(stored.table.id)
    assert len(ended.scenes) == TOLD


@pytest.mark.parametrize("part", ["setup", "seats", "scenes"])
async def test_a_change_that_is_no_step_writes_none_of_them(sqlite: SqliteStore, part: str) -> None:
    scenes = (SceneText(3, "[]"),)
    stored = await sqlite.commit(begin(await sqlite.commit(opening())))
    stored = await sqlite.commit(act(stored, scenes=scenes))
    statements: list[str] = []
    await sqlite._writer.run(lambda it: it.set_trace_callback(statements.append))
    await sqlite.commit(act(stored, "pause", scenes=scenes))
    await sqlite._writer.run(lambda it: it.set_trace_callback(None))
    assert not any(f"INTO {part}" in line or f"FROM {part}" in line for line in statements)


DECK = PlayedDeck.of('{"cards":["é"]}')


async def playing(store: SqliteStore, home_id: int, deck: PlayedDeck | None = DECK) -> Stored:
    """A table in play with this deck."""
    return await store.commit(begin(await store.commit(opening(home_id=home_id)), deck=deck))


async def decks(store: SqliteStore) -> list[str]:
    return await store.door.write(
        lambda it: [row["digest"] for row in it.execute("SELECT digest FROM played_decks")]
    )


async def test_every_table_has_its_deck(store: SqliteStore) -> None:
    first, second = await playing(store, 21), await playing(store, 22)
    acted = await store.commit(act(first, position="{}", deck=None))
    for stored in (acted, second):
        loaded = await store.load(stored.table.id)
        assert (loaded.deck, loaded.setup) == (DECK, '{"lives":3}')


async def test_many_tables_keep_it_once_and_the_last_one_takes_it_along(sqlite: SqliteStore) -> None:
    other = PlayedDeck.of('{"cards":[]}')
    first, second = await playing(sqlite, 21), await playing(sqlite, 22)
    third = await playing(sqlite, 23, other)
    assert sorted(await decks(sqlite)) == sorted((DECK.digest, other.digest))
    for stored in (first, second, third):
        ended = await sqlite.commit(close(stored))
        await sqlite.put_away(ended.table.id)
    await sqlite.forget([first.table.id], NOON * 2)
    assert DECK.digest in await decks(sqlite)
    await sqlite.forget([second.table.id], NOON * 2)
    assert await decks(sqlite) == [other.digest]
    await sqlite.note_departure(10, 5)
    await sqlite.purge_some(10)
    assert await decks(sqlite) == []


async def test_a_deck_that_is_played_with_cannot_be_deleted(sqlite: SqliteStore) -> None:
    stored = await playing(sqlite, 21)
    with pytest.raises(StoreError, match="broken_rule"):
        await sqlite.door.write(lambda it: it.execute("DELETE FROM played_decks"))
    await sqlite.put_deck(10, DeckInfo("Quiz", 2, NOON), DECK.text)
    assert await sqlite.delete_deck(10, "Quiz")
    loaded = await sqlite.load(stored.table.id)
    assert loaded.deck == DECK


async def test_a_whole_setup_is_divided_once(store: SqliteStore) -> None:
    whole = await playing(store, 21, None)
    await playing(store, 22)
    ended = await store.commit(close(await playing(store, 23, None)))
    assert await store.list_undivided(["tasse"]) == [whole.table.id]
    assert await store.list_undivided(["defizz"]) == []
    for table_id in (whole.table.id, ended.table.id):
        await store.divide_setup(table_id, '{"deck":[]}', DECK)
        await store.divide_setup(table_id, "{}", PlayedDeck.of("[]"))
        loaded = await store.load(table_id)
        assert (loaded.setup, loaded.deck) == ('{"deck":[]}', DECK)
    assert await store.list_undivided(["tasse"]) == []
    if isinstance(store, SqliteStore):
        assert await decks(store) == [DECK.digest]


GUEST = 77
"""Who left a mark in the log, and has no seat."""


async def ended_with_guest(store: Store) -> Stored:
    stored = await store.commit(begin(await store.commit(opening()), seats=(seat("1", 1), seat("2", 2))))
    told = Entry(stored.last_seq + 1, "propose", 5, None, GUEST, next(fresh_ids), {"text": "Bonsoir"})
    return await store.commit(close(await store.commit(act(stored, entries=(told,))), "1"))


@pytest.mark.parametrize("packing_is_first", [True, False])
async def test_a_line_is_not_lost_behind_an_archive(pair: Pair, packing_is_first: bool) -> None:
    stored = await ended_with_guest(pair[0])
    table_id = stored.table.id
    change = act(stored, "rematch")
    pack: Job = partial(archive.put_away, table_id=table_id)
    if packing_is_first:
        await meanwhile(pair, pack, "INSERT INTO archives", Commit(change))
    else:
        await meanwhile(pair, Commit(change), "UPDATE tables SET version", pack)
    log = await pair[0].log(table_id)
    assert [entry.seq for entry in log] == list(range(1, change.after.last_seq + 1))
    assert log[-1] == change.entries[0]
    assert await pair[0].load(table_id) == change.after


@pytest.mark.parametrize("user_id", [2, GUEST])
@pytest.mark.parametrize(
    ("first", "before", "packed"),
    [("put_away", "INSERT INTO archives", False), ("take_out", "UPDATE positions", True)],
)
async def test_who_is_erased_does_not_come_back(
    pair: Pair, user_id: int, first: str, before: str, packed: bool
) -> None:
    stored = await ended_with_guest(pair[0])
    table_id = stored.table.id
    if packed:
        await pair[0].put_away(table_id)
    job: Job = partial(getattr(archive, first), table_id=table_id)
    await meanwhile(pair, job, before, partial(people.erase, user_id=user_id))
    assert user_id not in {entry.user_id for entry in await pair[0].log(table_id)}
    assert (await pair[0].export(user_id))["log"] == []


async def test_a_change_that_was_prepared_before_the_erasure_is_stale(
    pair: Pair,
) -> None:
    stored = await ended_with_guest(pair[0])
    await pair[1].erase(GUEST)
    found = await pair[0].load(stored.table.id)
    assert found == replace(stored, table=replace(stored.table, version=stored.table.version + 1))
