"""The bot dies between Discord's taking a message and its own note of it: nothing is posted twice."""

import random

from playground.messages import Message
from tests.support.scene import scene
from tests.support.wire import Play
from tests.support.wire_players import Company
from tests.support.wire_reading import text_of

SENDS = r"^/channels/\d+/messages$"
FOR_EVER = 300.0


@scene
async def test_what_was_taken_before_a_crash_is_not_sent_again(play: Play) -> None:
    hall, people = play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé")
    company = Company(play, hall, people, random.Random(4))
    await company.sit_down(fil=True)
    await play.up_to_date()

    def letters() -> list[str]:
        return [f"{person.name}: {text_of(letter)}" for person in people for letter in play.letters(person)]

    def boards() -> list[Message]:
        return play.seen(people[0], play.thread(hall))

    greetings = letters()
    unanswered = play.server.faults.fail("POST", SENDS, times=100, when="after", delay=FOR_EVER)
    await company.press(company.host, "begin")
    await play.until(
        lambda: boards() and len(letters()) > len(greetings), "a board in the thread, and a panel"
    )
    assert play.behind()
    await play.kill()
    play.server.faults.cancel(unanswered)
    await play.start()
    await play.up_to_date()

    assert len(boards()) == 1
    assert len(set(letters()) - set(greetings)) == 1, "one of them is called, once"
    assert len(letters()) == len(greetings), "in the place of their greeting"
