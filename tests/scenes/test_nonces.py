"""The bot dies between Discord's taking a message and its own note of it: nothing is posted twice."""

import asyncio
import random

from playground.messages import Message
from tests.support.scene import scene
from tests.support.wire import Play
from tests.support.wire_players import Company
from tests.support.wire_reading import links_of, pieces_of, text_of

SENDS = r"^/channels/\d+/messages$"
FOR_EVER = 300.0
MINUTE = 61.0


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


@scene
async def test_a_board_that_was_posted_before_a_crash_goes_away_once_it_is_pressed(play: Play) -> None:
    """Asked for once more, it was posted and not noted: the one before goes on to be the table's."""
    hall, people = play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé")
    company = Company(play, hall, people, random.Random(4))
    await company.sit_down()
    await play.up_to_date()
    known = company.board()

    unanswered = play.server.faults.fail("POST", SENDS, times=100, when="after", delay=FOR_EVER)
    await play.command(company.host, hall, "tasse statut")
    await play.until(lambda: company.board().id != known.id, "a board further down")
    forgotten = company.board()
    (join, *_) = pieces_of(forgotten)
    await play.kill()
    play.server.faults.cancel(unanswered)
    await play.start()
    await play.touch(company.host, known, next(each for each in pieces_of(known) if each.verb == "begin"))
    await play.until(lambda: "hand" in {each.verb for each in pieces_of(known)}, "the game on the one before")

    await asyncio.sleep(MINUTE)
    await play.touch(people[1], forgotten, join)
    await play.until(lambda: play.world.messages.find(forgotten.id) is None, "the one further down to go")
    assert company.board().id == known.id


@scene
async def test_a_board_that_kept_its_buttons_in_a_crash_leads_on_once_it_is_pressed(play: Play) -> None:
    hall, people = play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé")
    company = Company(play, hall, people, random.Random(4))
    await company.sit_down()
    await play.up_to_date()
    old = company.board()
    (join, *_) = pieces_of(old)

    unheard = play.server.faults.fail("PATCH", rf"/messages/({old.id}|@original)$", status=500, times=100)
    await play.command(company.host, hall, "tasse statut")
    await play.until(lambda: company.board().id != old.id, "a board further down")
    await asyncio.sleep(MINUTE)
    await play.kill()
    play.server.faults.cancel(unheard)
    await play.start()
    await company.press(company.host, "begin")
    assert pieces_of(old)
    await play.touch(people[1], old, join)
    await play.until(lambda: not pieces_of(old), "the buttons of the old one to go")
    assert str(company.board().id) in links_of(old)[0]


@scene
async def test_a_private_message_that_nobody_noted_goes_away_though_its_table_is_closed(play: Play) -> None:
    hall, people = play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé")
    company = Company(play, hall, people, random.Random(4))
    await company.begin()
    await play.up_to_date()
    person, letter, (move, *_) = company.offers()[0]
    await play.kill()
    with play.writing() as database:
        database.execute("DELETE FROM messages WHERE audience = ?", (person.id,))
    await play.start()
    await play.command(company.host, hall, "tasse stop")
    await asyncio.sleep(MINUTE)
    await play.touch(person, letter, move)
    await play.until(lambda: play.world.messages.find(letter.id) is None, "it to go")
