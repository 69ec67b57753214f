"""Three processes killed at random moments of play: what was answered counts, once; the others go on.

Simulated worlds have one process: several over PostgreSQL are seen here alone, and a dead one's lease takes
seconds to run out.
"""

import asyncio
from pathlib import Path
from random import Random

import pytest

from playground.stores import Postgres
from tests.support.wire_cluster import Cluster, clustered
from tests.support.wire_company import seat_companies
from tests.support.wire_reading import text_of
from tests.support.wire_storm import Storm, raise_failures, send_home

pytestmark = [pytest.mark.kill, pytest.mark.long, pytest.mark.timeout(900)]

KILLS = 104
QUIET_EVERY = 5
"""After so many kills the people wait until everything is shown, and it is looked at."""
SHARDS = 3
SOON = 60.0
"""Seconds after which every board shows how its table stands, whoever was killed."""
LATE = 1_000
"""Two rings of one table's clock are at least so far apart (ms)."""


async def test_each_of_three_is_killed_at_random_moments(
    tmp_path: Path, postgres_server: Postgres, chance: Random
) -> None:
    async with clustered(tmp_path, postgres_server, {}, {}, {}, shards=SHARDS, GRACE_SECONDS="3") as play:
        storm = Storm(play, chance)
        await seat_companies(storm)
        playing = [asyncio.create_task(storm.keep_playing(company)) for company in storm.companies]
        try:
            await rage(storm, play, playing)
        finally:
            await send_home(playing)
        await play.settled()
        await storm.check_messages()
        storm.check_answers()
        await storm.check_records()
        check_clocks(play)
        assert storm.decisions > 0
        assert sum(each.counted is True for each in storm.moves) > KILLS / 4


async def rage(storm: Storm, play: Cluster, playing: list["asyncio.Task[None]"]) -> None:
    """Kill one or another, start it again, look; then let every table be played to its end."""
    for number in range(1, KILLS + 1):
        await asyncio.sleep(storm.chance.uniform(0, 0.5))
        raise_failures(playing)
        process = storm.chance.choice(play.running)
        await process.kill()
        storm.calm = number % QUIET_EVERY == 0
        await play.start_one(process)
        if storm.calm:
            await quiet(storm, play)
            storm.calm = False
    await play.settled()
    await storm.see_decision()
    await storm.check_computers()
    storm.ending = True
    done, late = await asyncio.wait(playing, timeout=90)
    assert not late, [text_of(company.board()) for company in storm.companies if not company.over]
    for task in done:
        task.result()


async def quiet(storm: Storm, play: Cluster) -> None:
    """Everybody rests: once all is heard again, within SOON all boards are right, and no clock is behind.

    To identify takes turns of some seconds, and each of the killed may have taken one with it.
    """
    await play.until(lambda: storm.busy == 0, "the people to rest")
    await play.until(lambda: len(play.server.gateway.shards) == SHARDS, "every shard to be heard", 60)
    async with asyncio.timeout(SOON):
        await play.settled()
        await storm.check_messages()
    storm.check_answers()


def check_clocks(play: Cluster) -> None:
    """No deadline rang twice, and none that has passed is waited for."""
    rung: dict[int, int] = {}
    for table_id, at in play.rows(
        "SELECT table_id, at FROM log WHERE kind = 'expire' ORDER BY table_id, seq"
    ):
        assert at - rung.get(table_id, 0) > LATE, f"table {table_id} rang twice"
        rung[table_id] = at
    overdue = (
        "SELECT id FROM tables WHERE status = 'playing' "
        f"AND alarm_at < extract(epoch FROM now()) * 1000 - {SOON * 1000}"
    )
    assert play.rows(overdue) == []
