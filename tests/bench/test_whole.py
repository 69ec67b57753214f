"""Whole clicks are measured for every game; the echo sends what was sent, and nothing else."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bench.bots import Watched, play_of
from bench.crowds import KINDS, Crowd
from bench.replay import Replay
from bench.tape import Recorder
from bench.whole import ECHOES, ROOT
from engines import GAMES

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
    assert set(KINDS) == set(GAMES)


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
        echo = Replay(tmp_path / kind, kind, bot.play.world)
        try:
            await echo.open()
            await echo.load(tape)
            before = echo.spent()
            await echo.press(tape, at_once=3)
            echoed = echo.spent() - before
        finally:
            await echo.close()
        for name in ("callbacks", "by_token", "counted", "files"):
            assert getattr(echoed, name) == getattr(spent, name)
        assert echoed.sent == pytest.approx(spent.sent, rel=0.02)
        assert "Error" not in echo.process.printed()


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
