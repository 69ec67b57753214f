"""A lesson in private messages with the bot, on the wire: its buttons carry it over the death of the bot."""

import pytest

from playground.messages import Message
from tests.support.wire import Play
from tests.support.wire_reading import Piece, pieces_of, text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(120)]


def first_way(page: Message) -> Piece:
    """The button of the first way on: the first that names more choices than the one that leads back."""
    steps = [each for each in pieces_of(page) if each.verb == "step"]
    return max(steps, key=lambda each: (len(each.arg), -int(each.arg.partition(".")[2] or 0)))


async def test_a_lesson_goes_on_in_private_messages_after_a_crash(play: Play) -> None:
    (anne,) = play.people("Anne")
    channel = play.world.open_dm(anne.id)
    page = await play.command(anne, channel, "tuto", jeu="defizz")
    assert page is not None
    assert page.audience == anne.id
    clicks = 0
    while "À retenir" not in text_of(page):
        if clicks == 2:
            await play.restart()
        before = text_of(page)
        await play.touch(anne, page, first_way(page))
        await play.until(lambda before=before: text_of(page) != before, "the next step")
        clicks += 1
    assert 3 <= clicks <= 8
    assert "1 665 marches" in text_of(page).replace("\u202f", " ")
    assert play.rows("SELECT count(*) FROM tables") == [(0,)], "nothing of it is stored"
    await play.press(anne, page, "trial", "defizz")
    await play.until_reads(lambda: play.board(channel), "Anne", "🤖")
