"""The daily challenge in each store: seeds that stand, and attempts that go on one answer at a time."""

import asyncio
from dataclasses import replace

from bot.tables.daily.model import Attempt, Given, Line, Promise
from bot.tables.proof.dice import Seed
from db.store import Store
from tests.db.beside import Pair
from tests.support.stored import NOON

DAY, BEFORE = "2026-11-23", "2026-11-22"
ONE, OTHER = Seed(b"1" * 32), Seed(b"2" * 32)


def attempt(user_id: int = 1, day: str = DAY, discipline: str = "cups", guild_id: int = 10) -> Attempt:
    return Attempt(day, discipline, user_id, f"P{user_id}", guild_id, clock=NOON)


async def give(store: Store, begun: Attempt, *right: bool, ms: int = 0) -> Attempt:
    """Begin an attempt and answer its first tasks."""
    stands = await store.daily.begin_attempt(begun)
    for n, one in enumerate(right):
        given = Given("believe", one, ms, "d1.2")
        assert await store.daily.note_given(stands, given, NOON + n)
        stands = replace(stands, given=(*stands.given, given), clock=NOON + n)
    return stands


async def test_the_first_seed_of_a_day_stands(store: Store) -> None:
    assert await store.daily.promises([BEFORE, DAY]) == {}
    assert await store.daily.promise({BEFORE: ONE}, NOON) == {BEFORE: Promise(ONE, NOON)}
    both = {BEFORE: Promise(ONE, NOON), DAY: Promise(OTHER, NOON + 5)}
    assert await store.daily.promise({BEFORE: OTHER, DAY: OTHER}, NOON + 5) == both
    assert await store.daily.promises([DAY, BEFORE, "2020-01-01"]) == both


async def test_one_row_wins_whichever_process_writes_it(pair: Pair) -> None:
    here, there = pair
    said = await asyncio.gather(
        here.daily.promise({DAY: ONE}, NOON), there.daily.promise({DAY: OTHER}, NOON + 1)
    )
    assert said[0] == said[1] == await here.daily.promises([DAY])


async def test_an_attempt_goes_on_one_answer_at_a_time(store: Store) -> None:
    assert await store.daily.attempt(DAY, "cups", 1) is None
    begun = await store.daily.begin_attempt(attempt())
    assert begun == attempt()
    assert await store.daily.begin_attempt(replace(attempt(), guild_id=99, clock=NOON + 9)) == begun
    given = Given("double « é »", True, 1200, "d1.2")
    assert await store.daily.note_given(begun, given, NOON + 3)
    assert not await store.daily.note_given(begun, Given("doubt", False), NOON + 4)
    stands = await store.daily.attempt(DAY, "cups", 1)
    assert stands == replace(begun, given=(given,), clock=NOON + 3)
    assert (stands.score, stands.ms) == (1, 1200)
    assert not await store.daily.note_given(attempt(2), given, NOON)


async def test_two_clicks_on_one_task_count_once(pair: Pair) -> None:
    here, there = pair
    begun = await here.daily.begin_attempt(attempt())
    noted = await asyncio.gather(
        here.daily.note_given(begun, Given("believe", True), NOON),
        there.daily.note_given(begun, Given("doubt", False), NOON),
    )
    assert sorted(noted) == [False, True]


async def test_the_attempts_of_a_day_are_ones_own(store: Store) -> None:
    await give(store, attempt(1, discipline="throws"))
    await give(store, attempt(1, BEFORE))
    await give(store, attempt(2))
    await give(store, attempt(1))
    assert [one.discipline for one in await store.daily.attempts(DAY, 1)] == ["cups", "throws"]
    assert await store.daily.days_played(1, "2026-11-01", DAY) == 2
    assert await store.daily.days_played(1, DAY, DAY) == 1
    assert await store.daily.days_played(3, BEFORE, DAY) == 0


async def test_a_board_has_whole_attempts_of_its_server_the_best_first(store: Store) -> None:
    await give(store, attempt(1), True, False, ms=3)
    await give(store, attempt(2), True, True, ms=9)
    await give(store, attempt(3), True, True, ms=8)
    await give(store, attempt(4), True)
    await give(store, attempt(5, guild_id=11), True, True)
    await give(store, attempt(6, discipline="throws"), True, True)
    await give(store, attempt(7, BEFORE), True, True)
    lines = [Line(3, "P3", 2, 16), Line(2, "P2", 2, 18), Line(1, "P1", 1, 6)]
    assert await store.daily.attempts_on(DAY, "cups", 10, 2) == lines


async def test_attempts_are_exported_and_go_with_an_erasure(store: Store) -> None:
    await give(store, attempt(1, guild_id=-1), True)
    await give(store, attempt(2), True)
    told = {
        "day": DAY,
        "discipline": "cups",
        "name": "P1",
        "server": "message privé",
        "score": 1,
        "ms": 0,
        "detail": [["believe", True, 0, "d1.2"]],
        "at": NOON,
    }
    assert (await store.export(1))["daily"] == [told]
    await store.erase(1)
    assert (await store.export(1))["daily"] == []
    assert await store.daily.attempt(DAY, "cups", 1) is None
    assert await store.daily.attempt(DAY, "cups", 2) is not None


async def test_attempts_outlive_a_server_that_the_bot_has_left(store: Store) -> None:
    for begun in (attempt(1), attempt(2, guild_id=11)):
        await give(store, begun, True)
    await store.note_departure(10, NOON)
    await store.purge_some(10)
    assert await store.daily.attempts_on(DAY, "cups", 10, 1) == []
    assert [one["server"] for one in (await store.export(1))["daily"]] == ["message privé"]
    assert [one["server"] for one in (await store.export(2))["daily"]] == [11]
