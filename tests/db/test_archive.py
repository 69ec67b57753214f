"""What has happened stays: the log is append-only, and what is packed or shared is read as before."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.tables.decks import DeckInfo, PlayedDeck
from bot.tables.model import SceneText
from bot.tables.ports import Entry, Stored
from db.errors import StoreError
from db.jobs import archive, people
from db.jobs.archive import DROPPED_EVERY
from db.jobs.tables import Commit
from db.store import SqliteStore, Store
from tests.db.beside import Job, Pair, meanwhile
from tests.db.conftest import KINDS
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


async def run(store: Store, statement: str) -> int:
    return await store.door.write(lambda connection: connection.execute(statement).rowcount)


def of_both(*statements: str) -> list[tuple[str, str]]:
    """Each statement for each kind of store."""
    return [(kind, statement) for statement in statements for kind in KINDS]


@pytest.mark.parametrize(
    ("store", "statement"),
    [
        *of_both(
            "DELETE FROM log",
            "DELETE FROM log WHERE seq = 1",
            "UPDATE log SET payload = '{}'",
            "UPDATE log SET draws = '[]'",
            "UPDATE log SET draws = '[[6,6]]', user_id = NULL",
            "UPDATE log SET at = at + 1",
            "UPDATE log SET at = at + 1, user_id = NULL",
            "UPDATE log SET seq = seq + 10",
            "UPDATE log SET interaction_id = NULL",
            "UPDATE log SET kind = 'open'",
            "UPDATE log SET seat = '2'",
            "UPDATE log SET user_id = 99",
            "UPDATE log SET user_id = NULL, payload = '{}'",
        ),
        ("sqlite", "UPDATE log SET id = id + 100"),
        ("sqlite", "INSERT OR REPLACE INTO log SELECT * FROM log"),
        ("postgres", "TRUNCATE log"),
    ],
    indirect=["store"],
)
async def test_lines_are_neither_changed_nor_removed(store: Store, statement: str) -> None:
    """By the database's own hand: whoever opens it cannot rewrite the past."""
    lobby = await store.commit(opening())
    await store.commit(act(lobby))
    log = await store.log(lobby.table.id)

    with pytest.raises(StoreError) as caught:
        await run(store, statement)
    assert caught.value.code == "broken_rule"
    assert "append-only" in str(caught.value.params["detail"])
    assert await store.log(lobby.table.id) == log


async def test_forgetting_who_it_was_is_allowed(store: Store) -> None:
    lobby = await store.commit(opening())
    assert await run(store, "UPDATE log SET user_id = NULL WHERE user_id = 1") == 1
    assert (await store.log(lobby.table.id))[0].user_id is None


async def test_a_number_is_given_once(store: Store) -> None:
    lobby = await store.commit(opening())
    (first,) = await store.log(lobby.table.id)
    with pytest.raises(StoreError, match="broken_rule"):
        await store.commit(act(lobby, entries=(Entry(first.seq, first.kind, first.at),)))
    assert await store.load(lobby.table.id) == lobby


async def test_what_is_packed_is_read_as_before(store: Store) -> None:
    stored = await ended(store)
    log = await store.log(stored.table.id)
    assert await store.put_away(stored.table.id)
    assert [await rows(store, name) for name in ("log", "scenes")] == [0, 0]
    assert await store.load(stored.table.id) == stored
    assert stored.scenes == SCENES
    assert await store.log(stored.table.id) == log
    assert not await store.put_away(stored.table.id)


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


async def test_a_change_of_a_packed_table_takes_it_out_and_it_is_packed_again(store: Store) -> None:
    stored = await ended(store)
    log = await store.log(stored.table.id)
    await store.put_away(stored.table.id)
    again = await store.commit(act(stored, "rematch", position=stored.position))
    assert await rows(store, "archives") == 0
    more = await store.log(stored.table.id)
    assert (more[:-1], more[-1].kind) == (log, "rematch")
    assert await store.load(stored.table.id) == again
    assert await store.put_away(stored.table.id)
    assert (await store.load(stored.table.id), await store.log(stored.table.id)) == (again, more)


async def test_words_are_taken_out_of_a_packed_table(store: Store) -> None:
    stored = await ended(store)
    await store.put_away(stored.table.id)
    scenes = (SceneText(3, "[]", NOON, 2),)
    await store.blank(stored.table.id, {4: {"text": ""}}, "null", scenes, stored.table.version)
    found = await store.load(stored.table.id)
    assert (found.position, found.scenes) == ("null", scenes)
    (line,) = [line for line in await store.log(stored.table.id) if line.erased]
    assert (line.seq, line.payload, line.user_id) == (4, {"text": ""}, None)
    log = await store.log(stored.table.id)
    assert await store.put_away(stored.table.id)
    assert await store.log(stored.table.id) == log


async def test_people_get_their_lines_of_packed_tables_and_are_forgotten_there(store: Store) -> None:
    packed, beside = await ended(store, home_id=21), await ended(store, home_id=22)
    before = [await store.export(user_id) for user_id in (1, 2, 3)]
    assert {line["table"] for line in before[1]["log"]} == {packed.table.id, beside.table.id}
    await store.put_away(packed.table.id)
    assert [await store.export(user_id) for user_id in (1, 2, 3)] == before
    assert await store.erase(2) == 2
    assert (await store.export(2))["log"] == []
    assert (await store.export(1))["log"] == before[0]["log"]
    log = await store.log(packed.table.id)
    assert [line.user_id for line in log] == [1, 1, 1, None, 1, None, 1]
    asked = "SELECT user_id FROM archived_people ORDER BY person"
    assert [row[0] for row in await store.door.write(lambda it: it.execute(asked).fetchall())] == [1, None]


async def test_a_packed_table_is_forgotten_and_purged_like_others(store: Store) -> None:
    first, second = await ended(store, home_id=21), await ended(store, home_id=22)
    for stored in (first, second):
        await store.put_away(stored.table.id)
    assert await store.forget([first.table.id], LATER) == 1
    assert await rows(store, "archives") == 1
    left = await store.load(first.table.id)
    assert (left.position, left.scenes, await store.log(first.table.id)) == (None, (), ())
    await store.note_departure(10, 5)
    assert await store.purge_some(10) == 2
    for name in ("archives", "archived_people", "tables", "scenes"):
        assert await rows(store, name) == 0


@pytest.mark.parametrize(
    ("store", "statement"),
    [
        *of_both("DELETE FROM archives", "UPDATE archives SET last_seq = 0", "DELETE FROM tables"),
        ("sqlite", "UPDATE archives SET content = x'00'"),
        ("sqlite", "INSERT OR REPLACE INTO archives SELECT table_id, last_seq, x'00' FROM archives"),
        ("postgres", "TRUNCATE archives CASCADE"),
    ],
    indirect=["store"],
)
async def test_the_packed_log_is_append_only_too(store: Store, statement: str) -> None:
    stored = await ended(store)
    await store.put_away(stored.table.id)
    log = await store.log(stored.table.id)

    def forge(connection: Any) -> None:
        connection.execute("DELETE FROM archived_people")
        connection.execute(statement)

    with pytest.raises(StoreError, match="broken_rule"):
        await store.door.write(forge)
    assert await store.log(stored.table.id) == log


async def test_lines_that_are_not_packed_stay_in_the_log(store: Store) -> None:
    stored = await ended(store)
    await store.put_away(stored.table.id)
    await store.commit(act(stored, "rematch", position=stored.position))
    with pytest.raises(StoreError, match="broken_rule"):
        await store.door.write(lambda it: it.execute("DELETE FROM log WHERE seq = 1"))


async def test_scenes_of_tables_closed_before_they_were_rows_are_read_and_packed(store: Store) -> None:
    stored = await ended(store)
    text = '[[3,[{"type":"rolled","by":"é"}],7],[4,[]]]'
    await store.door.write(lambda it: it.execute("DELETE FROM scenes"))
    await store.door.write(lambda it: it.execute("UPDATE positions SET scenes = ?, rules = 2", (text,)))
    found = await store.load(stored.table.id)
    assert found.scenes == (SceneText(3, '[{"type":"rolled","by":"é"}]', 7, 2), SceneText(4, "[]", 0, 2))
    assert await store.put_away(stored.table.id)
    assert await store.load(stored.table.id) == found
    noted = await store.commit(act(found, "rematch"))
    assert (await store.load(stored.table.id)) == noted
    assert await rows(store, "scenes") == 2
    assert await store.put_away(stored.table.id)
    assert await store.load(stored.table.id) == noted


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


async def playing(store: Store, home_id: int, deck: PlayedDeck | None = DECK) -> Stored:
    """A table in play with this deck."""
    return await store.commit(begin(await store.commit(opening(home_id=home_id)), deck=deck))


async def decks(store: Store) -> list[str]:
    return await store.door.write(
        lambda it: [row["digest"] for row in it.execute("SELECT digest FROM played_decks")]
    )


async def test_every_table_has_its_deck(store: SqliteStore) -> None:
    first, second = await playing(store, 21), await playing(store, 22)
    acted = await store.commit(act(first, position="{}", deck=None))
    for stored in (acted, second):
        loaded = await store.load(stored.table.id)
        assert (loaded.deck, loaded.setup) == (DECK, '{"lives":3}')


async def test_many_tables_keep_it_once_and_the_last_one_takes_it_along(store: Store) -> None:
    other = PlayedDeck.of('{"cards":[]}')
    first, second = await playing(store, 21), await playing(store, 22)
    third = await playing(store, 23, other)
    assert sorted(await decks(store)) == sorted((DECK.digest, other.digest))
    for stored in (first, second, third):
        ended = await store.commit(close(stored))
        await store.put_away(ended.table.id)
    await store.forget([first.table.id], NOON * 2)
    assert DECK.digest in await decks(store)
    await store.forget([second.table.id], NOON * 2)
    assert await decks(store) == [other.digest]
    await store.note_departure(10, 5)
    await store.purge_some(10)
    assert await decks(store) == []


async def test_a_deck_that_is_played_with_cannot_be_deleted(store: Store) -> None:
    stored = await playing(store, 21)
    with pytest.raises(StoreError, match="broken_rule"):
        await store.door.write(lambda it: it.execute("DELETE FROM played_decks"))
    await store.put_deck(10, DeckInfo("Quiz", 2, NOON), DECK.text)
    assert await store.delete_deck(10, "Quiz")
    loaded = await store.load(stored.table.id)
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
