"""Each part of the bench runs, for every game, and its figures stand in the pages: nothing is measured."""

import asyncio
import importlib
import random
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bench import __main__ as bench
from bench.bots import play_of
from bench.capacity import PAGE, TAKEN, redraw
from bench.click import TABLES, Ours
from bench.codec import middle
from bench.copies import multiply
from bench.crowds import KINDS, Crowd
from bench.figures import FIGURES, KNOWN, read_known
from bench.replay import Replay
from bench.replays import Reader
from bench.startup import fill
from bench.storage import Measured, play
from bench.tape import Recorder
from bench.theirs import Theirs
from bench.thinking import questions_of
from bench.whole import ROOT, Plan
from bench.within import Counted, count
from bot.ui.pages.emojis import EmojiBook
from cogs import make_faces
from db.store import SqliteStore
from engines import GAMES
from players.core.speech import plain_decision, read_question
from players.registry import think

every_game = pytest.mark.parametrize("game", GAMES)


def test_every_part_can_be_measured() -> None:
    for name in bench.PARTS:
        part = importlib.import_module(f"bench.{name}")
        assert callable(part.measure)
        assert part.__doc__


def test_a_part_that_fails_says_so_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, rows in (("broken", None), ("flowing", [("a row", "1.0")])):
        part: Any = ModuleType(f"bench.{name}")
        part.measure = lambda rows=rows: iter(rows or [][1])
        monkeypatch.setitem(sys.modules, f"bench.{name}", part)
    monkeypatch.setattr(bench, "PARTS", ("broken", "flowing"))
    assert bench.main([]) == 1
    printed = capsys.readouterr()
    assert "broken FAILED" in printed.out
    assert "a row" in printed.out
    assert "IndexError" in printed.err
    assert bench.main(["flowing"]) == 0


def test_every_figure_stands_in_the_pages() -> None:
    names = {figure.name for figure in FIGURES}
    assert names <= read_known(KNOWN.read_text(encoding="utf-8")).keys()
    assert set(TAKEN.values()) <= names
    page = PAGE.read_text(encoding="utf-8")
    assert redraw(page) == page


@every_game
def test_the_codec_is_measured_on_a_position_of_any_game(game: str) -> None:
    _, position = middle(game, random.Random(1).randrange(5, 15))
    assert GAMES[game].positions.load(GAMES[game].positions.dump(position)) == position


@every_game
def test_questions_are_of_this_game_and_answered(game: str) -> None:
    for plain in questions_of(game, 1):
        question = read_question(GAMES, plain)
        assert question.view.game == game
        assert plain_decision(GAMES[game], think(question))["actions"]


async def test_both_sides_answer_their_clicks(tmp_path: Path) -> None:
    ours, theirs = Ours(), Theirs()
    await ours.start(tmp_path)
    await theirs.start(await ours.board())
    try:
        async with asyncio.timeout(60):
            assert await theirs.clicks(2) > 0
            assert await ours.clicks(TABLES, shown=True) > 0
    finally:
        await theirs.stop()
        await ours.store.close()


async def test_steps_of_replays_are_looked_at(tmp_path: Path) -> None:
    store: Any = await Measured.open(tmp_path / "tasse.db")
    store.written, store.wal = [], tmp_path / "tasse.db-wal"
    await play(store, "tasse", 1)
    await store.put_away(1)
    assert await Reader(store, make_faces(EmojiBook())).look(1, 0) > 1
    await store.close()


async def test_copies_are_whole_tables(tmp_path: Path) -> None:
    await fill(tmp_path / "many.db", 2, 7, 8)
    with closing(sqlite3.connect(tmp_path / "many.db", isolation_level=None)) as connection:
        multiply(connection, 2, 3)
    store = await SqliteStore.open(tmp_path / "many.db")
    assert len(await store.live()) == 6
    first, copy = await store.load(1), await store.load(3)
    assert first is not None
    assert copy is not None
    assert (first.seed, first.setup, first.position) == (copy.seed, copy.setup, copy.position)
    await store.close()


@pytest.mark.long
@pytest.mark.wire
async def test_clicks_of_every_game_are_counted_and_echoed(tmp_path: Path) -> None:
    assert set(KINDS) == set(GAMES) - {"soiree"}, "whose people have a part of their own: night"
    bot = Counted(play_of(tmp_path / "bot", ROOT, module="counted"))
    echo = Replay(tmp_path / "echo", "plain", bot.play.world)
    try:
        await bot.play.open()
        crowd, recorder = Crowd(bot), Recorder(bot.play.server)
        await crowd.fill(tuple(KINDS), tables=1)
        await bot.settle()
        recorder.take()
        before = bot.spent()
        for game in KINDS:
            await crowd.press((game,), clicks=1, at_once=1)
        await bot.settle()
        spent, tape = bot.spent() - before, recorder.take()
        told = await count(crowd, bot, ("tasse",), Plan(lone_clicks=1))
        await echo.open()
        await echo.load(tape)
        before = echo.spent()
        await echo.press(tape, at_once=3)
        echoed = echo.spent() - before
    finally:
        await echo.close()
        await bot.play.close()
    assert spent.callbacks == spent.clicks == len(tape) >= len(KINDS)
    assert spent.late == spent.refused == 0
    for name in ("callbacks", "by_token", "counted", "files"):
        assert getattr(echoed, name) == getattr(spent, name)
    assert "1.00 actions" in told
    assert " statements" in told
