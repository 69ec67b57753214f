"""Processes that follow one another under clicks: nothing is lost, done twice or asked twice.

Simulated worlds have one process: several over PostgreSQL are seen here alone, and take seconds to start.
"""

import asyncio
from pathlib import Path
from random import Random

import pytest

from playground.stores import Postgres
from tests.support.wire_cluster import clustered
from tests.support.wire_company import seat_companies
from tests.support.wire_watch import Watch, crowded_letters

pytestmark = [pytest.mark.wire, pytest.mark.long, pytest.mark.timeout(600)]

EVERY = 75
"""Clicks between two deploys."""
CLICKS = 13 * EVERY


async def test_new_processes_take_over_from_old_ones(
    tmp_path: Path, postgres_server: Postgres, chance: Random
) -> None:
    """Each is given the same shards: for a while there are two, and nonces may catch what both send."""
    part = {"SHARD_IDS": "0,1"}
    async with clustered(tmp_path, postgres_server, part, LEASE_SECONDS="15") as play:
        watch = Watch(play, chance)
        await seat_companies(watch)
        playing = [asyncio.create_task(watch.keep_playing(company)) for company in watch.companies]
        for clicks in range(EVERY, CLICKS + 1, EVERY):
            await watch.until_so_many(clicks, playing)
            old = play.processes[-1]
            await play.add(**part)
            assert await old.ends() == 0, old.printed()[-3000:]
        await watch.until_clicked(CLICKS + EVERY, playing)
        assert watch.unanswered == []
        assert watch.stale == []
        assert watch.wrong == []
        await watch.check_messages()
        assert crowded_letters(play) == []
        watch.check_answers()
        await watch.check_records()
