"""Whole games, from the command to the winner."""

import random

import pytest

from tests.support.wire import Play
from tests.support.wire_players import Company
from tests.support.wire_reading import text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(180)]


async def test_a_game_by_private_messages(play: Play) -> None:
    company = Company(
        play, play.world.add_channel("jeux"), play.people("Alice", "Bruno", "Chloé"), random.Random(1)
    )
    await company.begin(seuil=2)
    moves = await company.play_on()
    assert moves > 5
    assert "Classement" in text_of(company.board())
    await play.up_to_date()
    assert play.rows("SELECT count(*) FROM tables WHERE status = 'closed' AND winners <> '[]'") == [(1,)]
