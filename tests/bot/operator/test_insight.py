"""`insight rebuild` looks back on all closed tables again, beside a running bot, and says how many."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.digests.model import FOLD, Verdict
from bot.tables.model import Status
from tests.bot.operator.conftest import Desk
from tests.support.tables import ANNE, BOB, House


async def play(house: House) -> int:
    """A game of Débâcle that somebody leaves at once, for the commands know no coins."""
    table = await house.playing(ANNE, BOB, game="debacle")
    table = await house.tables.quit(house.ask(BOB), table.id)
    assert table.status is Status.CLOSED
    return table.id


def verdicts(desk: Desk, *table_ids: int) -> list[Verdict | None]:
    async def work() -> list[Verdict | None]:
        store = await desk.open()
        try:
            return [await store.insight.verdict(table_id) for table_id in table_ids]
        finally:
            await store.close()

    return asyncio.run(work())


def rebuilds(desk: Desk) -> None:
    first, second = desk.happen(play), desk.happen(play, 5_000)
    live = desk.happen(lambda house: house.playing(ANNE, BOB, game="debacle"), 9_000).id
    assert verdicts(desk, first, second) == [None, None]
    told = desk.type("insight", "rebuild")
    assert (told.status, told.wrong, told.text) == (0, "", "Looked back on 2 closed tables.\n")
    early = Verdict(FOLD, "early")
    assert verdicts(desk, first, second, live) == [early, early, None]
    assert desk.type("insight", "rebuild").text == "Looked back on 2 closed tables.\n"
    assert verdicts(desk, first, second, live) == [early, early, None]


def test_all_closed_tables_are_looked_back_on(desk: Desk) -> None:
    assert desk.type("insight", "rebuild").text == "Looked back on 0 closed tables.\n"
    rebuilds(desk)


def test_those_in_a_shared_database_too(shared_desk: Desk) -> None:
    rebuilds(shared_desk)


def test_it_has_to_be_said_what_to_do(desk: Desk) -> None:
    with pytest.raises(SystemExit) as misused:
        desk.type("insight")
    assert misused.value.code == 2
