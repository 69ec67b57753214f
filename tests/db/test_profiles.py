"""What somebody has played, and what they wish others to see, in each store."""

from collections.abc import Mapping

from bot.insight.model import Finished, Played, Seated
from bot.tables.digests.model import Digest
from bot.tables.model import End, Seat
from db.jobs.insight import ASKED_AT_ONCE, PIECE
from db.store import SqliteStore, Store
from tests.support.stored import NOON, begin, close, opening, seat

DAY = 24 * 60 * 60 * 1000


async def play(
    store: Store,
    *seats: Seat,
    at: int = NOON,
    guild: int = 10,
    why: str = "over",
    game: str = "tasse",
    facts: Mapping[int, Mapping[str, int]] | None = None,
    unrated: str | None = None,
) -> int:
    """A game that these seats ended in this order, looked back on."""
    begun = await store.commit(begin(await store.commit(opening(seats=seats, guild_id=guild, game=game))))
    end = End(why, (seats[0].name,), "ab" * 32)
    table_id = (await store.commit(close(begun, changed_at=at, end=end))).table.id
    places = {ordinal: ordinal + 1 for ordinal in range(len(seats))}
    await store.insight.keep_digest(Digest(table_id, places, facts, unrated, unrated), 0)
    return table_id


async def test_what_somebody_has_played_comes_in_the_order_of_its_ends(store: Store) -> None:
    told = {0: {"played": 1, "lies": 3}, 1: {"played": 1, "lies": 7}}
    late = await play(store, seat("1", 5), seat("2", 1, 6), at=NOON + 9, facts=told)
    soon = await play(store, seat("1", 1), seat("2", 5, left=True), facts=told, unrated="friendly")
    unknown = await play(store, seat("1", 1), seat("2", 5), at=NOON + 3)
    assert await store.insight.played(1, 10, "tasse") == [
        Played(
            Finished(soon, "tasse", 10, NOON, (Seated((1,), 1), Seated((5,), 2)), unrated="friendly"),
            True,
            told[0],
        ),
        Played(
            Finished(unknown, "tasse", 10, NOON + 3, (Seated((1,), 1), Seated((5,), 2)), None),
            True,
        ),
        Played(
            Finished(late, "tasse", 10, NOON + 9, (Seated((5,), 1), Seated((1, 6), 2)), None),
            False,
            told[1],
        ),
    ]


async def test_other_games_other_servers_and_games_that_were_stopped_are_left_out(store: Store) -> None:
    both = (seat("1", 1), seat("2", 5))
    await play(store, *both, game="diavolo")
    await play(store, *both, guild=11)
    await play(store, *both, why="stopped", unrated="stopped")
    await play(store, seat("1", 6), seat("2", 5))
    assert list(await store.insight.played(1, 10, "tasse")) == []


async def test_who_was_erased_has_played_nothing_and_is_nobody_to_others(store: Store) -> None:
    await play(store, seat("1", 1), seat("2", 5), facts={0: {"lies": 1}, 1: {"lies": 2}})
    await store.erase(5)
    assert list(await store.insight.played(5, 10, "tasse")) == []
    (game,) = await store.insight.played(1, 10, "tasse")
    assert [one.people for one in game.table.seats] == [(1,), (None,)]
    assert game.facts == {"lies": 1}


async def test_many_games_are_read_in_pieces(sqlite: SqliteStore) -> None:
    numbers = [
        await play(sqlite, seat("1", 1), seat("2", 100 + n), at=NOON - n // 2 * DAY) for n in range(PIECE + 3)
    ]
    games = await sqlite.insight.played(1, 10, "tasse")
    assert sorted(game.table.table_id for game in games) == numbers
    ends = [(game.table.ended_at, game.table.table_id) for game in games]
    assert ends == sorted(ends)


async def test_it_is_known_who_has_played_on_a_server(store: Store) -> None:
    await play(store, seat("1", 1), seat("2", 5))
    await play(store, seat("1", 6), seat("2", 7), guild=11)
    assert await store.insight.players(10, (1, 5, 6, 8)) == frozenset({1, 5})
    assert await store.insight.players(11, (1, 6)) == frozenset({6})
    assert await store.insight.players(10, ()) == frozenset()


async def test_wishes_replace_earlier_ones_of_the_same_name(store: Store) -> None:
    assert await store.insight.wishes(1) == {}
    await store.insight.wish(1, {"board": "no"})
    await store.insight.wish(1, {"profile": "no"})
    await store.insight.wish(1, {"board": "yes"})
    await store.insight.wish(5, {"board": "no"})
    assert await store.insight.wishes(1) == {"board": "yes", "profile": "no"}
    assert await store.insight.declined("board", (1, 5, 6)) == frozenset({5})
    assert await store.insight.declined("profile", (1, 5, 6)) == frozenset({1})
    await store.erase(5)
    assert await store.insight.wishes(5) == {}
    assert await store.insight.declined("board", (1, 5)) == frozenset()


async def test_of_however_many_people_it_is_known_who_declines(sqlite: SqliteStore) -> None:
    for user_id in (3, ASKED_AT_ONCE, 2 * ASKED_AT_ONCE + 1):
        await sqlite.insight.wish(user_id, {"board": "no"})
    asked = tuple(range(1, 2 * ASKED_AT_ONCE + 2))
    assert await sqlite.insight.declined("board", asked) == {3, ASKED_AT_ONCE, 2 * ASKED_AT_ONCE + 1}
