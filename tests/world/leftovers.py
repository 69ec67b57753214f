"""Whether people can get rid of old messages: who presses one is answered, and it goes away."""

import asyncio
from typing import Final

from playground.messages import Message
from playground.people import Person
from playground.snowflakes import moment_of
from tests.support.wire_reading import Piece, pieces_of
from tests.world.loop import START
from tests.world.people import Party
from tests.world.truths import Broken
from tests.world.world import SimWorld

_SETTLED: Final = 61.0
"""Seconds after which a message that was sent is noted, or never will be."""
_GOES: Final = 10.0
"""Seconds within which it goes away."""


async def check_leftovers(world: SimWorld, party: Party) -> None:
    """Whatever still asks for a move of a turn that is over goes away, once somebody presses it."""
    for person, message, piece in _find_old(world, party):
        age = asyncio.get_running_loop().time() + START - moment_of(message.id).timestamp()
        await asyncio.sleep(max(0.0, _SETTLED - age))
        if piece not in _moves_of(world, party, message):
            continue
        asked = await party.touch(person, message, piece)
        if asked is not None and (asked.answer is None or asked.answer.error is not None):
            raise Broken(f"not answered: {piece} of an old message")
        await asyncio.sleep(_GOES)
        if _moves_of(world, party, message):
            told = None if asked is None else asked.told
            raise Broken(f"message {message.id} stays, in {message.channel_id}: {piece}, {told}")


def _find_old(world: SimWorld, party: Party) -> list[tuple[Person, Message, Piece]]:
    company = party.company
    seen = [(person, each) for person in company.people for each in world.letters(person)]
    seen += [(company.people[-1], each) for each in world.seen(company.people[-1], company.channel)]
    return [
        (person, message, moves[0])
        for person, message in seen
        if not message.ephemeral and (moves := _moves_of(world, party, message))
    ]


def _moves_of(world: SimWorld, party: Party, message: Message) -> list[Piece]:
    """What a message that is still there asks for, of a turn that is over; a table at rest says so."""
    if world.world.messages.find(message.id) is None:
        return []
    turns = dict(world.rows("SELECT id, turn FROM tables WHERE status IN ('playing', 'closed')"))
    company = party.company
    return [
        each
        for each in pieces_of(message)
        if each.verb in company.moves
        and turns.get(each.table, company.turn_of(each)) != company.turn_of(each)
    ]
