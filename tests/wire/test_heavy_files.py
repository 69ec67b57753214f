"""A file that is no deck but thousands of faults, sent by twelve people at once, while others play."""

import asyncio
import json
import random
import re
import sys
from pathlib import Path

import pytest

from playground.interactions import Interaction
from playground.messages import Upload
from tests.support.wire import Play
from tests.support.wire_players import Company
from tests.support.wire_reading import text_of

pytestmark = [pytest.mark.long, pytest.mark.wire]

EMPTY_CARDS = 45_000
ATTACKERS = 12
COMPLAINTS = "rien n’a été importé"
BUSY = "C’est occupé"
ROOM = 40 * 1024
"""KiB that the bot may grow by meanwhile; what one such file is parsed into takes more than twice that."""


def faulty(cards: list[object]) -> bytes:
    return json.dumps({"format": 1, "name": "x", "language": "fr", "licence": "", "cards": cards}).encode()


HEAVY = faulty([{"questions": [{"mode": "chance"}] * 29_000}])
"""Nearly as many entries as a file may have, and a hundred thousand things to complain of."""
MANY = faulty([{}] * EMPTY_CARDS)


def most_memory(play: Play) -> int:
    """The most that the bot's process has ever held, in KiB."""
    status = Path(f"/proc/{play.process.child.pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found
    return int(found[1])


async def sent(play: Play, company: Company, data: bytes, count: int) -> list[Interaction]:
    """So many people have this file checked at once; what was asked."""
    channel = company.channel
    file = play.world.messages.keep(channel.id, Upload(0, "paquet.json", data, "application/json"))
    people = play.people(*(f"Toto {number}" for number in range(count)))
    orders = (play.type(person, channel, "defizz paquet verifier", fichier=str(file.id)) for person in people)
    return list(await asyncio.gather(*orders))


async def told(play: Play, asked: Interaction) -> str:
    await play.answer(asked)
    return text_of(await play.shown(asked))


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux tells of a process")
async def test_twelve_heavy_files_at_once_disturb_nobody(play: Play) -> None:
    company = Company(play, play.world.add_channel("jeux"), play.people("Alice", "Bruno"), random.Random(1))
    await company.begin()
    (first,) = await sent(play, company, faulty([{}]), 1)
    assert COMPLAINTS in await told(play, first)
    before = most_memory(play)
    for data, why in ((HEAVY, COMPLAINTS), (MANY, "plus de 1 000 cartes"), (HEAVY, COMPLAINTS)):
        asked = await sent(play, company, data, ATTACKERS)
        for _ in range(5):
            await play.press(company.host, company.board(), "rules")
        if data is HEAVY:
            assert any(_waits(one) for one in asked), "the others were answered before"
        answers = [await told(play, one) for one in asked]
        checked = [answer for answer in answers if why in answer]
        assert 1 <= len(checked) < ATTACKERS
        assert sum(BUSY in answer for answer in answers) == ATTACKERS - len(checked)
        assert most_memory(play) < before + ROOM


def _waits(asked: Interaction) -> bool:
    return asked.original is None or asked.original.loading
