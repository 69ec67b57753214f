"""What is told of a change once it is durable, to whom, and in which order."""

from collections.abc import Callable

import structlog.testing

from bot.tables.model import Reach
from bot.tables.subscribers import Committed, Subscribers
from tests.support.coin import Flip
from tests.support.tables import ANNE, BOB, House, why_denied


def notes(house: House) -> list[Committed]:
    heard: list[Committed] = []
    house.tables.after_commit.add(heard.append)
    return heard


async def test_every_change_is_told_with_the_table_after_it_and_the_kinds_of_its_log_lines(
    house: House,
) -> None:
    heard = notes(house)
    table = await house.playing(ANNE, BOB)
    kinds = [entry.kind for entry in await house.store.log(table.id)]
    assert [news.kinds for news in heard] == [(kind,) for kind in kinds]
    assert [news.table.version for news in heard] == [1, 2, 3]
    assert heard[-1].table == table == await house.tables.table(table.id)


async def test_what_is_heard_is_in_the_store_already(house: House) -> None:
    stored: list[bool] = []

    def look(news: Committed) -> None:
        stored.append(house.store.peek(news.table.id).table == news.table)

    house.tables.after_commit.add(look)
    await house.playing(ANNE, BOB)
    assert stored == [True] * 3


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


async def test_clocks_are_set_before_anybody_else_hears_of_a_change(house: House) -> None:
    armed: list[bool] = []
    house.tables.after_commit.add(lambda news: armed.append(news.table.id in house.tables.deadlines))
    table = await house.playing(ANNE, BOB)
    await house.tables.stop(house.ask(ANNE), table.id)
    assert armed == [True, True, True, False]


async def test_what_is_refused_or_changes_nothing_is_not_told(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    await house.tables.note_reach(table.id, BOB, Reach.DM)
    heard = notes(house)
    stranger = house.tables.act(house.ask(99), table.id, Flip())
    assert await why_denied(stranger) == "not_at_table"
    await house.tables.note_reach(table.id, BOB, Reach.DM)
    assert heard == []


async def test_a_second_delivery_is_not_told_again(house: House) -> None:
    table, heard = await house.lobby(ANNE), notes(house)
    ask = house.ask(BOB)
    await house.tables.join(ask, table.id)
    await house.tables.join(ask, table.id)
    assert [news.kinds for news in heard] == [("join",)]


async def test_a_change_that_the_log_does_not_tell_has_no_kinds(house: House) -> None:
    table, heard = await house.lobby(ANNE), notes(house)
    await house.tables.note_reach(table.id, ANNE, Reach.BUTTON)
    assert [news.kinds for news in heard] == [()]


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

    def listener(name: str) -> Callable[[int], None]:
        return lambda number: heard.append(f"{name}{number}")

    for name in "cab":
        news.add(listener(name))
    news.tell(1)
    assert heard == ["c1", "a1", "b1"]
