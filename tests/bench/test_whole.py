"""Whole clicks are measured for every game, and each click is answered."""

from pathlib import Path

import pytest

from bench.bots import Watched
from bench.crowds import KINDS, Crowd
from bench.whole import ROOT
from engines import GAMES

pytestmark = [pytest.mark.wire]


def test_every_game_has_its_people() -> None:
    assert set(KINDS) == set(GAMES)


async def test_each_click_is_answered_and_counted(tmp_path: Path) -> None:
    bot = Watched(tmp_path / "bot", ROOT)
    try:
        await bot.play.open()
        crowd = Crowd(bot)
        await crowd.fill(tuple(KINDS), tables=1)
        before = bot.spent()
        for game in KINDS:
            await crowd.press((game,), clicks=4, at_once=1)
        await bot.settle()
        spent = bot.spent() - before
    finally:
        await bot.play.close()
    assert spent.clicks >= 4 * len(KINDS)
    assert spent.callbacks == spent.clicks
    assert spent.late == spent.refused == 0
    assert spent.sent > 100 * spent.callbacks
    assert spent.counted > 0
    assert spent.cpu > 0
