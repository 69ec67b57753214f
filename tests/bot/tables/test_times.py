"""How long a decision may take: by the tempo of the table, and twice as long for newcomers."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.tables.model import FIRST_DECISIONS, NOBODY_LEARNS, Learning, Manners, Pace, Tempo
from bot.tables.playing.capabilities.teams import NEW_TEAM
from engines.debacle import model as debacle
from engines.diavolo.model import Roll
from tests.support.clock import NOON
from tests.support.store import FreshStore
from tests.support.tables import ANNE, BOB, CHLOE, HALL, House, why_denied

DAY = 24 * 60 * 60


async def set_tempo(house: House, tempo: Tempo, **wanted: Any) -> int:
    table = await house.lobby(ANNE, BOB, **wanted)
    await house.tables.set_option(house.ask(ANNE), table.id, "tempo", tempo.value)
    await house.tables.begin(house.ask(ANNE), table.id)
    return table.id


@pytest.mark.parametrize(
    ("tempo", "accessible", "seconds"),
    [(Tempo.BRISK, False, 60), (Tempo.CALM, False, 120), (Tempo.FAST, False, 30), (Tempo.FAST, True, 60)],
)
async def test_the_tempo_lengthens_or_shortens_what_the_rules_say_and_an_accessible_table_doubles_that(
    house: House, tempo: Tempo, accessible: bool, seconds: int
) -> None:
    alarm = await house.alarm(await set_tempo(house, tempo, accessible=accessible))
    assert (alarm.seconds, alarm.at) == (seconds, NOON + seconds * 1000)


async def test_half_of_an_odd_length_is_rounded_up_and_a_race_keeps_its_clock(house: House) -> None:
    table_id = await set_tempo(house, Tempo.FAST, game="diavolo", pace=Pace.RELAXED)
    table = await house.tables.table(table_id)
    assert table.alarm is None, "no clock for the throw at this pace"
    click = house.click(await house.awaited(table_id), table)
    alarm = (await house.tables.act(click, table_id, Roll())).alarm
    assert (alarm.race, alarm.seconds) == (True, 8)


@pytest.mark.parametrize("tempo", [Tempo.CALM, Tempo.FAST], ids=str)
async def test_days_stay_days(house: House, newcomers: House, tempo: Tempo) -> None:
    for each in (house, newcomers):
        table_id = await set_tempo(each, tempo, game="debacle", pace=Pace.THREE_DAYS)
        assert (await each.alarm(table_id)).seconds == 3 * DAY
        assert (await each.tables.table(table_id)).learning == NOBODY_LEARNS


async def test_several_options_are_set_in_one_step_with_a_line_each(house: House) -> None:
    before = await house.lobby(ANNE, BOB)
    ask = house.ask(ANNE)
    table = await house.tables.set_options(ask, before.id, {"goal": 5, "tempo": "tranquille"})
    assert (table.options, table.manners) == ({"goal": 5}, Manners(tempo=Tempo.CALM))
    assert table.version == before.version + 1
    lines = [entry for entry in await house.store.log(table.id) if entry.kind == "options"]
    assert [entry.payload for entry in lines] == [
        {"name": "goal", "value": 5},
        {"name": "tempo", "value": "tranquille"},
    ]
    assert [entry.interaction_id for entry in lines] == [ask.click, None]
    assert await house.tables.set_options(ask, before.id, {"goal": 7}) == table, "delivered twice"


async def test_of_several_options_none_is_set_where_one_is_refused(house: House) -> None:
    before = await house.lobby(ANNE, BOB)
    for chosen in ({"goal": 5, "tempo": "presto"}, {"tempo": "éclair", "goal": 0}, {"goal": 5, "none": 1}):
        assert await why_denied(house.tables.set_options(house.ask(ANNE), before.id, chosen)) == "bad_option"
    assert await house.tables.table(before.id) == before


# -- newcomers ---------------------------------------------------------------------------------------------


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
    alarm = await house.alarm(table_id)
    return alarm.seconds / USUAL[alarm.kind]


async def follow(house: House, table_id: int, decisions: int) -> Sequence[tuple[int, float]]:
    """Whose decisions come one after another, and how much time each has."""
    found = []
    for _ in range(decisions):
        found.append((await house.awaited(table_id), await factor(house, table_id)))
        await house.act(table_id)
    return found


async def test_the_first_decisions_of_a_newcomer_have_twice_the_time_and_no_others(newcomers: House) -> None:
    await newcomers.over(ANNE, CHLOE)
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
    await newcomers.over(ANNE, BOB)
    assert (await newcomers.playing()).learning == NOBODY_LEARNS


async def test_a_race_with_a_newcomer_is_longer_for_all(newcomers: House) -> None:
    table = await newcomers.playing(game="diavolo")
    click = newcomers.click(await newcomers.awaited(table.id), table)
    alarm = (await newcomers.tables.act(click, table.id, Roll())).alarm
    assert (alarm.race, alarm.seconds) == (True, 30)


async def test_a_team_learns_as_long_as_one_of_it_does(newcomers: House) -> None:
    await newcomers.over(ANNE, CHLOE)
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
