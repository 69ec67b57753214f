"""What happens within a click is counted by what SQLite, the loop and the faces really do."""

import asyncio
from pathlib import Path

import pytest

from bench.bots import play_of
from bench.crowds import Crowd
from bench.sampling import Sampler, sort_out
from bench.whole import ROOT, Plan
from bench.within import Counted, count

SITE = "/v/site-packages"
RAW = f"""\
main (/h/bot/__main__.py:60);run (/p/asyncio/runners.py:190);dumps (/p/json/__init__.py:231) 3
run (/p/threading.py:9);run (/p/asyncio/runners.py:190);_to_json (/v/site-packages/discord/utils.py:1) 2
_bootstrap (/p/threading.py:9);_run (/v/site-packages/aiosqlite/core.py:90);change (/h/db/jobs/tables.py:7) 5
act (/h/bot/tables/playing/play.py:7);replace (/p/dataclasses.py:1) 7
paint (/h/cogs/debacle/painting.py:7);save (/v/site-packages/PIL/Image.py:2500) 11
run_once (/p/asyncio/base_events.py:1922);write (/p/asyncio/selector_events.py:1057) 13
run_once (/p/asyncio/base_events.py:1922);EpollSelector.select (/p/selectors.py:468) 100
_boot (/p/threading.py:9);Thread.run (/p/threading.py:982);_worker (/p/concurrent/thread.py:81) 100
Thread.run (/p/threading.py:982);write (/h/db/door.py:3);Condition.wait (/p/threading.py:331) 100
edit ({SITE}/discord/message.py:9);_f (<frozen importlib>) 17
_bootstrap (/p/threading.py:9) 19
"""


def test_a_sample_belongs_to_whoever_has_the_standard_library_at_work() -> None:
    assert sort_out(RAW) == {
        "JSON": 5,
        "SQLite": 5,
        "ours": 7,
        "pictures": 11,
        "asyncio, aiohttp": 13,
        "discord.py": 17,
        "other": 19,
    }


async def test_where_nobody_may_look_it_is_said(tmp_path: Path) -> None:
    ended = await asyncio.create_subprocess_exec("true")
    await ended.wait()
    sampler = Sampler(ended.pid, tmp_path / "raw")
    await sampler.start()
    assert await sampler.stop() is None
    assert sampler.trouble.startswith("py-spy ")


@pytest.mark.wire
async def test_a_click_of_la_tasse_is_one_action_and_some_statements(tmp_path: Path) -> None:
    bot = Counted(play_of(tmp_path / "bot", ROOT, module="counted"))
    try:
        await bot.play.open()
        crowd = Crowd(bot)
        await crowd.fill(("tasse",), tables=1)
        await bot.settle()
        told = await count(crowd, bot, ("tasse",), Plan(lone_clicks=3))
    finally:
        await bot.play.close()
    found = {name: float(number) for number, name in (each.split(" ", 1) for each in told.split(", "))}
    assert found["actions"] == 1
    assert found["statements"] > found["actions"] + 2  # at least BEGIN and COMMIT round it
    assert found["hops"] >= 1
    assert found["boards"] > 0, told
    assert found["kB written"] > 0
    assert found["pictures"] <= 1, "the cup, where it looks otherwise"
