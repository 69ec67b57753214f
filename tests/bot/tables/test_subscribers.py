"""What is told of a change once it is durable; locks, tasks, and who goes first."""

import asyncio

import pytest
import structlog
import structlog.testing

from bot.tables.keeping.ledger import Locks
from bot.tables.model import Reach
from bot.tables.tasks import Committed, Subscribers, Tasks
from bot.tables.timing import Precedence
from tests.support.coin import Flip
from tests.support.tables import ANNE, BOB, House, why_denied
from tests.support.waiting import settled


def notes(house: House) -> list[Committed]:
    heard: list[Committed] = []
    house.tables.after_commit.add(heard.append)
    return heard


async def test_every_change_is_told_once_it_is_stored_and_its_clock_set(house: House) -> None:
    """With the table after it and the kinds of its lines in the log."""
    heard, stored, armed = notes(house), list[bool](), list[bool]()
    house.tables.after_commit.add(lambda it: stored.append(house.store.peek(it.table.id).table == it.table))
    house.tables.after_commit.add(lambda it: armed.append(it.table.id in house.tables.deadlines))
    table = await house.playing(ANNE, BOB)
    assert [news.kinds for news in heard] == [(kind,) for kind in await house.kinds(table.id)]
    assert [news.table.version for news in heard] == [1, 2, 3]
    assert heard[-1].table == table == await house.tables.table(table.id)
    await house.tables.note_reach(table.id, ANNE, Reach.BUTTON)
    assert heard[-1].kinds == (), "the log does not tell it"
    await house.tables.stop(house.ask(ANNE), table.id)
    assert (stored, armed) == ([True] * 5, [True] * 4 + [False])


async def test_a_listener_that_fails_is_logged_and_keeps_neither_the_others_nor_the_change(
    house: House,
) -> None:
    heard: list[str] = []

    def fail(_: Committed) -> None:
        heard.append("first")
        raise ZeroDivisionError

    house.tables.after_commit.add(fail)
    house.tables.after_commit.add(lambda _: heard.append("second"))
    with structlog.testing.capture_logs() as logs:
        table = await house.lobby(ANNE)
    assert heard == ["first", "second"]
    assert (await house.tables.table(table.id)).version == 1
    assert [(line["event"], line["news"]) for line in logs if line["log_level"] == "error"] == [
        ("listener failed", "commit")
    ]
    assert table.id in house.tables.deadlines, "the clock heard of it before"


async def test_what_is_refused_or_changes_nothing_is_not_told(house: House) -> None:
    table, ask = await house.lobby(ANNE), house.ask(BOB)
    await house.tables.join(ask, table.id)
    await house.tables.begin(house.ask(ANNE), table.id)
    await house.tables.note_reach(table.id, BOB, Reach.DM)
    heard = notes(house)
    assert await why_denied(house.tables.act(house.ask(99), table.id, Flip())) == "not_at_table"
    await house.tables.note_reach(table.id, BOB, Reach.DM)
    await house.tables.join(ask, table.id)
    assert heard == [], "nor what is delivered twice"


async def test_no_secret_is_told(house: House) -> None:
    heard = notes(house)
    table = await house.playing(ANNE, BOB)
    table = await house.act(table.id)
    held = await house.held(table.id)
    told = repr(heard)
    assert held.vault.seed.hex() not in told
    assert "hidden" not in told
    await house.tables.stop(house.ask(ANNE), table.id)
    assert heard[-1].table.end.seed == held.vault.seed.hex(), "told to all at the end"


def test_listeners_hear_in_the_order_in_which_they_came() -> None:
    heard: list[str] = []
    news: Subscribers[int] = Subscribers("news")
    for name in "cab":
        news.add(lambda number, name=name: heard.append(f"{name}{number}"))
    news.tell(1)
    assert heard == ["c1", "a1", "b1"]


# -- locks and tasks ---------------------------------------------------------------------------------------


async def test_one_at_a_time_for_each_key_and_all_alone() -> None:
    locks, notes = Locks(), []
    inside = asyncio.Event()
    go_on = asyncio.Event()

    async def one(key: int) -> None:
        async with locks.one(key):
            notes.append(f"in {key}")
            inside.set()
            await go_on.wait()
            notes.append(f"out {key}")

    async def whole() -> None:
        async with locks.all():
            notes.append("all in")
            await asyncio.sleep(0)
            notes.append("all out")

    first = asyncio.create_task(one(1))
    await inside.wait()
    everything = [asyncio.create_task(whole()), asyncio.create_task(whole())]
    await asyncio.sleep(0)
    later = asyncio.create_task(one(2))
    await asyncio.sleep(0)
    assert notes == ["in 1"]
    go_on.set()
    await asyncio.gather(first, *everything, later)
    assert notes[:4] == ["in 1", "out 1", "all in", "all out"]
    assert [note for note in notes if note.startswith("all")] == ["all in", "all out"] * 2
    assert notes.index("out 2") == notes.index("in 2") + 1
    assert len(locks) == 0


async def test_all_is_over_even_when_it_fails() -> None:
    locks = Locks()
    with pytest.raises(RuntimeError, match="inside"):
        async with locks.all():
            raise RuntimeError("inside")
    async with locks.one(1):
        assert len(locks) == 1


async def test_a_failure_in_the_background_is_logged() -> None:
    tasks = Tasks()

    async def fail() -> None:
        raise ValueError("lost")

    with structlog.testing.capture_logs() as logs:
        task = tasks.spawn(fail(), "failing")
        await asyncio.wait([task])
        await asyncio.sleep(0)
    assert [(log["event"], log["task"]) for log in logs] == [("background task failed", "failing")]
    assert len(tasks) == 0


async def test_draining_waits_for_what_ends_and_cancels_what_does_not() -> None:
    tasks, done = Tasks(), []

    async def short() -> None:
        await asyncio.sleep(0)
        done.append("short")

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            done.append("cancelled")

    tasks.spawn(short(), "short")
    await tasks.drain(60)
    assert done == ["short"]
    late = tasks.spawn(endless(), "endless")
    await asyncio.sleep(0)
    await tasks.drain(0)
    assert late.cancelled()
    assert done == ["short", "cancelled"]
    await tasks.drain(60)


async def test_a_task_of_somebody_else_is_waited_for_while_it_is_here() -> None:
    tasks, go_on = Tasks(), asyncio.Event()
    done: list[str] = []

    async def answer() -> None:
        with tasks.here(), tasks.here():
            await go_on.wait()
            done.append("answered")

    answering = asyncio.create_task(answer())
    await asyncio.sleep(0)
    assert len(tasks) == 1
    draining = asyncio.create_task(tasks.drain(60))
    await asyncio.sleep(0)
    go_on.set()
    await draining
    assert done == ["answered"]
    await answering
    assert len(tasks) == 0


# -- who waits for an answer goes first --------------------------------------------------------------------


FOR_EVER = 3_600.0


async def test_work_goes_on_once_nobody_waits_for_an_answer_and_does_not_wait_for_ever() -> None:
    precedence, done = Precedence(FOR_EVER), []

    async def work() -> None:
        await precedence.let_pass()
        done.append("work")

    await work()
    assert done == ["work"], "nobody waits"
    ends = [precedence.begin(), precedence.begin()]
    task = asyncio.create_task(work())
    ends[0]()
    ends[0]()  # it is answered once
    await settled()
    assert done == ["work"], "one still waits"
    ends[1]()
    last = precedence.begin()  # before the work has woken up
    await settled()
    assert done == ["work"]
    last()
    await task
    assert done == ["work", "work"]
    impatient = Precedence(0.0)
    impatient.begin()
    await impatient.let_pass()
