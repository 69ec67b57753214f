"""A planned stop is told where people play, on the board that is there, and taken back by the next start.

By a signal of the system to a process, and by the next one.
"""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support.wire import Play
from tests.support.wire_players import Company
from tests.support.wire_reading import text_of
from tests.wire.conftest import judged

pytestmark = pytest.mark.wire

LINE = "Mise à jour commencée"


async def seated(play: Play, name: str = "jeux", seed: int = 3, **options: object) -> Company:
    """People who have just moved."""
    people = play.people(f"Alice {name}", f"Bruno {name}")
    company = Company(play, play.world.add_channel(name), people, random.Random(seed))
    await company.begin(seuil=9, **options)
    await play.until(company.offers, "a first move")
    await company.move()
    await play.up_to_date()
    return company


@pytest_asyncio.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    async with judged(tmp_path, GRACE_SECONDS="1") as made:
        yield made


def posted(company: Company) -> list[int]:
    return [message.id for message in company.channel.messages.values()]


def told(company: Company) -> bool:
    return LINE in text_of(company.board())


async def test_tables_in_play_are_told_and_the_next_start_takes_it_back(play: Play) -> None:
    companies = [await seated(play), await seated(play, "salon")]
    lobby = Company(play, play.world.add_channel("hall"), play.people("Chloé"), random.Random(1))
    await lobby.open()
    await play.up_to_date()
    before = [posted(company) for company in companies]
    assert await play.process.stop() == 0
    assert [told(company) for company in companies] == [True, True]
    assert not told(lobby)
    assert [posted(company) for company in companies] == before, "nothing is posted for it"
    await play.start()
    await play.until(lambda: not any(map(told, companies)), "the line to go")
    assert [posted(company) for company in companies] == before
    assert await companies[0].move() is not None


TOLD = "SELECT key FROM facts WHERE key LIKE 'told of stop %'"


async def test_discord_that_does_not_answer_holds_no_stop_up(play: Play) -> None:
    company = await seated(play)
    slow = play.server.faults.fail("PATCH", "/messages/", times=100, delay=60.0)
    assert await play.process.stop() == 0
    assert not told(company)
    play.server.faults.cancel(slow)
    await play.start()
    await play.until(lambda: not play.rows(TOLD), "the list")
    assert not told(company)
    assert await company.move() is not None
