"""Three processes over one PostgreSQL, and clicks of all five games heard by any: as if there were one.

Simulated worlds have one process: several over PostgreSQL are seen here alone, and take seconds to start.
"""

import asyncio
from pathlib import Path
from random import Random

import pytest

from playground.stores import Postgres
from tests.support.chance import sized
from tests.support.wire_cluster import clustered
from tests.support.wire_company import TABLES, seat_companies
from tests.support.wire_watch import Watch, crowded_letters, nonce_hits

pytestmark = [pytest.mark.wire, pytest.mark.fire, pytest.mark.timeout(600)]

CLICKS = sized(30, 2000)


@pytest.mark.parametrize(
    "by_http", [pytest.param(False, id="gateway", marks=pytest.mark.long), pytest.param(True, id="http")]
)
async def test_three_processes_play_as_one(
    tmp_path: Path, postgres_server: Postgres, chance: Random, by_http: bool
) -> None:
    """By HTTP each click comes to the next of them; over the gateway, private ones to the first shard's."""
    async with clustered(
        tmp_path, postgres_server, {}, {}, {}, shards=3, by_http=by_http, LEASE_SECONDS="15"
    ) as play:
        await play.until(lambda: len(set(play.homes().values())) == 3, "a home for each slot")
        watch = Watch(play, chance)
        await seat_companies(watch, TABLES[sized(2, 0) :])
        playing = [asyncio.create_task(watch.keep_playing(company)) for company in watch.companies]
        await watch.until_clicked(CLICKS, playing)
        assert watch.unanswered == []
        assert watch.stale == []
        assert watch.wrong == []
        assert watch.looks > CLICKS / 20
        assert nonce_hits(play) == []
        await watch.check_messages()
        assert crowded_letters(play) == []
        watch.check_answers()
        await watch.check_records()
