"""What many bots on SimCord do alike, done once: the first start of all, and copies of what is sent."""

import asyncio
import copy
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import orjson
from PIL import Image
from simcord import components, gateway, results
from simcord.http import router

from bot import app, thinking
from bot.app import Gobelet
from bot.chores.backroom import Job
from bot.tables.computers.thought import MindFailed
from bot.tables.model import Denied

DROWSY = 900.0
"""Seconds between two looks around while days pass; it is half a minute otherwise."""


@dataclass
class Told:
    """What Discord keeps of a bot with these games that has started once, and which ids are taken then."""

    commands: dict[Any, Any] = field(default_factory=dict)
    emojis: dict[int, Any] = field(default_factory=dict)
    sequences: dict[int, int] = field(default_factory=dict)

    @classmethod
    def by(cls, backend: Any) -> "Told":
        return cls(dict(backend.commands), dict(backend.application_emojis), dict(backend._sequences))

    def tell(self, backend: Any) -> None:
        """Let a new Discord know it, too; ids go on from where they would be."""
        backend.commands.update(self.commands)
        backend.application_emojis.update(self.emojis)
        backend._sequences.update(self.sequences)


class SimGobelet(Gobelet):
    """The bot where SimCord connects its only shard.

    `knows`: Discord has its commands already. Long jobs, and the thoughts of computers, take no processes.
    """

    knows = False

    async def setup_hook(self) -> None:
        await super().setup_hook()
        _work_here(self.house.backroom, self.care.thinking)
        await self.launch_shards()

    async def launch_shard(self, *_: object, **__: object) -> None:
        """SimCord does."""

    async def tell_commands(self) -> None:
        """Making up all commands, to find that nothing has changed, takes longer than most tests."""
        if not self.knows:
            await super().tell_commands()


def _work_here(room: Any, mind: Any) -> None:
    """Have the same functions run right here: a process takes a third of a second to start."""

    async def do(job: Job, given: bytes) -> bytes:
        await asyncio.sleep(0)
        bounds, pixels = room._bounds, Image.MAX_IMAGE_PIXELS
        try:
            with warnings.catch_warnings():  # jobs may change what is their own process's
                answer = b"" if len(given) > bounds.given else job(given)
        finally:
            Image.MAX_IMAGE_PIXELS = pixels
        if len(given) > bounds.given or len(answer) > bounds.answer:
            raise Denied("chore_too_heavy")
        return answer

    async def think(question: Mapping[str, Any]) -> Mapping[str, Any]:
        await asyncio.sleep(0)
        answer = thinking._answer(orjson.dumps({**question, "id": 0}))
        if "error" in answer:
            raise MindFailed(answer["error"])
        return {**answer, "budget": question["budget"]}

    room._do, mind.think = do, think


@contextmanager
def drowsy(bot: Gobelet) -> Iterator[None]:
    """While a long time passes, of two looks around with nothing to see most are left out."""
    keeper: Any = bot.cluster.keeper
    usual, terms = app._EVERY, keeper._terms
    app._EVERY, keeper._terms = DROWSY, replace(terms, every=DROWSY)
    try:
        yield
    finally:
        app._EVERY, keeper._terms = usual, terms


def copied(value: Any) -> Any:
    """A deep copy; most is JSON, which needs no note of what has been copied already."""
    kind = type(value)
    if kind is dict:
        return {key: copied(each) for key, each in value.items()}
    if kind is list:
        return [copied(each) for each in value]
    return value if kind in (str, int, bool, float, type(None)) else copy.deepcopy(value)


def copy_quickly() -> None:
    """Let SimCord copy what is sent and what arrives in this way."""
    gateway.copy = router.copy = SimpleNamespace(deepcopy=copied)  # type: ignore[attr-defined]
    components.deepcopy = results.deepcopy = copied  # type: ignore[attr-defined]
