"""Pictures are sent once while they stay the same."""

import asyncio
import random
from itertools import pairwise

from playground.changes import Change
from playground.messages import Attachment
from tests.support.scene import scene
from tests.support.wire import Play
from tests.support.wire_diavolo import Devils
from tests.support.wire_players import Company, Gathering

ENOUGH = 12
"""Pictures after which nobody plays on."""


@scene
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
