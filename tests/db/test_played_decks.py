"""A deck stands in the file once, for as long as a table has played with it."""

import pytest

from bot.tables.decks import DeckInfo, PlayedDeck
from bot.tables.ports import Stored
from db.errors import StoreError
from db.store import SqliteStore
from tests.support.stored import NOON, act, begin, close, opening

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
        assert loaded is not None
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
    assert loaded is not None
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
        assert loaded is not None
        assert (loaded.setup, loaded.deck) == ('{"deck":[]}', DECK)
    assert await store.list_undivided(["tasse"]) == []
    if isinstance(store, SqliteStore):
        assert await decks(store) == [DECK.digest]
