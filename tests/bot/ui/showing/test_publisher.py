"""What is brought up to date after a start, a cut, an erasure, a stop; and when a private message is."""

from dataclasses import replace
from typing import Any

import pytest

from bot.insight.ladders import Ladders
from bot.tables.homes import EVERYTHING
from bot.tables.model import Alarm, Status, Table
from bot.tables.ports import Live, Posted
from bot.tables.tasks import Aside
from bot.ui.showing import redrawing
from bot.ui.showing import redrawing as redrawing_module
from bot.ui.showing.pages import (
    DONE,
    GONE,
    GREETED,
    HELD,
    OVER,
    Pages,
    RatingChanges,
    is_decision,
    is_due,
    is_there,
)
from bot.ui.showing.posts import BOARD, Posts
from bot.ui.showing.publisher import late_tables
from bot.ui.showing.redrawing import RECENT, REDRAWN, Redrawing, StopNotice
from db.errors import StoreError
from tests.support.clock import NOON
from tests.support.neighbours import NOTHING, Neighbours
from tests.support.store import FreshStore
from tests.support.tables import House


def live(table_id: int, published: int = 5, at: int | None = None, stopped_at: int | None = None) -> Live:
    alarm = None if at is None else Alarm("turn:1", "turn", 60, at, opened_at=NOON, stopped_at=stopped_at)
    return Live(table_id, 10, Status.PLAYING, 5, published, alarm)


LIVES = (
    live(1, published=4, at=NOON + 90_000),
    live(2),
    live(3, published=4, at=NOON + 70_000),
    live(4, published=3, at=NOON + 80_000),
    live(5, published=4, at=NOON + 60_000, stopped_at=NOON),
    live(6, published=0),
    live(7, at=NOON + 60_000),
    replace(live(9), status=Status.PAUSED),
    live(8, published=4),
)
"""Of the tables 1 and 3 only the deadline was moved, as far as can be seen."""


def test_what_was_not_shown_comes_first_then_what_passes_soonest_then_pauses_and_nothing_else() -> None:
    assert [each.table_id for each in late_tables(LIVES)] == [4, 5, 6, 8, 3, 1, 9]
    assert late_tables([live(2), live(7, at=NOON)]) == []


# -- stages of private messages ----------------------------------------------------------------------------


TURN, NEXT = "cup 1 3", "cup 1 7"


def noted(stage: str | None) -> Posted | None:
    return None if stage is None else Posted(1, 7, 2, 3, stage, "", 0)


@pytest.mark.parametrize(
    ("before", "stage", "due"),
    [
        (None, TURN, True),
        (TURN, TURN, True),  # to be redrawn, if it shows something else
        (TURN, NEXT, True),
        (GONE, TURN, True),
        (None, DONE, False),
        (TURN, DONE, True),
        (TURN, HELD, True),
        (HELD, HELD, False),
        (HELD, DONE, True),
        (DONE, HELD, False),  # what has served says nothing secret
        (DONE, DONE, False),
        (GREETED, GREETED, False),
        (GREETED, TURN, True),
        (GREETED, DONE, True),  # who has left is no more at the table
        (GONE, DONE, False),
        (None, OVER, False),
        (GONE, OVER, False),
        (OVER, OVER, False),
        *((stage, OVER, True) for stage in (TURN, HELD, GREETED, DONE)),
    ],
)
def test_what_is_due(before: str | None, stage: str, due: bool) -> None:
    assert is_due(stage, noted(before), reachable=True) is due


@pytest.mark.parametrize(
    ("before", "due"), [(None, False), (GONE, False), (DONE, False), (GREETED, False), (TURN, True)]
)
def test_who_cannot_be_written_to_keeps_no_old_decision(before: str | None, due: bool) -> None:
    assert is_due(NEXT, noted(before), reachable=False) is due


def test_what_the_game_names_is_a_decision() -> None:
    assert is_decision(TURN)
    assert not any(is_decision(word) for word in (DONE, HELD, GREETED, GONE, OVER))
    assert [is_there(noted(stage)) for stage in (None, GONE, DONE, TURN)] == [False, False, True, True]


# -- after an erasure --------------------------------------------------------------------------------------


NOBODY: Any = None


async def test_only_the_newest_boards_of_a_person_are_redrawn_and_what_waits_is_noted_once() -> None:
    store = FreshStore()
    redrawing = Redrawing(NOBODY, NOBODY, store, NOBODY)
    await redrawing.note([3, 2])
    await redrawing.note([4, 3])
    assert await store.facts("redraw ") == {"redraw 2": "", "redraw 3": "", "redraw 4": ""}
    every = list(range(3 * REDRAWN, 0, -1))
    assert await redrawing.note(every) == every[:REDRAWN]


async def test_what_older_versions_noted_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redrawing_module, "_BETWEEN", 0)
    store, tasks = FreshStore(), Neighbours().home.tasks
    await store.set_fact("redraw", "[3, 2]")
    redrawing = Redrawing(Neighbours().away.tables, NOBODY, store, tasks)
    await redrawing.go_on()
    await tasks.drain(1)
    assert await store.fact("redraw") is None, "of no table at all: nothing to redraw"
    assert await store.facts("redraw") == {}


class Publishing:
    """Notes what it is asked to publish."""

    def __init__(self) -> None:
        self.published: list[int] = []

    def publish_soon(self, table_id: int) -> None:
        self.published.append(table_id)


async def test_each_home_redraws_its_own_and_leaves_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redrawing_module, "_BETWEEN", 0)
    street = Neighbours()
    table = await street.home.playing()
    done: list[list[int]] = []
    for house in (street.away, street.home):
        publisher: Any = Publishing()
        redrawing = Redrawing(house.tables, publisher, street.store, house.tasks)
        if house is street.away:
            redrawing.start(await redrawing.note([table.id]))
        else:
            await redrawing.go_on()
        await house.tasks.drain(1)
        done.append(publisher.published)
    assert done == [[], [table.id]]
    assert await street.store.facts("redraw") == {}


# -- the line of a planned stop ----------------------------------------------------------------------------


FACT = "told of stop "


class Boards:
    """Notes which boards it is asked to redraw."""

    def __init__(self) -> None:
        self.redrawn: list[int] = []

    async def refresh(self, table_id: int) -> None:
        self.redrawn.append(table_id)

    def seconds_to_wait(self, _table: Table) -> float:
        return 0.0


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
    monkeypatch.setattr(redrawing, "_PAUSES", (0, 0, 0))
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


async def test_a_stop_is_told_where_people_move_and_nowhere_else(street: Neighbours) -> None:
    scene, house = Scene(street.home), street.home
    lively = (await house.playing(1, 2)).id
    still = (await house.playing(3, 4, channel_id=21)).id
    house.tables.after_commit.add(scene.notice.note)  # since this start, that is
    await house.act(lively)
    await house.advance(61)
    assert "expire" in await house.kinds(still), "nobody has moved there, the clock has"
    scene.notice.tell_soon()
    await house.tasks.drain(20)
    assert scene.boards.redrawn == [lively]
    assert list(await scene.store.facts(FACT)) == [f"{FACT}{lively}"]
    house.clock.jump(RECENT)
    scene.notice.tell_soon()
    await house.tasks.drain(20)
    assert scene.boards.redrawn == [lively], "it has been too long since"
