"""What people do leaves nothing behind in memory once their tables are closed."""

from __future__ import annotations

import tracemalloc

from bot.ui.pages.escape import escape, tidy
from tests.cogs.defizz.quiz import Quiz
from tests.support.sim import World
from tests.support.sim_company import gathered
from tests.support.sim_tasse import playing


def remembered(world: World) -> dict[str, int]:
    """How much is known of tables, channels and forms by everything that could grow."""
    house, library = world.bot.house, world.bot._connection._view_store
    boards, publisher = house.publisher.boards, house.publisher
    return {
        "boards": len(boards.whereabouts._known),
        "channels": len(boards.whereabouts._talk),
        "locks": len(boards._locks) + len(house.private._locks),
        "looks": len(house.tables._looks),
        "posts": len(house.posts),
        "work": len(publisher._work),
        "deadlines": len(house.tables.deadlines),
        "tables": len(house.tables._ledger._cache),
        "views": len(library._views) + len(library._synced_message_views),
        "forms": len(library._modals),
    }


NOTHING = dict.fromkeys(
    (
        "boards",
        "channels",
        "locks",
        "looks",
        "posts",
        "work",
        "deadlines",
        "tables",
        "views",
        "forms",
    ),
    0,
)


async def test_a_closed_table_with_a_thread_is_forgotten() -> None:
    async with playing("Anne", "Bob", fil=True) as company:
        world = company.world
        assert remembered(world)["channels"] == 1, "the thread; nobody plays where it was opened"
        (thread,) = company.channel.threads
        await company.host.types("tasse stop", thread)
        await world.passes(10)
        assert remembered(world) == NOTHING


async def test_talk_under_a_board_that_stands_is_counted_after_another_closed() -> None:
    """Two tables in one channel: the end of one does not make the other's board sink unseen."""
    async with playing("Anne", "Bob") as company:
        world = company.world
        await world.people["Bob"].types("diavolo start")
        await world.people["Bob"].types("diavolo stop")
        assert world.channel.id in world.bot.house.publisher.boards.whereabouts._talk
        await company.host.types("tasse stop")
        await world.passes(10)
        assert remembered(world) == NOTHING


async def test_a_table_whose_channel_is_gone_is_forgotten() -> None:
    async with playing("Anne", "Bob") as company:
        await company.world.deletes(company.channel)
        known = remembered(company.world)
        assert (known["boards"], known["channels"]) == (0, 0)


async def test_forms_that_nobody_sends_are_not_kept() -> None:
    async with gathered(Quiz, "Anne", lecteur="bot", équipes=True) as quiz:
        for _ in range(5):
            assert (await quiz.host.presses(quiz.board, "title")).form is not None
        assert remembered(quiz.world)["forms"] == 0


def test_long_texts_are_not_kept() -> None:
    tracemalloc.start()
    try:
        for number in range(60):
            for made in (tidy, escape):
                made(f"{number} " + "mot " * 1000, 4000)
        assert tracemalloc.get_traced_memory()[0] < 300_000
    finally:
        tracemalloc.stop()
