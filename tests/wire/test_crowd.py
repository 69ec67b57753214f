"""Two hundred tables of three games: every interaction is acknowledged in time, by Discord's own clock."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from playground.limits import Rate
from playground.messages import Message
from playground.world import ACK_SECONDS
from tests.support.wire import Play
from tests.support.wire_debacle import Floes
from tests.support.wire_diavolo import Devils
from tests.support.wire_judges import judge
from tests.support.wire_players import Company, Gathering
from tests.support.wire_reading import pieces_of

pytestmark = [
    pytest.mark.long,
    pytest.mark.wire,
]

TABLES = 200
KINDS: tuple[type[Gathering], ...] = (Company, Floes, Company, Devils)
CLICKS = 1200
AT_ONCE = 24
"""People in the middle of a click at any moment."""


@pytest_asyncio.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    """One bot for thousands of requests; the limits of the whole of Discord are not what this is about."""
    made = Play(tmp_path, LOG_LEVEL="warning", TABLES_A_SERVER="1000")
    made.server.limits.rates["global"] = Rate(5000, 1)
    made.world.interactions._ack_seconds = ACK_SECONDS
    try:
        await made.open()
        yield made
        judge(made)
    finally:
        await made.close()


def verbs_of(message: Message) -> set[str]:
    """What a message offers: where the bot was busy, that follows its answer."""
    return {each.verb for each in pieces_of(message)}


async def test_two_hundred_tables(play: Play) -> None:
    """No 10062 in the whole run: the server's own three seconds judge (`judge` looks)."""
    chance = random.Random(200)
    companies = [opened(play, number, chance) for number in range(TABLES)]
    turnstile = asyncio.Semaphore(AT_ONCE)

    async def begin(company: Gathering) -> None:
        async with turnstile:
            await company.open(rythme="détente")
            await play.press(company.people[1], company.board(), "join")
            await play.until(lambda: "begin" in verbs_of(company.board()), "enough people")
            await play.press(company.host, company.board(), "begin")

    await asyncio.gather(*(begin(company) for company in companies))
    assert play.rows("SELECT count(*) FROM tables WHERE status = 'playing'") == [(TABLES,)]
    begun = commits(play)
    assert begun.keys() == {kind.game for kind in KINDS}
    clicks = iter(range(CLICKS))

    async def click_around() -> None:
        for _ in clicks:
            company = chance.choice(companies)
            offers = company.offers()
            if not offers:
                await play.press(company.host, company.board(), "rules")
                continue
            person, message, moves = chance.choice(offers)
            chosen, value = company.decide(moves)
            asked = await play.touch(person, message, chosen, value)
            company.note(asked, await play.answer(asked))

    await asyncio.gather(*(click_around() for _ in range(AT_ONCE)))
    for game, committed in commits(play).items():  # of a turn in Débâcle, the log has nothing until it ends
        assert committed - begun[game] > CLICKS // 60, game
    pictures = [request for request in play.server.requests if request.files]
    assert len(pictures) > CLICKS // 10


def commits(play: Play) -> dict[str, int]:
    """How often the tables of each game have changed."""
    return dict(play.rows("SELECT game, sum(version) FROM tables GROUP BY game"))


def opened(play: Play, number: int, chance: random.Random) -> Gathering:
    people = play.people(f"A{number}", f"B{number}")
    kind = KINDS[number % len(KINDS)]
    return kind(play, play.world.add_channel(f"table-{number}"), people, random.Random(chance.random()))
