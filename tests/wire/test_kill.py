"""The bot's process killed at random moments of play: what was answered counts, once, and play goes on.

A few kills by the system, of a process with threads, files and children: simulated worlds die thousands of
times. Each takes a start of the bot.
"""

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest

from playground.limits import Rate
from tests.support.chance import sized
from tests.support.wire import Play
from tests.support.wire_company import TABLES, seat_companies
from tests.support.wire_judges import judge
from tests.support.wire_reading import text_of
from tests.support.wire_storm import Storm, raise_failures, send_home

pytestmark = [pytest.mark.kill, pytest.mark.fire, pytest.mark.timeout(600)]

KILLS = sized(4, 104)
QUIET_EVERY = 4
"""After so many kills the people wait until everything is shown, and it is looked at."""
DECIDED_EVERY = sized(3, 16)
"""Every so many kills one comes when a computer of ours has just decided: most come before it would."""


PROGRAM = """
import json, random, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    time.sleep(0.1)  # it may well be killed meanwhile
    legal = asked.get("legal", [])
    chosen = random.Random(asked["id"]).sample(legal, min(1, len(legal)))
    print(json.dumps({"id": asked["id"], "actions": chosen}), flush=True)
"""


async def test_kills_at_random_moments(tmp_path: Path, chance: Random) -> None:
    program = tmp_path / "alpha.py"
    program.write_text(PROGRAM)
    play = Play(tmp_path, COMPUTERS=f"alpha={sys.executable} {program}")
    # The rate limits have tests of their own; here they would only make the moments of the kills rarer.
    play.server.limits.rates |= {"send": Rate(500, 1), "edit": Rate(500, 1), "global": Rate(5000, 1)}
    storm = Storm(play, chance)
    try:
        await play.open()
        await seat_companies(storm, TABLES[: sized(2, len(TABLES))])
        playing = [asyncio.create_task(storm.keep_playing(company)) for company in storm.companies]
        try:
            await rage(storm, playing)
        finally:
            await send_home(playing)
        await storm.check_messages()
        storm.check_answers()
        await storm.check_records()
        assert sum(each.counted is True for each in storm.moves) > KILLS / 4  # however slow the machine
        assert storm.decisions > 0
        judge(play)
    finally:
        await play.close()


async def rage(storm: Storm, playing: list["asyncio.Task[None]"]) -> None:
    """Kill, look, kill again; then let every table be played to its end."""
    for number in range(1, KILLS + 1):
        if number % DECIDED_EVERY == 0:
            await storm.see_decision()
        else:
            await asyncio.sleep(storm.chance.uniform(0, 0.5))
        raise_failures(playing)
        await storm.play.process.kill()
        await storm.play.until(lambda: not storm.play.connected, "the socket to break")
        if storm.chance.random() < 0.1:  # some processes die before they have begun
            await storm.play.process.start()
            await asyncio.sleep(storm.chance.uniform(0, 0.6))
            await storm.play.process.kill()
        storm.calm = number % QUIET_EVERY == 0
        await storm.play.start()
        if storm.calm:
            await storm.play.until(lambda: storm.busy == 0, "the people to rest")
            await storm.check_messages()
            storm.check_answers()
            storm.calm = False
    await storm.check_computers()
    storm.ending = True
    done, late = await asyncio.wait(playing, timeout=60)
    assert not late, [text_of(company.board()) for company in storm.companies if not company.over]
    for task in done:
        task.result()
