"""Two hundred tables at once: every interaction is acknowledged in time, by Discord's own clock."""

import asyncio
import os
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from playground.limits import Rate
from tests.support.wire import Play
from tests.support.wire_judges import judge
from tests.support.wire_players import Company

pytestmark = [
    pytest.mark.wire,
    pytest.mark.timeout(300),
    pytest.mark.skipif("GOBELET_FAST" in os.environ, reason="GOBELET_FAST leaves the crowd out"),
]

TABLES = 200
CLICKS = 1200
AT_ONCE = 24
"""People in the middle of a click at any moment."""


@pytest_asyncio.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    """One bot for thousands of requests; the limits of the whole of Discord are not what this is about."""
    made = Play(tmp_path, LOG_LEVEL="warning")
    made.server.limits.rates["global"] = Rate(5000, 1)
    try:
        await made.open()
        yield made
        judge(made)
    finally:
        await made.close()


async def test_two_hundred_tables(play: Play) -> None:
    """No 10062 in the whole run: the server's own three seconds judge (`judge` looks)."""
    chance = random.Random(200)
    companies = [opened(play, number, chance) for number in range(TABLES)]
    turnstile = asyncio.Semaphore(AT_ONCE)

    async def begin(company: Company) -> None:
        async with turnstile:
            await play.command(company.host, company.channel, "tasse start", rythme="détente")
            await play.press(company.people[1], company.board(), "join")
            await play.press(company.host, company.board(), "begin")

    await asyncio.gather(*(begin(company) for company in companies))
    assert play.rows("SELECT count(*) FROM tables WHERE status = 'playing'") == [(TABLES,)]
    clicks = iter(range(CLICKS))

    async def click_around() -> None:
        for _ in clicks:
            company = chance.choice(companies)
            person = chance.choice(company.people)
            offered = company.choices(person)
            if offered is None:
                await play.press(person, company.board(), "hand")
                continue
            chosen, value = company.decide(offered[1])
            asked = await play.touch(person, offered[0], chosen, value)
            company.note(asked, await play.answer(asked))

    await asyncio.gather(*(click_around() for _ in range(AT_ONCE)))
    assert play.rows("SELECT count(*) FROM log WHERE kind = 'act'")[0][0] > CLICKS // 10


def opened(play: Play, number: int, chance: random.Random) -> Company:
    people = play.people(f"A{number}", f"B{number}")
    return Company(play, play.world.add_channel(f"table-{number}"), people, random.Random(chance.random()))
