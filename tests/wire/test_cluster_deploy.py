"""Processes that follow one another under clicks: nothing is lost, done twice or asked twice."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from playground.postgres import Postgres
from tests.support.chance import sized
from tests.support.wire_cluster import clustered, private_postgres
from tests.support.wire_company import seat_companies
from tests.support.wire_watch import Watch, crowded_letters

__all__ = ["private_postgres"]

pytestmark = [pytest.mark.wire, pytest.mark.fire, pytest.mark.timeout(600)]

CLICKS = sized(150, 1000)
EVERY = 75
"""Clicks between two deploys."""


async def test_a_clean_stop_gives_its_slots_back_at_once(tmp_path: Path, private_postgres: Postgres) -> None:
    """A lease of five minutes is not waited for."""
    async with clustered(tmp_path, private_postgres, {}, {}, LEASE_SECONDS="300") as play:
        await play.until(lambda: len(set(play.homes().values())) == 2, "a home for each slot")
        first, second = play.processes
        assert await first.stop() == 0
        await play.until(lambda: set(play.homes().values()) == {second}, "the other to have them all")


async def test_new_processes_take_over_from_old_ones(
    tmp_path: Path, private_postgres: Postgres, chance: Random
) -> None:
    """Each is given the same shards: for a while there are two, and nonces may catch what both send."""
    part = {"SHARD_IDS": "0,1"}
    async with clustered(tmp_path, private_postgres, part, LEASE_SECONDS="15") as play:
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
