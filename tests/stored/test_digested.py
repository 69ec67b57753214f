"""Games of earlier versions are looked back on too: who won is first, and what can be replayed has facts."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.insight.dice import sum_rolled
from bot.tables.digests.digester import Digester
from bot.tables.digests.rebuilding import rebuild_digests
from bot.tables.digests.rolling import count_dice
from bot.tables.looking import Looking
from bot.tables.proof.recounting import story_of
from db.store import SqliteStore
from engines import GAMES
from tests.stored.frozen import versions
from tests.support.clock import FakeClock

RANKS = """
    SELECT results.table_id, ending, winners, won, rank, unrated, facts FROM results
    JOIN tables ON tables.id = results.table_id JOIN digests ON digests.table_id = results.table_id
    LEFT JOIN tallies ON tallies.table_id = results.table_id AND tallies.ordinal = results.ordinal
"""


def rows(path: Path, question: str) -> Sequence[Any]:
    with closing(sqlite3.connect(path)) as file:
        file.row_factory = sqlite3.Row
        return file.execute(question).fetchall()


@pytest.mark.parametrize("version", versions())
async def test_games_of_every_version_are_looked_back_on(version: str, old: Any) -> None:
    path = old(version)
    store = await SqliteStore.open(path)
    tables = Looking(store, GAMES, FakeClock(), Random(version))
    rebuilt = await rebuild_digests(store.insight, Digester(tables, store.insight))
    told, rolled = {}, []
    for (table_id,) in rows(path, "SELECT DISTINCT table_id FROM results"):
        record = await tables.whole_record(table_id)
        told[table_id] = story_of(record, GAMES[record.game]) is not None
        rolled.append(count_dice(record))
    sums = sum_rolled((await store.insight.rolled_everywhere()).values())
    await store.close()
    assert (rebuilt.done, rebuilt.failed) == (len(told), 0)

    assert sums == sum_rolled(rolled)
    assert sums.dice > 100

    seats = rows(path, RANKS)
    assert {seat["table_id"] for seat in seats} == told.keys()
    for seat in seats:
        leads = seat["rank"] is None
        assert leads or seat["winners"] == "[]" or (seat["rank"] == 1) == bool(seat["won"])
        assert (seat["ending"] == "over") or seat["unrated"] == seat["ending"]
        assert (seat["facts"] is not None) == (told[seat["table_id"]] and not leads)
        if seat["facts"] is not None:
            facts = json.loads(seat["facts"])
            assert (facts["place"], facts["won"], facts["played"]) == (seat["rank"], seat["won"], 1)
