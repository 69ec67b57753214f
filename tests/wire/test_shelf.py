"""`/jouer` over the wire: the page is one person's, the table that it opens is everybody's."""

import pytest

from playground.messages import Message
from tests.support.wire import Play
from tests.support.wire_reading import pieces_of, text_of, walk

pytestmark = [pytest.mark.wire, pytest.mark.timeout(120)]
THUMBNAIL = 11


def pictures(message: Message | None) -> list[str]:
    found = [each for each in walk(message.components if message else []) if each["type"] == THUMBNAIL]
    return [each["media"]["url"] for each in found]


async def test_from_nothing_to_a_table_that_plays(play: Play) -> None:
    channel = play.world.add_channel("jeux")
    alice, bruno = play.people("Alice", "Bruno")
    shelf = await play.command(alice, channel, "jouer")
    assert shelf is not None
    assert shelf.audience is not None, "nobody else sees it"
    assert play.seen(bruno, channel) == []
    cards = [each for each in pieces_of(shelf) if "games.open" in each.custom_id]
    assert len(cards) == len(pictures(shelf)) == 5
    emojis = [int(url.rpartition("/")[2].partition(".")[0]) for url in pictures(shelf)]
    assert set(emojis) <= set(play.world.emojis), "the pictures are those that the bot uploaded"

    await play.press(alice, shelf, "open", "tasse")
    board = play.board(channel)
    assert "La Tasse : la table est ouverte" in text_of(board).replace("\u00a0", " ")
    assert pictures(board)[0] in pictures(shelf)
    await play.press(bruno, board, "join")
    assert "Bruno" in text_of(play.board(channel))
    whole = (await play.press(bruno, play.board(channel), "dice")).message
    short = text_of(board).split("`")[1]
    assert (len(short), text_of(whole).split("`")[1][:16]) == (16, short)
    assert len(text_of(whole).split("`")[1]) == 64
    await play.press(alice, play.board(channel), "begin")
    await play.until_reads(lambda: play.board(channel), "Points")
