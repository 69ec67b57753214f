"""`dice` tells of all dice that were ever rolled, and says so where that can be no chance."""

from __future__ import annotations

import pytest

from bot.insight.dice import Rolled
from bot.tables.digests.model import Digest
from tests.bot.operator.conftest import Desk
from tests.support.stored import begin, close, opening, seat
from tests.support.tables import House


async def play(house: House, rolled: Rolled, game: str = "tasse", guild: int = 10) -> None:
    where = {"guild_id": guild, "game": game}
    begun = await house.store.commit(begin(await house.store.commit(opening(seats=(seat("1", 1),), **where))))
    ended = await house.store.commit(close(begun, "1"))
    await house.store.insight.keep_digest(Digest(ended.table.id, {0: 1}, None, None, None, rolled), 0)


def tells(desk: Desk) -> None:
    told = desk.type("dice")
    nothing = "all games · 0 dice at 0 tables · 1:0 2:0 3:0 4:0 5:0 6:0 · fewer than 60, too few to judge"
    assert (told.status, told.wrong, told.text) == (0, "", f"{nothing} · 0 other draws\n")
    desk.happen(lambda house: play(house, Rolled((10, 10, 10, 10, 5, 15), 2, 1)))
    desk.happen(lambda house: play(house, Rolled((1, 0, 0, 0, 0, 0), 0, 1), "diavolo", 11), 2_000)
    desk.happen(lambda house: play(house, Rolled((0, 0, 0, 0, 0, 99), 9, 1), "soiree"), 3_000)
    everything, diavolo, tasse = desk.type("dice").text.splitlines()
    assert everything.startswith(
        "all games · 61 dice at 2 tables · 1:11 2:10 3:10 4:10 5:5 6:15 · chi-square "
    )
    assert diavolo.startswith("diavolo · 1 die at 1 table · 1:1 2:0")
    faces, spread = "1:10 2:10 3:10 4:10 5:5 6:15", "chi-square 5.0 of 5, p = 0.42"
    assert tasse == f"tasse · 60 dice at 1 table · {faces} · {spread} · 2 other draws"


def test_it_tells_of_all_servers_and_of_each_game_with_dice(desk: Desk) -> None:
    tells(desk)


def test_it_tells_of_a_shared_database_too(shared_desk: Desk) -> None:
    tells(shared_desk)


@pytest.mark.parametrize(("faces", "status"), [((80, 80, 80, 80, 80, 150), 1), ((90,) * 6, 0)])
def test_what_is_no_chance_any_more_is_wrong(desk: Desk, faces: tuple[int, ...], status: int) -> None:
    desk.happen(lambda house: play(house, Rolled(faces, 0, 1)))
    told = desk.type("dice")
    assert told.status == status
    assert ("That is no chance" in told.text) == bool(status)


def test_what_is_rare_is_called_so(desk: Desk) -> None:
    desk.happen(lambda house: play(house, Rolled((10, 10, 10, 10, 2, 18), 0, 1)))
    told = desk.type("dice")
    assert (told.status, ", rare" in told.text) == (0, True)
