"""The line of a planned stop is taken back, whatever is away meanwhile and whoever is home by then."""

from __future__ import annotations

from typing import Any

import pytest

from bot.insight.ladders import Ladders
from bot.tables.aside import Aside
from bot.tables.homes import EVERYTHING
from bot.tables.ports import Posted
from bot.ui.showing import stop_notice as module
from bot.ui.showing.pages import Pages
from bot.ui.showing.posts import BOARD, Posts
from bot.ui.showing.rated import RatingChanges
from bot.ui.showing.stop_notice import StopNotice
from db.errors import StoreError
from tests.support.neighbours import NOTHING, Neighbours
from tests.support.store import FreshStore
from tests.support.tables import House

FACT = "told of stop "


class Boards:
    """Notes which boards it is asked to redraw."""

    def __init__(self) -> None:
        self.redrawn: list[int] = []

    async def refresh(self, table_id: int) -> None:
        self.redrawn.append(table_id)


class Ailing(FreshStore):
    """A store that is away, and gives an error each time, when tables are loaded or facts are dropped."""

    def __init__(self) -> None:
        super().__init__()
        self.loads_fail = self.drops_fail = 0

    async def load(self, table_id: int) -> Any:
        if self.loads_fail:
            self.loads_fail -= 1
            raise StoreError("unreachable", path="db")
        return await super().load(table_id)

    async def drop_fact(self, key: str) -> None:
        if self.drops_fail:
            self.drops_fail -= 1
            raise StoreError("unreachable", path="db")
        await super().drop_fact(key)


class Scene:
    """Tables whose boards have the line, and a process that has just started."""

    def __init__(self, house: House) -> None:
        self.house, self.store = house, house.store
        self.boards: Any = Boards()
        posts = Posts(house.store, house.tables.homes)
        ladders = Ladders(house.store.insight, Aside("ratings").run, house.clock.now)
        changes = RatingChanges(ladders, house.store, {})
        pages = Pages(house.tables, {}, posts, house.store.insight, changes)
        self.notice = StopNotice(house.tables, self.boards, posts, pages, house.store, house.tasks)

    async def tell(self, *users: int) -> int:
        """Have the board of one more table told, as the last process has done."""
        table = await self.house.playing(*users)
        await self.store.note_posted(Posted(table.id, BOARD, table.channel_id, 9, "", "old", 0))
        await self.store.set_fact(f"{FACT}{table.id}", "")
        return table.id

    async def take_back(self) -> set[int]:
        """Take the line back where that can be done; the tables that are still on the list."""
        await self.notice.take_back_soon()
        await self.house.tasks.drain(20)
        return {int(key.removeprefix(FACT)) for key in await self.store.facts(FACT)}


@pytest.fixture
async def street(monkeypatch: pytest.MonkeyPatch) -> Neighbours:
    monkeypatch.setattr(module, "_PAUSES", (0, 0, 0))
    return Neighbours(Ailing())


async def test_a_store_that_is_away_for_a_moment_holds_nothing_up(street: Neighbours) -> None:
    scene = Scene(street.home)
    told = [await scene.tell(1, 2)]
    scene.house.tables.missed()
    street.store.loads_fail = 2
    assert await scene.take_back() == set()
    assert scene.boards.redrawn == told


async def test_what_could_not_be_noted_is_taken_back_by_the_next_try(street: Neighbours) -> None:
    scene = Scene(street.home)
    told = {await scene.tell(1, 2)}
    street.store.drops_fail = 1
    assert await scene.take_back() == told
    assert await scene.take_back() == set()
    assert scene.boards.redrawn == [*told, *told]


async def test_tables_that_are_home_elsewhere_are_left_until_they_come_home(street: Neighbours) -> None:
    scene = Scene(street.home)
    told = {await scene.tell(1, 2)}
    street.homes[0].slots = NOTHING
    assert await scene.take_back() == told
    assert scene.boards.redrawn == []
    street.homes[0].slots = EVERYTHING
    assert await scene.take_back() == set()
    assert scene.boards.redrawn == [*told]
