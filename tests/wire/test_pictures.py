"""Pictures on the wire: sent once while they stay the same; in words where Discord takes none."""

import asyncio
import random
from itertools import pairwise

import pytest

from playground.attachments import Attachment
from playground.changes import Change
from playground.faults import RestFault
from playground.messages import Message
from tests.support.wire import Play, piece
from tests.support.wire_debacle import Floes
from tests.support.wire_diavolo import Devils, plain, right_color
from tests.support.wire_players import Company, Gathering
from tests.support.wire_reading import pieces_of, text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(180)]

ALWAYS = 100_000
ENOUGH = 12
"""Pictures after which nobody plays on."""


async def test_a_game_uploads_no_picture_that_hangs_there_already(play: Play) -> None:
    """A message has an attachment of its own for each upload: none follows one with the same content."""
    hung: dict[int, dict[int, list[Attachment]]] = {}

    def look(change: Change) -> None:
        found = play.world.messages.find(change.message_id or 0)
        for each in found.attachments if found is not None else ():
            wall = hung.setdefault(found.channel_id, {}).setdefault(found.id, [])
            if each not in wall:
                wall.append(each)

    play.world.changes.subscribe(look)
    await asyncio.gather(*(hang_pictures(kind, play, hung) for kind in (Company, Devils)))


async def hang_pictures(
    kind: type[Gathering], play: Play, hung: dict[int, dict[int, list[Attachment]]]
) -> None:
    """Play until enough pictures hang with some people, and compare those that follow one another.

    One game may be over before: where the dice want it so, they play another.
    """
    people = play.people("Alice", "Bruno", "Chloé")
    table = kind(play, play.world.add_channel("jeux"), people, random.Random(3))
    own = {person.id for person in people}

    def walls() -> list[list[bytes]]:
        letters = {channel.id for channel in play.world.channels.values() if channel.person_id in own}
        places = {table.channel.id, *letters}
        uploads = [wall for place, here in hung.items() if place in places for wall in here.values()]
        return [[each.content for each in wall if each.filename.endswith(".png")] for wall in uploads]

    def is_enough() -> bool:
        return sum(map(len, walls())) >= ENOUGH and any(len(wall) > 1 for wall in walls())

    await table.begin()
    await table.play_on(is_enough)
    while not is_enough():
        await table.rematch()
        await table.play_on(is_enough)
    assert [wall for wall in walls() if any(one == other for one, other in pairwise(wall))] == []


async def test_no_picture_goes_through(play: Play) -> None:
    """Too large, forbidden, and a server that breaks on files: one bot, and three tables that do not mind."""
    devils = Devils(play, play.world.add_channel("diables"), play.people("Alice", "Bruno"), random.Random(1))
    floes = Floes(play, play.world.add_channel("glaces"), play.people("Chloé", "Denis"), random.Random(2))
    broken = Floes(play, play.world.add_channel("panne"), play.people("Emma", "Farid"), random.Random(3))
    for table in (devils, floes, broken):
        await table.begin()
        await play.until(table.offers, "a first move")
    await play.up_to_date()
    tokens = "|".join(asked.token for asked in play.asked if asked.channel_id == broken.channel.id)
    edits = rf"^/channels/{broken.channel.id}/messages/|/({tokens})/messages/@original$"
    fault = play.server.faults.fail("PATCH", edits, status=500, uploads=True, times=ALWAYS)
    await asyncio.gather(play_by_words(devils, floes), see_words_at_last(broken, fault))


async def play_by_words(devils: Devils, floes: Floes) -> None:
    """A round and a turn under each refusal; then pictures go through again, and are there again."""
    faults = devils.play.server.faults
    for status, code in ((413, 40005), (403, 50013)):
        fault = faults.fail("*", ".*", status=status, code=code, uploads=True, times=ALWAYS)
        await round_by_words(devils)
        await turn_by_words(floes)
        assert fault.served >= 4
        faults.cancel(fault)
    await devils.may_roll()
    await devils.press(devils.roller, "roll")
    await devils.play.until(lambda: devils.board().attachments, "a picture again")


async def round_by_words(table: Devils) -> None:
    """The throw is told with its buttons; right and wrong are what the words say."""
    alice, bruno = table.people
    await table.may_roll()
    number = int(text_of(table.board()).partition("manche ")[2].split()[0])
    await table.press(table.roller, "roll")
    board = await table.play.until_reads(table.board, "Ordre", "Noir (1)")
    right = right_color(text_of(board))
    check_without_picture(board)
    assert " pris" in text_of((await table.press(alice, "grab", right)).message)
    wrong = "red" if right != "red" else "black"
    assert " pris" in text_of((await table.press(bruno, "grab", wrong)).message)
    told = await table.settled(number)
    assert "✅ **Alice**" in told
    assert "❌ **Bruno**" in told


async def turn_by_words(table: Floes) -> None:
    """A whole turn from a message without a picture, and the next one's message has none either."""
    play = table.play
    mover, panel, _ = (await play.until(table.offers, "a turn"))[0]
    for _ in range(2):
        die = await play.until(lambda: [p for p in pieces_of(panel) if p.verb == "die"], "the dice")
        await play.answer(await play.touch(mover, panel, die[0]))
        do = await play.until(lambda: [p for p in pieces_of(panel) if p.verb == "do"], "its moves")
        check_without_picture(panel)
        await play.answer(await play.touch(mover, panel, do[-1]))
    await play.until(lambda: table.offers() and table.offers()[0][0] is not mover, "the other's turn")
    check_without_picture(table.offers()[0][1])


def check_without_picture(message: Message) -> None:
    """The words that stand in for the picture are there, and no file is."""
    assert not [each for each in message.attachments if each.filename.endswith(".png")]
    text = plain(text_of(message))
    assert "R = Rouge, N = Noir" in text or "Noir " in text, text


async def see_words_at_last(table: Floes, fault: RestFault) -> None:
    """discord.py tries for 25 s whether a server's error goes away; then the board is there in words."""
    play = table.play
    before = [each.filename for each in table.board().attachments]
    assert before == ["debacle.png"]
    mover, panel, _ = table.offers()[0]
    die = piece(panel, "die")
    await play.answer(await play.touch(mover, panel, die))
    done = next(each for each in pieces_of(panel) if each.verb == "do")
    await play.answer(await play.touch(mover, panel, done))
    board = await play.until_reads(table.board, "Brouillon", "R = Rouge, N = Noir")
    check_without_picture(board)
    assert fault.served == 5
    play.server.faults.cancel(fault)
    await play.press(mover, panel, "undo")
    await play.until(lambda: table.board().attachments, "the picture again")
