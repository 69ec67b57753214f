"""Games of earlier versions are looked back on too: who won is first, and what can be replayed has facts."""

import json
from random import Random

import pytest

from bot.insight.luck import sum_rolled
from bot.tables.digests.digesting import Digester, count_dice, rebuild_digests
from bot.tables.looking import Looking
from bot.tables.proof.replay import story_of
from engines import GAMES
from tests.stored.frozen import image, versions
from tests.support.clock import FakeClock
from tests.support.store import FreshStore

RANKS = """
    SELECT results.table_id, ending, winners, won, rank, unrated, facts FROM results
    JOIN tables ON tables.id = results.table_id JOIN digests ON digests.table_id = results.table_id
    LEFT JOIN tallies ON tallies.table_id = results.table_id AND tallies.ordinal = results.ordinal
"""


@pytest.mark.parametrize("version", versions())
async def test_games_of_every_version_are_looked_back_on(version: str) -> None:
    store = FreshStore(image(version))
    tables = Looking(store, GAMES, FakeClock(), Random(version))
    rebuilt = await rebuild_digests(store.insight, Digester(tables, store.insight))
    told, rolled = {}, []
    for (table_id,) in store.sql.execute("SELECT DISTINCT table_id FROM results").fetchall():
        record = await tables.whole_record(table_id)
        told[table_id] = story_of(record, GAMES[record.game]) is not None
        rolled.append(count_dice(record))
    sums = sum_rolled((await store.insight.rolled_everywhere()).values())
    assert (rebuilt.done, rebuilt.failed) == (len(told), 0)

    assert sums == sum_rolled(rolled)
    assert sums.dice > 100

    seats = store.sql.execute(RANKS).fetchall()
    assert {seat["table_id"] for seat in seats} == told.keys()
    for seat in seats:
        leads = seat["rank"] is None
        assert leads or seat["winners"] == "[]" or (seat["rank"] == 1) == bool(seat["won"])
        assert (seat["ending"] == "over") or seat["unrated"] == seat["ending"]
        assert (seat["facts"] is not None) == (told[seat["table_id"]] and not leads)
        if seat["facts"] is not None:
            facts = json.loads(seat["facts"])
            assert (facts["place"], facts["won"], facts["played"]) == (seat["rank"], seat["won"], 1)
