"""Minds for tests: one that thinks right here, in the same words as a worker, and faulty ones."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from bot.tables.computers.thought import MindFailed
from players.core.speech import plain_decision, read_question
from players.registry import think
from tests.support.tables import ALL_GAMES as GAMES


class HereMind:
    """Answers at once; `asked` are all questions, as they would travel."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        self.asked.append(json.loads(json.dumps(question)))
        game = GAMES[question["game"]]
        return plain_decision(game, think(read_question(GAMES, self.asked[-1])))


class BrokenMind:
    """Never has an answer."""

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        raise MindFailed


class SlowMind(HereMind):
    """Answers the first question, and is still thinking about the others."""

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        if self.asked:
            await asyncio.Event().wait()
        return await super().think(question)
