"""Whole clicks are measured for every game; the echo sends what was sent, and nothing else."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from bench.bots import Spent, Watched, play_of
from bench.crowds import KINDS, Crowd
from bench.replay import Replay
from bench.tape import Click, Recorder
from bench.whole import ECHOES, ROOT
from engines import GAMES
from tests.support.wire_players import Company

pytestmark = [pytest.mark.wire]


@pytest_asyncio.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Watched]:
    made = Watched(play_of(tmp_path / "bot", ROOT))
    try:
        await made.play.open()
        yield made
    finally:
        await made.play.close()


def test_every_game_has_its_people() -> None:
    assert set(KINDS) == set(GAMES) - {"soiree"}, "whose people have a part of their own: night"


async def test_each_click_is_answered_and_counted_and_echoed(bot: Watched, tmp_path: Path) -> None:
    crowd, recorder = Crowd(bot), Recorder(bot.play.server)
    await crowd.fill(tuple(KINDS), tables=1)
    await bot.settle()
    recorder.take()
    before = bot.spent()
    for game in KINDS:
        await crowd.press((game,), clicks=4, at_once=1)
    await bot.settle()
    spent = bot.spent() - before
    assert spent.clicks >= 4 * len(KINDS)
    assert spent.callbacks == spent.clicks
    assert spent.late == spent.refused == 0
    assert spent.counted > 0
    assert spent.files > 0
    assert spent.cpu > 0
    tape = recorder.take()
    assert len(tape) == spent.clicks
    for kind in ECHOES.values():
        echoed = await echo_of(kind, tape, bot, tmp_path)
        for name in ("callbacks", "by_token", "counted", "files"):
            assert getattr(echoed, name) == getattr(spent, name)
        assert echoed.sent == pytest.approx(spent.sent, rel=0.02)


async def echo_of(kind: str, tape: list[Click], bot: Watched, folder: Path) -> Spent:
    """What an echo spends on a tape."""
    echo = Replay(folder / kind, kind, bot.play.world)
    try:
        await echo.open()
        await echo.load(tape)
        before = echo.spent()
        await echo.press(tape, at_once=3)
        spent = echo.spent() - before
    finally:
        await echo.close()
    assert "Error" not in echo.process.printed()
    return spent


async def test_panels_in_the_channel_and_menus_are_echoed(bot: Watched, tmp_path: Path) -> None:
    play, recorder = bot.play, Recorder(bot.play.server)
    channel = play.world.add_channel("salon", play.guilds[0])
    table = Company(play, channel, play.people("Anna", "Bruno"), Random(5))
    anna, bruno = table.people
    await play.type(anna, channel, "tasse start")
    await play.until(lambda: table.has_board, "a board")
    await table.press(bruno, "join")
    await table.reached()
    await table.press(anna, "begin")
    await bot.settle()
    recorder.take()
    before = bot.spent()
    for person in table.people:
        for verb in ("hand", "rules"):
            await table.press(person, verb)
    for _ in range(4):
        await table.move()
        await bot.settle()
    spent = bot.spent() - before
    tape = recorder.take()
    released = [click for click in tape if click.sent[0].body == {"type": 7, "data": {}}]
    assert len(released) == len(table.people), "rules stand in a menu"
    for kind in ECHOES.values():
        echoed = await echo_of(kind, tape, bot, tmp_path)
        for name in ("callbacks", "by_token", "counted", "files"):
            assert getattr(echoed, name) == getattr(spent, name)


async def test_people_stroll_and_the_echo_with_them(bot: Watched, tmp_path: Path) -> None:
    crowd, recorder = Crowd(bot), Recorder(bot.play.server)
    await crowd.fill(("tasse",), tables=2)
    recorder.take()
    await crowd.stroll(("tasse",), tables=2, seconds=2, pause=0.5)
    await bot.settle()
    tape = recorder.take()
    assert len(tape) > 2
    echo = Replay(tmp_path / "echo", "plain", bot.play.world)
    try:
        await echo.open()
        await echo.load(tape)
        await echo.stroll(tape)
    finally:
        await echo.close()
    assert echo.sums.clicks == len(tape) + 1  # the first one brought the tape
