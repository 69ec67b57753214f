"""What was rolled at tables that are over, summed up by server and game, in each store."""

from dataclasses import replace

from bot.insight.luck import Rolled
from bot.tables.digests.model import Digest
from bot.tables.model import Status
from db.store import SqliteStore, Store
from tests.support.stored import NOON, begin, close, opening, seat

SOME = Rolled((1, 2, 3, 4, 5, 6), 7, 1)
MORE = Rolled((10, 0, 0, 0, 0, 2**40), 0, 1)


async def play(store: Store, rolled: Rolled | None, guild: int = 10, game: str = "tasse") -> Digest:
    """A game that is over, looked back on."""
    where = {"guild_id": guild, "game": game}
    begun = await store.commit(begin(await store.commit(opening(seats=(seat("1", 1),), **where))))
    ended = await store.commit(close(begun, "1"))
    assert ended.table.status is Status.CLOSED
    digest = Digest(ended.table.id, {0: 1}, {0: {"played": 1}}, None, None, rolled)
    await store.insight.keep_digest(digest, 0)
    return digest


async def test_dice_are_summed_up_by_game_and_server(store: Store) -> None:
    assert await store.insight.rolled(10) == {}
    await play(store, SOME)
    await play(store, MORE)
    await play(store, SOME, game="diavolo")
    await play(store, MORE, guild=11)
    await play(store, None, guild=12)
    here = await store.insight.rolled(10)
    assert here == {"tasse": SOME + MORE, "diavolo": SOME}
    assert all(type(count) is int for one in here.values() for count in (*one.faces, one.others, one.tables))
    assert await store.insight.rolled(11) == {"tasse": MORE}
    assert await store.insight.rolled(12) == {}
    assert await store.insight.rolled_everywhere() == {"tasse": SOME + MORE + MORE, "diavolo": SOME}


async def test_a_table_is_counted_once_however_often_it_is_looked_back_on(store: Store) -> None:
    digest = await play(store, SOME)
    await store.insight.keep_digest(digest, 0)
    assert await store.insight.rolled(10) == {"tasse": SOME}
    await store.insight.keep_digest(replace(digest, rolled=MORE), 0)
    assert await store.insight.rolled(10) == {"tasse": MORE}
    await store.insight.outdate_digests(0)
    assert await store.insight.rolled(10) == {"tasse": MORE}, "until it is looked back on"


async def test_of_a_table_whose_log_is_gone_the_dice_stay(store: Store) -> None:
    digest = await play(store, SOME)
    assert await store.forget([digest.table_id], NOON) == 1
    assert await store.insight.rolled(10) == {"tasse": SOME}
    await store.insight.keep_digest(replace(digest, places=None, facts=None, rolled=None), 0)
    assert await store.insight.rolled(10) == {"tasse": SOME}


async def test_an_erasure_takes_no_dice_away(store: Store) -> None:
    await play(store, SOME)
    await store.erase(1)
    assert await store.insight.rolled(10) == {"tasse": SOME}


async def test_games_in_private_messages_are_on_no_server(store: Store) -> None:
    await play(store, SOME, guild=-5_000)
    assert await store.insight.rolled(-5_000) == {}
    assert await store.insight.rolled_everywhere() == {"tasse": SOME}


async def test_a_server_that_is_purged_takes_its_dice_along(sqlite: SqliteStore) -> None:
    await play(sqlite, SOME)
    await play(sqlite, MORE, guild=11)
    await sqlite.note_departure(10, NOON)
    while await sqlite.purge_some(10):
        pass
    assert await sqlite.insight.rolled(10) == {}
    assert await sqlite.insight.rolled_everywhere() == {"tasse": MORE}
