"""How far a board has moved up, by what is heard of the messages below it."""

from __future__ import annotations

import pytest

from bot.tables.homes import EVERYTHING
from bot.tables.model import Table
from bot.tables.ports import Spot
from bot.ui.showing.whereabouts import Whereabouts
from tests.support.tables import House

HALL, BOARD = 20, 100


@pytest.fixture
async def table(house: House) -> Table:
    return await house.playing(channel_id=HALL)


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def places(table: Table) -> Whereabouts:
    made = Whereabouts(lambda _table_id, _why: None)
    made.note_new(table, BOARD)
    return made


def test_each_newest_message_that_a_click_shows_counts_once(places: Whereabouts) -> None:
    for newest in (BOARD, BOARD + 5, BOARD + 5, BOARD + 9, BOARD + 8):
        places.note_newest(HALL, newest)
    assert places.depth(HALL) == 2
    places.note_newest(HALL + 1, BOARD + 20)
    assert places.depth(HALL + 1) == 0, "there is no board"


def test_a_board_that_is_posted_anew_has_nothing_below_it(places: Whereabouts, table: Table) -> None:
    places.note_newest(HALL, BOARD + 5)
    places.note_new(table, BOARD + 7)
    places.note_newest(HALL, BOARD + 7)
    assert places.depth(HALL) == 0


def test_a_board_that_is_recalled_is_no_talk(places: Whereabouts, table: Table) -> None:
    places.forget_all(EVERYTHING)
    places.recall([Spot(table.id, table.guild_id, HALL, BOARD)])
    places.note_newest(HALL, BOARD)
    assert places.depth(HALL) == 0
    places.note_newest(HALL, BOARD + 1)
    assert places.depth(HALL) == 1
