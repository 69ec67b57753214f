"""The daily challenge: clicks at the same moment, and kills in the middle of an attempt."""

import json
import re

from playground.messages import Message
from playground.people import Person
from tests.support.scene import scene
from tests.support.wire import Play, piece
from tests.support.wire_reading import pieces_of, text_of

CUPS = 10


async def begin(play: Play, person: Person) -> Message:
    """Open the cups from the day's page; the message in which they are played."""
    channel = play.world.add_channel("jeux")
    hub = await play.command(person, channel, "defi-du-jour")
    assert hub is not None
    await play.press(person, hub, "open", next(each.arg for each in pieces_of(hub) if ".tasse." in each.arg))
    await play.press(person, hub, "begin")
    return hub


def reads(page: Message, words: str) -> bool:
    return words in text_of(page).replace("\u00a0", " ")


@scene
async def test_of_two_clicks_on_a_cup_one_counts_and_a_kill_loses_none(play: Play) -> None:
    (alice,) = play.people("Alice")
    page = await begin(play, alice)
    for number in range(1, CUPS + 1):
        await play.until(lambda n=number: reads(page, f"Tasse {n} sur 10"), f"cup {number}")
        both = [each for each in pieces_of(page) if each.verb == "answer"]
        for asked in [await play.touch(alice, page, each) for each in both]:
            await play.answer(asked)
        if number % 3 == 0:
            await play.restart()
        (row,) = play.rows("SELECT step, score, detail FROM daily")
        given = json.loads(row[2])
        assert (row[0], len(given)) == (number, number)
        assert row[1] == sum(right for _, right, *_ in given)
    await play.until(lambda: reads(page, f"{row[1]}/10"), "the result")
    assert len(re.findall("[✅❌] \\d+\\.", text_of(page))) == CUPS
    assert piece(page, "share")
