"""A private click is heard at one shard, and acted on at the home of its table, or where it was heard.

That takes two processes over PostgreSQL, which simulated worlds do not have.
"""

import random
from pathlib import Path

import aiohttp
import pytest

from tests.support.wire_cluster import clustered
from tests.support.wire_players import Company
from tests.support.wire_reading import pieces_of

pytestmark = pytest.mark.wire


async def count_sent(port: int) -> dict[str, float]:
    """How many interactions a process has sent on, by what came of it."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = (await answer.text()).splitlines()
    found = [line.partition("} ") for line in lines if line.startswith("gobelet_forwarded_total{")]
    return {name.partition('result="')[2].rstrip('"'): float(value) for name, _, value in found}


async def test_private_clicks_go_to_the_home_of_their_table(postgres_server, tmp_path: Path) -> None:
    hears, home = {"SHARD_IDS": "0", "OPS_PORT": "0"}, {"SHARD_IDS": "1"}
    async with clustered(tmp_path, postgres_server, hears, home) as play:
        hall = play.world.add_channel("jeux", play.guilds[1])
        company = Company(play, hall, play.people("Alice", "Bruno", "Chloé"), random.Random(4))
        await company.begin(seuil=3)  # which takes at least 12 moves, whatever is rolled
        assert play.home_of(hall) is play.processes[1]
        await company.play_on(lambda: company.over or len(play.asked) > 14)  # 11 moves, after 4 to begin
        assert not company.over
        port = play.processes[0].port("operator's page")
        assert port is not None
        before = await count_sent(port)
        assert before["taken"] > 0

        play.processes[1].freeze()
        for person in company.people:
            panel = play.panel(person)
            if panel is not None:
                found = next(each for each in pieces_of(panel) if not each.is_list)
                await play.answer(await play.touch(person, panel, found))
        after = await count_sent(port)
        play.processes[1].thaw()
        assert after["taken"] == before["taken"]
        assert after["late"] > before.get("late", 0)  # a slow machine has late ones before
        moves = iter(range(3))
        assert await company.play_on(lambda: next(moves, None) is None) or company.over, "play goes on"
