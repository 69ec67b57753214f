"""Which boards are drawn anew after a name was erased, as far as no Discord is needed."""

from typing import Any

from bot.ui.showing.redrawing import REDRAWN, Redrawing
from tests.support.memory_store import MemoryStore

NOBODY: Any = None


async def test_only_the_newest_boards_of_a_person_are_redrawn() -> None:
    redrawing = Redrawing(NOBODY, NOBODY, MemoryStore(), NOBODY)
    every = list(range(3 * REDRAWN, 0, -1))
    assert await redrawing.note(every) == every[:REDRAWN]


async def test_what_waits_is_noted_once() -> None:
    store = MemoryStore()
    redrawing = Redrawing(NOBODY, NOBODY, store, NOBODY)
    await redrawing.note([3, 2])
    await redrawing.note([4, 3])
    assert await store.facts("redraw ") == {"redraw 2": "", "redraw 3": "", "redraw 4": ""}
