"""The bench runs, and what it compares is the same on both sides; nothing is measured here."""

import asyncio
import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bench import Row, pieces
from bench import __main__ as bench
from bench.bots import KINDS, Crowd, Watched, play_of
from bench.stores import fill_with_live_tables
from bench.tape import Recorder, Replay
from db.store import SqliteStore
from engines import GAMES


def test_every_part_can_be_measured():
    for name, part in bench.PARTS.items():
        assert callable(getattr(importlib.import_module(f"bench.{part.module}"), name))


def test_a_part_that_fails_says_so_and_the_others_go_on(monkeypatch, capsys):
    part: Any = ModuleType("bench.faked")
    part.broken = lambda: [][1]
    part.flowing = lambda: iter([Row("whole click / echo, tasse", 1.0)])
    monkeypatch.setitem(sys.modules, "bench.faked", part)
    monkeypatch.setattr(bench, "PARTS", {name: bench.Part("faked", "") for name in ("broken", "flowing")})
    assert bench.main([]) == 1
    printed = capsys.readouterr()
    assert "broken FAILED" in printed.out
    assert "IndexError" in printed.err
    assert "1.00   target 1.5; last release" in printed.out
    assert bench.main(["flowing"]) == 0


async def test_copies_are_whole_tables(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("bench.stores.LIVE", 2)
    monkeypatch.setattr("bench.stores.ALIKE", 3)
    await fill_with_live_tables(tmp_path / "many.db", guild_id=7)
    store = await SqliteStore.open(tmp_path / "many.db")
    assert len(await store.live()) == 6
    first, copy = await store.load(1), await store.load(3)
    assert first is not None
    assert copy is not None
    assert (first.seed, first.setup, first.position) == (copy.seed, copy.setup, copy.position)
    await store.close()


async def test_both_sides_answer_their_clicks(monkeypatch):
    monkeypatch.setattr(pieces, "CLICKS", pieces.TABLES)
    monkeypatch.setattr(pieces, "ROUNDS", 1)
    async with asyncio.timeout(60):
        ((ours, theirs),) = await pieces.compare_clicks()
    assert min(ours, theirs) > 0


@pytest.mark.long
@pytest.mark.wire
async def test_clicks_of_every_game_are_counted_and_echoed(tmp_path: Path):
    assert set(KINDS) == set(GAMES) - {"soiree"}
    bot = Watched(play_of(tmp_path / "bot", module="bench.counted"))
    echo = Replay(tmp_path / "echo", bot.play.world)
    try:
        await bot.play.open()
        crowd, recorder = Crowd(bot), Recorder(bot.play.server)
        await crowd.fill(tuple(KINDS), tables=1)
        recorder.take()
        before, counts = bot.spent(), await bot.counts()
        await crowd.stroll(tuple(KINDS), tables=1, seconds=4, pause=1)
        spent, tape = bot.spent() - before, recorder.take()
        counts = await bot.counts() - counts
        await echo.open()
        await echo.load(tape)
        await echo.play(tape)
        echoed = echo.spent()
    finally:
        await echo.close()
        await bot.play.close()
    assert spent.callbacks == spent.clicks == len(tape) >= len(KINDS)
    assert spent.late == spent.refused == 0
    for name in ("clicks", "callbacks", "by_token", "counted", "files"):
        assert getattr(echoed, name) == getattr(spent, name)
    assert min(counts[name] for name in ("statements", "actions", "hops", "boards")) > 0
