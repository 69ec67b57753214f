"""Rankings on the wire: a game that was played counts, and the page's buttons work after the bot has died."""

import random

import pytest

from tests.support.wire import Play, piece
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


async def test_a_profile_that_is_shown_to_all_leads_to_ones_own_after_the_bot_has_died(play: Play) -> None:
    channel = play.world.add_channel("jeux")
    alice, bruno = play.people("Alice", "Bruno")
    company = Company(play, channel, [alice, bruno], random.Random(8))
    await company.begin(seuil=1)
    await company.play_on()
    mine = await play.command(alice, channel, "profil")
    assert mine is not None
    assert mine.audience == alice.id
    assert "Votre profil : La Tasse" in text_of(mine).replace("\u00a0", " ")
    assert "**1 partie** finie" in text_of(mine)
    await play.press(alice, mine, "post")
    await play.until(lambda: "Alice" in text_of(play.board(channel)), "the profile in the channel")
    posted = play.board(channel)
    assert "**1 partie** finie" in text_of(posted)
    await play.restart()
    asked = await play.touch(bruno, posted, piece(posted, "mine"))
    await play.answer(asked)
    theirs = await play.shown(asked)
    assert theirs is not None
    assert theirs.audience == bruno.id
    assert "Votre profil : La Tasse" in text_of(theirs).replace("\u00a0", " ")
