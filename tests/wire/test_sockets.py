"""The gateway's real socket drops, with and without a word of goodbye, to be resumed or not."""

import itertools
import random

import pytest

from tests.support.wire import Play, piece
from tests.support.wire_players import Company

pytestmark = pytest.mark.wire


async def test_the_socket_drops_and_play_goes_on_move_by_move(play: Play) -> None:
    """A resumed connection brings the click that was made meanwhile; each counts once."""
    company = Company(play, play.world.add_channel("jeux"), play.people("Alice", "Bruno"), random.Random(4))
    await company.begin()
    acts = "SELECT count(*) FROM log WHERE kind = 'act'"
    for number, (resumable, abrupt) in enumerate(itertools.product((True, False), repeat=2), start=1):
        (person, message, moves), *_ = await play.until(company.offers, "a move")
        assert play.server.faults.drop_gateway(resumable=resumable, abrupt=abrupt) == 1
        if not resumable:
            await play.until(lambda: play.connected, "the next socket")
            await play.up_to_date()
        asked = await play.touch(person, message, piece(message, moves[0].verb))
        company.note(asked, await play.answer(asked))
        assert play.rows(acts) == [(number,)]
