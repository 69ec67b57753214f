"""The process in which computers think: what it is given, and what becomes of it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.tables.computers.mind import MindFailed
from bot.thinking import Thinking
from engines import GAMES
from players.core.decision import Level
from players.core.persona import PERSONAS
from players.core.speech import Question, plain_decision, plain_question
from players.registry import find_player, think
from tests.players.playing import walk

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.fixture
async def thinking() -> AsyncIterator[Thinking]:
    there = Thinking()
    yield there
    await there.close()


def questions(name: str, most: int = 3) -> list[tuple[Question, dict[str, Any]]]:
    """Some questions of one game, and how they travel."""
    found = []
    for _, (game, _, _, view) in zip(range(most), walk(name, 7), strict=False):
        budget = find_player(name).budget
        question = Question(view, Level.MEDIUM, PERSONAS["basile"], budget, Random(7).randbytes(32))
        found.append((question, plain_question(game, question)))
    return found


def environment_of(pid: int) -> bytes:
    """What a process knows of its surroundings, where the system tells."""
    place = Path(f"/proc/{pid}/environ")
    return place.read_bytes() if place.exists() else b""


async def test_the_process_decides_what_would_be_decided_here(thinking: Thinking) -> None:
    for name in sorted(GAMES):
        for question, plain in questions(name):
            decided = {**plain_decision(GAMES[name], think(question)), "budget": plain["budget"]}
            assert await thinking.think(plain) == decided


async def test_it_has_no_setting_of_the_bot(thinking: Thinking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-of-the-bot")
    ((_, plain), *_) = questions("tasse")
    await thinking.think(plain)
    assert b"a-secret-of-the-bot" not in environment_of(thinking.pid)
    assert os.getpriority(os.PRIO_PROCESS, thinking.pid) > os.getpriority(os.PRIO_PROCESS, 0)


async def test_a_process_that_dies_or_hangs_is_replaced(thinking: Thinking) -> None:
    ((_, plain), *_) = questions("tasse")
    answer = await thinking.think(plain)
    for number in (signal.SIGKILL, signal.SIGSTOP):
        os.kill(thinking.pid, number)
        failures = 0
        while failures < 2:
            try:
                again = await thinking.think(plain)
                break
            except MindFailed:
                failures += 1
        assert again == answer


async def test_what_nobody_waits_for_any_more_is_not_taken_for_another_answer(thinking: Thinking) -> None:
    asked = [plain for name in ("tasse", "defizz") for _, plain in questions(name)]
    wanted = [await thinking.think(plain) for plain in asked]
    left = asyncio.create_task(thinking.think(asked[0]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    left.cancel()
    assert [await thinking.think(plain) for plain in asked] == wanted


async def test_no_question_is_none_and_says_so_without_words(thinking: Thinking) -> None:
    with pytest.raises(MindFailed, match=r"^Refusal$"):
        await thinking.think({"budget": 0, "game": "poker", "view": {"hand": "a secret"}})


async def test_each_thinks_less_where_many_wait(thinking: Thinking) -> None:
    ((_, plain), *_) = questions("tasse")
    plain = {**plain, "budget": 1_000}
    answers = await asyncio.gather(*(thinking.think(plain) for _ in range(12)))
    assert [answer["budget"] for answer in answers] == [1_000] * 9 + [100] * 3


async def test_once_it_is_closed_nobody_thinks(thinking: Thinking) -> None:
    ((_, plain), *_) = questions("tasse")
    await thinking.close()
    with pytest.raises(MindFailed):
        await thinking.think(plain)
