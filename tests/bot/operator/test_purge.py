"""`purge`: closed tables lose their logs for good, and whatever asks for one says so."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from bot.tables.errors import Denied
from db.sqlite.lock import FileLock
from tests.bot.operator.conftest import Desk
from tests.support.tables import ANNE, BOB, House

PARTS = ("log", "setups", "messages", "results", "seat_people", "tables")


async def play_and_end(house: House) -> tuple[int, int]:
    """A game that was stopped, and one that goes on."""
    ended = await house.playing(ANNE, BOB, game="tasse")
    await house.tables.stop(house.ask(ANNE), ended.id)
    return ended.id, (await house.playing(ANNE, BOB, game="tasse")).id


def counts(desk: Desk, table_id: int) -> dict[str, int]:
    with closing(sqlite3.connect(desk.database)) as connection:
        return {
            part: connection.execute(
                f"SELECT count(*) FROM {part} WHERE {'id' if part == 'tables' else 'table_id'} = ?",
                (table_id,),
            ).fetchone()[0]
            for part in PARTS
        }


def test_how_many_is_said_first_and_nothing_done_without_yes(desk: Desk) -> None:
    ended, _ = desk.happen(play_and_end)
    before = desk.load(ended)
    told = desk.type("purge", "--older-than", "30")
    assert told.text.startswith("1 closed tables would be forgotten")
    assert "--yes" in told.text
    assert desk.load(ended) == before
    assert desk.type("purge").status != 0


def test_results_stay_and_the_rest_goes_beside_a_running_bot(desk: Desk) -> None:
    ended, going = desk.happen(play_and_end)
    before, running = counts(desk, ended), desk.load(going)
    with FileLock.take(desk.database):
        told = desk.type("purge", "--older-than", "30", "--yes")
    assert "Of 1 closed tables, 1 are forgotten" in told.text
    kept = {part: before[part] for part in ("results", "seat_people", "tables")}
    assert counts(desk, ended) == {**kept, "log": 0, "setups": 0, "messages": 0}
    stored = desk.load(ended)
    assert (stored.setup, stored.position, stored.scenes) == (None, None, ())
    assert desk.load(going) == running
    assert desk.type("purge", "--older-than", "30").text.startswith("0 closed")


def test_only_what_is_old_enough_and_of_that_server(desk: Desk) -> None:
    desk.happen(play_and_end)
    assert desk.type("purge", "--older-than", "99999").text.startswith("0 closed")
    assert desk.type("purge", "--server", "11").text.startswith("0 closed")
    assert desk.type("purge", "--server", "10", "--older-than", "30").text.startswith("1 closed")


def test_whoever_asks_for_a_forgotten_game_is_told(desk: Desk) -> None:
    ended, _ = desk.happen(play_and_end)
    desk.type("purge", "--older-than", "30", "--yes")
    assert "was erased after" in desk.type("replay", str(ended)).wrong

    async def ask(house: House) -> None:
        tables = house.tables
        for wish in (tables.record, tables.sight):
            with pytest.raises(Denied, match="forgotten"):
                await wish(ended)
        with pytest.raises(Denied, match="forgotten"):
            await tables.rematch(house.ask(ANNE), ended)
        assert (await tables.table(ended)).end.rematch_id is None
        assert [part["table"] for part in (await house.store.export(BOB))["results"]] == [ended]

    desk.happen(ask, first_id=2_000)
