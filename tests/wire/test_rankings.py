"""Rankings on the wire: a game that was played counts, and the page's buttons work after the bot has died."""

import random

import pytest

from tests.support.wire import Play
from tests.support.wire_players import Company
from tests.support.wire_reading import text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(120)]


async def test_a_ranking_outlives_the_bot(play: Play) -> None:
    channel = play.world.add_channel("jeux")
    alice, bruno = play.people("Alice", "Bruno")
    company = Company(play, channel, [alice, bruno], random.Random(8))
    await company.begin(seuil=1)
    await company.play_on()
    page = await play.command(alice, channel, "classement", periode="always")
    assert page is not None
    assert page.audience == alice.id
    assert "Classement : La Tasse" in text_of(page).replace("\u00a0", " ")
    assert "il vous manque 4 tables classées et 2 nouveaux adversaires" in text_of(page)
    await play.restart()
    await play.press(alice, page, "show", "tasse.always.points")
    await play.until(lambda: "Un point par adversaire" in text_of(page), "the other list")
    assert "il vous manque 4 tables classées et 2 nouveaux adversaires" in text_of(page)
