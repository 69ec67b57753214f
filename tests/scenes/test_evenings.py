"""An evening: 72 people register within two seconds, and it begins though the bot dies."""

import asyncio
import json

from playground.channels import Channel
from playground.messages import Message
from playground.people import Person
from tests.support.scene import scene
from tests.support.wire import Play
from tests.support.wire_reading import pieces_of, text_of

CROWD = 72


async def announced(play: Play, host: Person, channel: Channel) -> Message:
    """An evening for teams of six that is open to everybody; its message."""
    asked = await play.type(host, channel, "defizz soiree planifier", equipe=6, places=CROWD)
    await play.answer(asked)
    typed = {"title": "Quiz du jeudi", "when": "dans 2 heures", "words": ""}
    sent = await play.server.submit_modal(host.id, asked.id, typed)
    await play.answer(sent)
    plan = await play.shown(sent)
    await play.press(host, plan, "round", value="1")
    await play.press(host, plan, "cards", value="+/aujourdhui")
    await play.press(host, plan, "lead")
    await play.press(host, plan, "publish")

    def posted() -> Message | None:
        found = [each for each in play.seen(host, channel) if each.audience is None]
        return found[-1] if found else None

    message = await play.until(posted, "the message")
    assert message is not None
    return message


@scene
async def test_a_whole_room_registers_at_once_and_the_evening_outlives_the_bot(play: Play) -> None:
    """Each click is answered by itself, within Discord's three seconds (`judge` looks)."""
    channel = play.world.add_channel("quiz")
    (host,) = play.people("Hugo")
    message = await announced(play, host, channel)
    assert "paquet\u00a0: d’aujourd’hui" in text_of(message)
    await play.until(lambda: play.world.events, "the event")
    assert [event["name"] for event in play.world.events.values()] == ["Quiz du jeudi"]
    people = play.people(*(f"P{number:02}" for number in range(CROWD)))
    come = next(each for each in pieces_of(message) if each.verb == "come")
    before = len(play.server.requests)
    asked = await asyncio.gather(*(play.touch(person, message, come) for person in people))
    for one in asked:
        await play.answer(one)
    count = "SELECT count(*), count(DISTINCT user_id) FROM evening_people"
    assert play.rows(count) == [(CROWD, CROWD)]
    await play.until(lambda: "72 personnes" in text_of(message), "all of them in the message")
    asked_of_discord = [f"{each.method} {each.path}" for each in play.server.requests[before:]]
    edits = [
        each for each in asked_of_discord if each == f"PATCH /channels/{channel.id}/messages/{message.id}"
    ]
    assert 1 <= len(edits) <= CROWD // 4
    assert not [each for each in asked_of_discord if each.startswith("POST /webhooks/")], "no follow-ups"

    await play.restart()
    assert play.rows(count) == [(CROWD, CROWD)]
    begin = next(each for each in pieces_of(message) if each.verb == "begin")
    await play.touch(host, message, begin)
    await play.until(lambda: play.rows("SELECT stage FROM evenings") != [("open",)], "the beginning")
    await play.restart()
    await play.until(lambda: play.rows("SELECT stage FROM evenings") == [("playing",)], "the game")
    assert play.rows("SELECT game, status, count(*) FROM tables") == [("soiree", "playing", 1)]
    assert play.rows("SELECT count(DISTINCT ordinal), count(*) FROM seat_people") == [(12, CROWD)]
    ((options,),) = play.rows("SELECT options FROM tables")
    assert [one["deck"] for one in json.loads(options)["programme"]] == ["/", "/aujourdhui", "/"]
    await play.until(lambda: "en cours" in text_of(message), "the message to follow")
    await play.until(lambda: [each["status"] for each in play.world.events.values()] == [2], "the event")
