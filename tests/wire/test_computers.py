"""Computers in the lobby over the wire: clicks that come twice, or at once, seat nobody twice."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.wire import Play
from tests.support.wire_reading import pieces_of, text_of

pytestmark = [pytest.mark.wire, pytest.mark.timeout(120)]


async def test_a_doubled_click_fills_the_table_once_and_begins(play: Play) -> None:
    channel = play.world.add_channel("jeux")
    (alice,) = play.people("Alice")
    await play.command(alice, channel, "tasse start")
    assert [piece.verb for piece in pieces_of(play.board(channel))][:4] == ["join", "quit", "fill", "invite"]
    play.provoked = (40060,)
    play.server.faults.duplicate(1)
    await play.press(alice, play.board(channel), "fill")
    await play.until_reads(lambda: play.board(channel), "Points")
    assert "🤖 Basile, moyen" in text_of(play.board(channel))
    assert play.rows("SELECT count(*) FROM seat_people WHERE level = 'moyen'") == [(1,)]
    kinds = [kind for (kind,) in play.rows("SELECT kind FROM log WHERE kind != 'act' ORDER BY seq")]
    assert kinds == ["open", "join", "begin"]


async def test_a_doubled_trial_is_one_table_and_has_begun(play: Play) -> None:
    channel = play.world.add_channel("jeux")
    (alice,) = play.people("Alice")
    shelf = await play.command(alice, channel, "jouer")
    play.provoked = (40060,)
    play.server.faults.duplicate(1)
    await play.press(alice, shelf, "trial", "diavolo")
    await play.until_reads(lambda: play.board(channel), "manche 1")
    assert play.rows("SELECT count(*), min(status) FROM tables") == [(1, "playing")]
    assert play.rows("SELECT count(*) FROM log WHERE kind = 'begin'") == [(1,)]


async def test_a_press_on_the_seat_that_is_left_comes_for_one_of_two(play: Play) -> None:
    """Somebody joins while the host seats a computer: the table has room for one of them."""
    channel = play.world.add_channel("jeux")
    alice, bruno = play.people("Alice", "Bruno")
    await play.command(alice, channel, "debacle start")
    board = play.board(channel)
    panel = (await play.press(alice, board, "invite")).message
    assert panel is not None
    await asyncio.gather(play.press(alice, panel, "add", "fort"), play.press(bruno, board, "join"))
    assert play.rows("SELECT count(*) FROM seats") == [(2,)]
