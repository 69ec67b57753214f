"""Which boards are drawn anew after a name was erased, as far as no Discord is needed."""

from typing import Any

import pytest

from bot.ui.showing import redrawing as module
from bot.ui.showing.redrawing import REDRAWN, Redrawing
from tests.support.neighbours import Neighbours
from tests.support.store import FreshStore

NOBODY: Any = None


async def test_only_the_newest_boards_of_a_person_are_redrawn() -> None:
    redrawing = Redrawing(NOBODY, NOBODY, NOBODY, FreshStore(), NOBODY)
    every = list(range(3 * REDRAWN, 0, -1))
    assert await redrawing.note(every) == every[:REDRAWN]


async def test_what_waits_is_noted_once() -> None:
    store = FreshStore()
    redrawing = Redrawing(NOBODY, NOBODY, NOBODY, store, NOBODY)
    await redrawing.note([3, 2])
    await redrawing.note([4, 3])
    assert await store.facts("redraw ") == {"redraw 2": "", "redraw 3": "", "redraw 4": ""}


async def test_what_older_versions_noted_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BETWEEN", 0)
    store, tasks = FreshStore(), Neighbours().home.tasks
    await store.set_fact("redraw", "[3, 2]")
    redrawing = Redrawing(Neighbours().away.tables, NOBODY, NOBODY, store, tasks)
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
    monkeypatch.setattr(module, "_BETWEEN", 0)
    street = Neighbours()
    table = await street.home.playing()
    done: list[list[int]] = []
    for house in (street.away, street.home):
        publisher: Any = Publishing()
        redrawing = Redrawing(house.tables, publisher, NOBODY, street.store, house.tasks)
        if house is street.away:
            redrawing.start(await redrawing.note([table.id]))
        else:
            await redrawing.go_on()
        await house.tasks.drain(1)
        done.append(publisher.published)
    assert done == [[], [table.id]]
    assert await street.store.facts("redraw") == {}
