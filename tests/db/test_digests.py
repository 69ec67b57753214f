"""Digests: written twice they are one, results come in order, the fourth table of a day does not count."""

from dataclasses import replace
from itertools import permutations

import pytest

from bot.insight.model import Attended, Finished, Seated
from bot.tables.digests.model import FOLD, OFTEN, Digest, Renewed, Verdict
from bot.tables.model import Person, Reach, Seat
from db.store import Store
from tests.support.results import read_results
from tests.support.stored import NOON, begin, close, opening, seat

DAY = 24 * 60 * 60 * 1000
MORNING = NOON // DAY * DAY + 8 * 60 * 60 * 1000


async def play(store: Store, *seats: Seat, at: int = MORNING, guild: int = 10) -> int:
    """A game of these seats that ended at this time, the first one winning."""
    lobby = await store.commit(opening(seats=seats, guild_id=guild))
    begun = await store.commit(begin(lobby))
    return (await store.commit(close(begun, seats[0].name, changed_at=at))).table.id


def digest(table_id: int, unrated: str | None = None, *, places: bool = True) -> Digest:
    """A digest of two seats, the second of which was first."""
    told = {0: {"played": 1, "lies": 3}, 1: {"played": 1, "lies": 0}}
    return Digest(table_id, {0: 2, 1: 1} if places else None, told if places else None, unrated, unrated)


async def test_results_come_in_the_order_of_their_ends(store: Store) -> None:
    late = await play(store, seat("1", 1), seat("2", 2, 3), at=MORNING + 9)
    soon = await play(store, seat("1", 4), seat("2", 1, left=True), at=MORNING)
    tied = await play(store, seat("1", 4), seat("2", 1), at=MORNING)
    elsewhere = await play(store, seat("1", 4), seat("2", 1), guild=11)
    undone = await play(store, seat("1", 4), seat("2", 1))
    for table_id in (late, soon, tied, elsewhere):
        await store.insight.keep_digest(digest(table_id, "friendly" if table_id == late else None), 0)

    results = await read_results(store.insight, 10, "tasse")
    assert [ended.table_id for ended in results] == [soon, tied, late], f"and not {undone}"
    assert results[0] == Finished(soon, "tasse", 10, MORNING, (Seated((4,), 2), Seated((1,), 1)), None)
    assert results[-1].seats[1] == Seated((2, 3), 1)
    assert results[-1].unrated == "friendly"
    assert [ended.table_id for ended in await read_results(store.insight, 10, "tasse", MORNING + 1)] == [late]
    assert await read_results(store.insight, 10, "diavolo") in ([], ())


async def test_who_leads_a_table_has_no_place(store: Store) -> None:
    table_id = await play(store, seat("1", 1), seat("2", 2), seat("3", 3))
    await store.insight.keep_digest(digest(table_id), 0)
    (ended,) = await read_results(store.insight, 10, "tasse")
    assert [one.people for one in ended.seats] == [(1,), (2,)]


async def test_without_a_replay_the_winner_is_first_and_what_was_known_stays(store: Store) -> None:
    table_id = await play(store, seat("1", 1), seat("2", 2))
    await store.insight.keep_digest(digest(table_id, places=False), 0)
    (ended,) = await read_results(store.insight, 10, "tasse")
    assert [one.place for one in ended.seats] == [1, 2]

    await store.insight.keep_digest(digest(table_id), 0)
    await store.insight.keep_digest(digest(table_id, places=False), 0)
    (ended,) = await read_results(store.insight, 10, "tasse")
    assert [one.place for one in ended.seats] == [2, 1]
    (told,) = (await store.export(1))["results"]
    assert told["facts"] == {"played": 1, "lies": 3}


async def test_what_lacks_a_digest_is_found_once(store: Store) -> None:
    first, second = await play(store, seat("1", 1), seat("2", 2)), await play(store, seat("1", 1))
    found, after = await store.insight.undigested(0)
    assert [one.table_id for one in found] == [first, second]
    assert after is None
    await store.insight.keep_digest(digest(first), 0)
    assert [one.table_id for one in (await store.insight.undigested(0))[0]] == [second]
    assert (await store.insight.undigested(second))[0] in ([], ())
    assert await store.insight.verdict(first) == Verdict(FOLD, None)
    assert await store.insight.verdict(second) is None

    assert await store.insight.outdate_digests(0) == (1, None)
    assert [one.table_id for one in (await store.insight.undigested(0))[0]] == [first, second]
    assert await store.insight.verdict(first) == Verdict(0, None)
    assert [ended.table_id for ended in await read_results(store.insight, 10, "tasse")] == [first]


async def test_a_table_that_is_gone_has_no_digest(store: Store) -> None:
    assert await store.insight.keep_digest(digest(4711), 0) in ([], ())
    assert await store.insight.verdict(4711) is None


# -- four tables a day -------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
async def test_the_fourth_table_of_a_day_does_not_count_in_whatever_order(
    store: Store, order: tuple[int, ...]
) -> None:
    tables = [await play(store, seat("1", 1), seat("2", 2), at=MORNING + n) for n in range(4)]
    for n in order:
        await store.insight.keep_digest(digest(tables[n]), 0)
    assert [ended.unrated for ended in await read_results(store.insight, 10, "tasse")] == [
        None,
        None,
        None,
        OFTEN,
    ]


async def test_who_sits_where_makes_no_difference_but_who_else_is_there_does(store: Store) -> None:
    for n in range(3):
        await store.insight.keep_digest(
            digest(await play(store, seat("1", 1), seat("2", 2), at=MORNING + n)), 0
        )
    turned = await play(store, seat("1", 2), seat("2", 1), at=MORNING + 5)
    others = await play(store, seat("1", 2), seat("2", 3), at=MORNING + 6)
    elsewhere = await play(store, seat("1", 1), seat("2", 2), at=MORNING + 7, guild=11)
    tomorrow = await play(store, seat("1", 1), seat("2", 2), at=MORNING + DAY)
    for table_id in (turned, others, elsewhere, tomorrow):
        await store.insight.keep_digest(digest(table_id), 0)
    verdicts = [await store.insight.verdict(one) for one in (turned, others, elsewhere, tomorrow)]
    assert [verdict and verdict.unrated for verdict in verdicts] == [OFTEN, None, None, None]


async def test_tables_that_do_not_count_are_not_counted(store: Store) -> None:
    tables = [await play(store, seat("1", 1), seat("2", 2), at=MORNING + n) for n in range(5)]
    for n, table_id in enumerate(tables):
        await store.insight.keep_digest(digest(table_id, "friendly" if n < 2 else None), 0)
    unrated = [ended.unrated for ended in await read_results(store.insight, 10, "tasse")]
    assert unrated == ["friendly", "friendly", None, None, None]
    await store.insight.keep_digest(digest(tables[0]), 0)  # a later version of looking back finds otherwise
    unrated = [ended.unrated for ended in await read_results(store.insight, 10, "tasse")]
    assert unrated == [None, "friendly", None, None, OFTEN]


async def test_only_what_says_something_else_now_is_shown_again(store: Store) -> None:
    tables = [await play(store, seat("1", 1), seat("2", 2), at=MORNING + n) for n in range(4)]
    for table_id in tables:  # three count, and tell what they change; the fourth tells why it does not
        version = await store.version(table_id)
        shown = await store.insight.keep_digest(digest(table_id), 0)
        assert [*shown] == [Renewed(table_id, version + 1, 10)]
        assert await store.version(table_id) == version + 1
        assert table_id in [live.table_id for live in await store.live()]
        assert await store.insight.keep_digest(digest(table_id), 0) in ([], ()), "a second time is none"


async def test_a_table_that_has_told_why_it_does_not_count_is_not_shown_again(store: Store) -> None:
    table_id = await play(store, seat("1", 1), seat("2", 2))
    assert await store.insight.keep_digest(digest(table_id, "friendly"), 0) in ([], ())


async def test_old_boards_stay_as_they_are(store: Store) -> None:
    tables = [await play(store, seat("1", 1), seat("2", 2), at=MORNING + n) for n in range(4)]
    for table_id in tables:
        assert await store.insight.keep_digest(digest(table_id), MORNING + DAY) in ([], ())
    assert await store.insight.verdict(tables[3]) == Verdict(FOLD, OFTEN)


async def test_once_somebody_is_nobody_what_was_decided_stands(store: Store) -> None:
    tables = [await play(store, seat("1", 1), seat("2", 2), at=MORNING + n) for n in range(4)]
    for table_id in tables:
        await store.insight.keep_digest(digest(table_id), 0)
    await store.erase(2)
    for table_id in reversed(tables):
        await store.insight.keep_digest(digest(table_id), 0)
    results = await read_results(store.insight, 10, "tasse")
    assert [ended.unrated for ended in results] == [None, None, None, OFTEN]
    assert results[0].seats[1] == Seated((None,), 1)


# -- marks and names ---------------------------------------------------------------------------------------


async def test_a_mark_changes_with_all_that_results_say(store: Store) -> None:
    async def mark() -> object:
        return await store.insight.results_mark(10, "tasse", MORNING + 5)

    seen = [await mark()]
    table_id = await play(store, seat("1", 1), seat("2", 2))
    assert await mark() == seen[-1], "without a digest it is no result yet"
    await store.insight.keep_digest(digest(table_id), 0)
    seen.append(await mark())
    await store.insight.keep_digest(digest(table_id, "friendly"), 0)
    seen.append(await mark())
    await store.erase(2)
    seen.append(await mark())
    assert len(set(seen)) == len(seen)
    later = await play(store, seat("1", 1), seat("2", 3), at=MORNING + 6)
    await store.insight.keep_digest(digest(later), 0)
    assert await mark() == seen[-1], "that is behind it"
    assert await store.insight.results_mark(10, "tasse") != seen[-1]


async def test_names_are_the_last_ones_on_this_server(store: Store) -> None:
    def called(name: str) -> Seat:
        return Seat("2", (Person(7, name, 8, Reach.DM),))

    await play(store, seat("1", 1), called("Ada"))
    await play(store, seat("1", 1), called("Ada L."))
    await play(store, seat("1", 1), called("autre"), guild=11)
    assert await store.insight.names(10, (1, 7, 99)) == {1: "nom 1", 7: "Ada L."}
    assert await store.insight.names(12, (7,)) == {}
    assert len(await store.insight.names(10, [*range(1, 200)])) == 2
    await store.erase(7)
    assert await store.insight.names(10, (7,)) == {}


async def test_private_tables_do_not_tell_whose_they_are(store: Store) -> None:
    table_id = await play(store, seat("1", 1), seat("2", 2), guild=-77)
    await store.insight.keep_digest(replace(digest(table_id), unrated="private"), 0)
    assert await store.insight.verdict(table_id) == Verdict(FOLD, "private")
    assert await read_results(store.insight, -77, "tasse") in ([], ())


async def test_a_person_s_closed_tables_of_a_server_come_newest_first_and_in_pieces(
    store: Store,
) -> None:
    soon = await play(store, seat("1", 4), seat("2", 1), at=MORNING)
    late = await play(store, seat("1", 1), seat("2", 2, 3), at=MORNING + 9)
    await play(store, seat("1", 4), seat("2", 1), guild=11)
    await play(store, seat("1", 4), seat("2", 2))
    await store.insight.keep_digest(digest(late), 0)
    mine = [Attended(late, "tasse", MORNING + 9, 2), Attended(soon, "tasse", MORNING, None)]
    assert list(await store.insight.attended(10, 1, 0, 10)) == mine
    assert list(await store.insight.attended(10, 1, 0, 1)) == mine[:1]
    assert list(await store.insight.attended(10, 1, 1, 10)) == mine[1:]
    assert list(await store.insight.attended(10, 9, 0, 10)) == []


async def test_a_table_whose_log_is_gone_is_not_among_them(store: Store) -> None:
    table_id = await play(store, seat("1", 4), seat("2", 1))
    assert [one.table_id for one in await store.insight.attended(10, 1, 0, 10)] == [table_id]
    await store.forget([table_id], MORNING)
    assert list(await store.insight.attended(10, 1, 0, 10)) == []
