"""Who plays a game for the first time on a server has twice the time for the first decisions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.tables.learning import FIRST_DECISIONS, NOBODY_LEARNS, Learning
from bot.tables.model import Pace, Status, Table
from bot.tables.playing.capabilities.teams import NEW_TEAM
from engines.debacle import model as debacle
from engines.diavolo.model import Roll
from tests.support.store import FreshStore
from tests.support.tables import ANNE, BOB, CHLOE, HALL, House

DAN = 4
USUAL = {"flip": 60, "guess": 90}


@pytest.fixture
def newcomers() -> House:
    """A house where nobody has finished a game yet."""
    house = House()
    house.store.all_know_the_games = False
    return house


async def factor(house: House, table_id: int) -> float:
    """How much longer the awaited decision may take than the rules say."""
    alarm = (await house.tables.table(table_id)).alarm
    assert alarm is not None
    return alarm.seconds / USUAL[alarm.kind]


async def finish(house: House, *users: int) -> Table:
    """These people play a game to its end."""
    table = await house.playing(*users, goal=1)
    while table.status is Status.PLAYING:
        table = await house.act(table.id)
    return table


async def follow(house: House, table_id: int, decisions: int) -> Sequence[tuple[int, float]]:
    """Whose decisions come one after another, and how much time each has."""
    found = []
    for _ in range(decisions):
        found.append((await house.awaited(table_id), await factor(house, table_id)))
        await house.act(table_id)
    return found


async def test_the_first_decisions_of_a_newcomer_have_twice_the_time_and_no_others(newcomers: House) -> None:
    await finish(newcomers, ANNE, CHLOE)
    table = await newcomers.playing(ANNE, BOB, goal=99)
    assert table.learning.left.keys() <= {"2"}
    seen = await follow(newcomers, table.id, 12)
    assert {time for user, time in seen if user == ANNE} == {1}
    of_bob = [time for user, time in seen if user == BOB]
    assert of_bob[: FIRST_DECISIONS + 1] == [2] * FIRST_DECISIONS + [1]
    assert set(of_bob[FIRST_DECISIONS:]) == {1}
    assert (await newcomers.tables.table(table.id)).learning == NOBODY_LEARNS


async def test_the_doubled_time_passes_in_full(newcomers: House) -> None:
    table = await newcomers.playing(goal=99)
    assert await factor(newcomers, table.id) == 2
    await newcomers.advance(61)
    assert await newcomers.awaited(table.id) == table.seats[0].people[0].user_id
    await newcomers.advance(60)
    assert (await newcomers.tables.sight(table.id)).observation.missed["1"] == 1


async def test_who_has_finished_a_game_knows_it_and_who_was_interrupted_does_not(newcomers: House) -> None:
    stopped = await newcomers.playing()
    await newcomers.tables.stop(newcomers.ask(ANNE), stopped.id)
    assert (await newcomers.playing()).learning.left
    await newcomers.tables.stop(newcomers.ask(ANNE), 2)
    await finish(newcomers, ANNE, BOB)
    assert (await newcomers.playing()).learning == NOBODY_LEARNS


async def test_another_game_and_an_erased_past_are_new_again(newcomers: House) -> None:
    await finish(newcomers, ANNE, BOB)
    assert await newcomers.store.finished("coin", 10, (ANNE, BOB)) == {ANNE, BOB}
    assert await newcomers.store.finished("tasse", 10, (ANNE, BOB)) == frozenset()
    assert await newcomers.store.finished("coin", 11, (ANNE, BOB)) == frozenset()
    await newcomers.tables.erase(BOB, newcomers.store)
    assert await newcomers.store.finished("coin", 10, (ANNE, BOB)) == {ANNE}


async def test_days_are_long_enough_for_anybody(newcomers: House) -> None:
    table = await newcomers.playing(game="debacle", pace=Pace.DAY)
    assert table.learning == NOBODY_LEARNS
    assert table.alarm is not None
    assert table.alarm.seconds == 24 * 60 * 60


async def test_a_race_with_a_newcomer_is_longer_for_all(newcomers: House) -> None:
    table = await newcomers.playing(game="diavolo")
    alarm = (
        await newcomers.tables.act(newcomers.click(await newcomers.awaited(table.id), table), 1, Roll())
    ).alarm
    assert alarm is not None
    assert (alarm.race, alarm.seconds) == (True, 30)


async def test_a_team_learns_as_long_as_one_of_it_does(newcomers: House) -> None:
    await finish(newcomers, ANNE, CHLOE)
    table = await newcomers.lobby(ANNE, teams=True)
    for user_id, team in ((CHLOE, NEW_TEAM), (BOB, "1"), (DAN, "2")):
        await newcomers.tables.join(newcomers.ask(user_id), table.id, team)
    table = await newcomers.tables.begin(newcomers.ask(ANNE), table.id)
    assert await factor(newcomers, table.id) == 2
    assert {*table.learning.left, *table.learning.now} == {"1", "2"}


async def test_a_decision_of_several_actions_is_one_of_the_first(newcomers: House) -> None:
    table = await newcomers.playing(game="debacle", first="1")
    assert (table.learning.left, table.learning.now) == ({"1": FIRST_DECISIONS - 1, "2": 3}, ("1",))
    click = newcomers.click(ANNE, table)
    drafted = await newcomers.tables.act(click, table.id, debacle.Roll("a1", "a2"))
    assert (drafted.learning, drafted.alarm) == (table.learning, table.alarm)


async def test_a_pause_uses_up_nothing(newcomers: House) -> None:
    table = await newcomers.playing(goal=99)
    await newcomers.tables.suspend(newcomers.ask(ANNE), table.id)
    again = await newcomers.tables.resume(newcomers.ask(ANNE), table.id, HALL)
    assert again.learning == table.learning
    assert await factor(newcomers, table.id) == 2


async def test_it_survives_a_crash(newcomers: House) -> None:
    table = await newcomers.playing(goal=99)
    await newcomers.act(table.id)
    before = await newcomers.tables.table(table.id)
    newcomers.restart()
    await newcomers.tables.came_back(newcomers.clock.now())
    after = await newcomers.tables.table(table.id)
    assert (after.learning, after.alarm) == (before.learning, before.alarm)
    assert after.learning.now


async def test_the_store_is_asked_once_when_the_game_begins() -> None:
    asked = []

    class Listening(FreshStore):
        async def finished(self, game: str, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
            asked.append((game, guild_id, sorted(user_ids)))
            return frozenset()

    house = House(Listening())
    table = await house.playing(goal=99)
    await follow(house, table.id, 6)
    assert asked == [("coin", 10, [ANNE, BOB])]


def test_only_awaited_seats_use_up_their_first_decisions() -> None:
    learning = Learning({"1": 2, "2": 1})
    first = learning.turn_to(("1", "3"))
    assert first == Learning({"1": 1, "2": 1}, ("1",))
    second = first.turn_to(("1", "2"))
    assert second == Learning({}, ("1", "2"))
    assert second.turn_to(("1", "2")) == NOBODY_LEARNS
