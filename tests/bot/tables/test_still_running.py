"""Of a game that still runs nothing is told that only its end may tell, whatever its rules."""

import pytest

from bot.tables.digests.digesting import Digester
from bot.tables.model import Status, Table
from bot.tables.past.replays import Replays
from bot.tables.proof.replay import story_of
from tests.support.games import GAMES
from tests.support.results import read_results
from tests.support.tables import ANNE, House, why_denied

every_game = pytest.mark.parametrize("name", sorted(GAMES))


async def begun(house: House, name: str) -> Table:
    """A table with as many people as it needs."""
    game = GAMES[name]
    people = game.least_seats({}) * game.fewest_people({})
    return await house.playing(*range(ANNE, ANNE + people), game=name)


@every_game
async def test_a_running_game_has_no_facts_no_places_no_steps_and_no_story(name: str) -> None:
    house = House(games=GAMES)
    table = await begun(house, name)
    digester, insight = Digester(house.tables, house.store.insight), house.store.insight

    assert table.status is Status.PLAYING
    assert not await digester.digest(table.id, 0)
    assert await insight.verdict(table.id) is None
    assert not await read_results(insight, table.guild_id, name)
    assert not await insight.played(ANNE, table.guild_id, name)
    assert story_of(await house.tables.record(table.id), GAMES[name]) is None
    assert await why_denied(Replays(house.tables).past(table.id)) == "still_played"

    await house.tables.stop(house.ask(ANNE), table.id)
    await digester.digest(table.id, 0)
    assert await insight.verdict(table.id) is not None
    assert len(await read_results(insight, table.guild_id, name)) == 1
    assert story_of(await house.tables.record(table.id), GAMES[name]) is not None
    assert (await Replays(house.tables).past(table.id)).frames
