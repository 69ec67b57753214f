"""The tempo of a table: how long the deadlines of the rules are there."""

from __future__ import annotations

import pytest

from bot.tables.errors import Denied
from bot.tables.model import Manners, Pace, Tempo
from engines.diavolo.model import Roll
from tests.support.clock import NOON
from tests.support.tables import ANNE, BOB, House

DAY = 24 * 60 * 60


async def set_tempo(house: House, tempo: Tempo, game: str = "coin", pace: Pace = Pace.BRISK) -> int:
    table = await house.lobby(ANNE, BOB, game=game, pace=pace)
    await house.tables.set_option(house.ask(ANNE), table.id, "tempo", tempo.value)
    await house.tables.begin(house.ask(ANNE), table.id)
    return table.id


@pytest.mark.parametrize(
    ("tempo", "seconds"), [(Tempo.BRISK, 60), (Tempo.CALM, 120), (Tempo.FAST, 30)], ids=str
)
async def test_the_tempo_lengthens_or_shortens_what_the_rules_say(
    house: House, tempo: Tempo, seconds: int
) -> None:
    table = await house.tables.table(await set_tempo(house, tempo))
    assert table.alarm is not None
    assert (table.alarm.seconds, table.alarm.at) == (seconds, NOON + seconds * 1000)


async def test_half_of_an_odd_length_is_rounded_up_and_a_race_keeps_its_clock(house: House) -> None:
    table_id = await set_tempo(house, Tempo.FAST, "diavolo", Pace.RELAXED)
    table = await house.tables.table(table_id)
    assert table.alarm is None, "no clock for the throw at this pace"
    click = house.click(await house.awaited(table_id), table)
    alarm = (await house.tables.act(click, table_id, Roll())).alarm
    assert alarm is not None
    assert (alarm.race, alarm.seconds) == (True, 8)


@pytest.mark.parametrize("tempo", [Tempo.CALM, Tempo.FAST], ids=str)
async def test_days_stay_days(house: House, tempo: Tempo) -> None:
    table = await house.tables.table(await set_tempo(house, tempo, "debacle", Pace.THREE_DAYS))
    assert table.alarm is not None
    assert table.alarm.seconds == 3 * DAY


async def test_an_accessible_table_doubles_what_its_tempo_has_made() -> None:
    house = House()
    table = await house.lobby(ANNE, BOB, accessible=True)
    await house.tables.set_option(house.ask(ANNE), table.id, "tempo", "éclair")
    table = await house.tables.begin(house.ask(ANNE), table.id)
    assert table.alarm is not None
    assert table.alarm.seconds == 60


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
        with pytest.raises(Denied, match="bad_option"):
            await house.tables.set_options(house.ask(ANNE), before.id, chosen)
    assert await house.tables.table(before.id) == before
