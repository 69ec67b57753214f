"""A bot under measurement: its process, on a Discord of its own, and the people at its tables."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench import ROOT
from playground.errors import ActorError
from playground.interactions import Answer, Interaction
from playground.limits import OBSERVED, Rate
from playground.world import ACK_SECONDS
from tests.support.wire import PATIENCE, Play
from tests.support.wire_debacle import Floes
from tests.support.wire_defizz import Quiz
from tests.support.wire_desfausse import Brood
from tests.support.wire_diavolo import Devils
from tests.support.wire_players import Company, Gathering
from tests.support.wire_reading import Piece

TICKS = os.sysconf("SC_CLK_TCK")
QUIET = 0.35
"""Seconds without a request after which a bot counts as done with what it was asked."""
COUNTS = "counts.json"
FREE = Rate(1_000_000, 1)
SETTINGS = {"LOG_LEVEL": "error", "TABLES_A_SERVER": "10000"}


@dataclass(slots=True)
class Spent:
    """What a bot has spent; of two moments, the difference is what lies between.

    `cpu` is seconds. `callbacks` answer clicks, `by_token` are follow-ups and edits of answers: neither are
    in Discord's limit for the whole bot, `counted` requests are. `sent` is bytes of bodies, files included.
    `late` are clicks without an answer in Discord's three seconds.
    """

    cpu: float = 0.0
    clicks: int = 0
    callbacks: int = 0
    by_token: int = 0
    counted: int = 0
    sent: int = 0
    files: int = 0
    refused: int = 0
    late: int = 0

    def __sub__(self, other: Spent) -> Spent:
        return Spent(*(getattr(self, name) - getattr(other, name) for name in self.__slots__))

    def __add__(self, other: Spent) -> Spent:
        return Spent(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    def a_click(self, name: str) -> float:
        """The share of one click."""
        return float(getattr(self, name) / max(1, self.clicks))

    def note(self, path: str, size: int, files: int) -> None:
        """Count a request, as Discord's limit for the whole bot does."""
        self.callbacks += path.endswith("/callback")
        self.by_token += path.startswith("/webhooks/")
        self.counted += not path.endswith("/callback") and not path.startswith("/webhooks/")
        self.sent += size
        self.files += files


class Watched:
    """A bot that plays, with its own server, people and database.

    Discord's limits hold only after `limit(True)`; without them the bot alone decides what to send.
    """

    def __init__(self, play: Play) -> None:
        self.play = play
        self.sums = Spent()
        # Setting up many tables on a busy machine may take long; whether clicks are late is looked at here.
        play.world.interactions._ack_seconds = PATIENCE
        play.server.answered.subscribe(lambda exchange: self._note(exchange.request))
        self.limit(False)

    def _note(self, request: Any) -> None:
        self.sums.note(request.path, request.size, len(request.files))
        self.sums.refused += request.status >= 400

    def spent(self) -> Spent:
        """All that was spent so far."""
        return replace(self.sums, cpu=cpu_seconds(self.play.process.child.pid))

    async def counts(self) -> Counter[str]:
        """All that was counted so far within the process, if it is `bench.counted`."""
        file = self.play.process.folder / COUNTS
        self.play.process.child.send_signal(signal.SIGUSR1)
        await self.play.until(file.exists, "the counts")
        found = Counter(json.loads(file.read_text(encoding="ascii")))
        file.unlink()
        return found

    def limit(self, limited: bool) -> None:
        """Let Discord's limits hold, or not."""
        self.play.server.limits.rates = dict(OBSERVED) if limited else dict.fromkeys(OBSERVED, FREE)

    async def settle(self, quiet: float = QUIET) -> None:
        """Wait until the bot has sent nothing for so many seconds, and does not wait for a core either."""
        requests, loop = self.play.server.requests, asyncio.get_running_loop()
        count, since = len(requests), loop.time()
        while loop.time() - since < quiet:
            await asyncio.sleep(quiet / 5)
            if len(requests) != count or is_at_work(self.play.process.child.pid):
                count, since = len(requests), loop.time()

    def forget(self) -> None:
        """Drop what was recorded, so that a long run does not fill the memory."""
        self.play.server.requests.clear()
        self.play.asked.clear()


def play_of(folder: Path, checkout: Path = ROOT, module: str = "bot") -> Play:
    """One bot process of a checkout over a file of its own."""
    folder.mkdir(parents=True)
    where = {"PYTHONPATH": str(checkout), "COUNTS": str(folder / COUNTS)}
    return Play(folder, cold=True, module=module, **where, **SETTINGS)


def is_at_work(pid: int) -> bool:
    """Whether one of a process's threads runs, or would if a core were free."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # it has just ended
            if (thread / "stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "R":
                return True
    return False


def cpu_seconds(pid: int) -> float:
    """Processor time of a process, all its threads and its ended children, as Linux tells it."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(int(ticks) for ticks in fields[11:15]) / TICKS


# -- people ------------------------------------------------------------------------------------------------

KINDS: dict[str, type[Gathering]] = {kind.game: kind for kind in (Company, Devils, Floes, Brood, Quiz)}
"""The people of each game, who know its moves; a quiz night needs a crowd of its own, and has none here."""
SEATS, USUAL_SEATS = {"debacle": 2}, 3
OPTIONS = {"defizz": {"lecteur": "bot"}}
BLINK = 0.02
"""Seconds until somebody looks again where nothing could be pressed."""


class Crowd:
    """The people at all tables of one bot, in all its servers; chance decides what they press."""

    def __init__(self, bot: Watched, seed: int = 11) -> None:
        self.bot = bot
        self._chance = random.Random(seed)
        self._tables: dict[str, list[Gathering]] = {name: [] for name in KINDS}
        self._opened = 0

    async def fill(self, games: Sequence[str], tables: int) -> None:
        """See to it that so many tables of each game are in play; those that have ended are left."""
        turnstile = asyncio.Semaphore(8)
        for game in games:
            live = [table for table in self._tables[game] if not table.over]
            new = [self._gather(game) for _ in range(tables - len(live))]
            await asyncio.gather(*(self._begin(table, turnstile) for table in new))
            self._tables[game] = live + new
        await self.bot.settle()
        self.bot.forget()

    def _gather(self, game: str) -> Gathering:
        self._opened += 1
        play, number = self.bot.play, self._opened
        people = play.people(*(f"P{number}{letter}" for letter in "ABC"[: SEATS.get(game, USUAL_SEATS)]))
        channel = play.world.add_channel(f"table-{number}", play.guilds[number % len(play.guilds)])
        return KINDS[game](play, channel, people, random.Random(self._chance.random()))

    async def _begin(self, table: Gathering, turnstile: asyncio.Semaphore) -> None:
        options = {"rythme": "détente", **OPTIONS.get(table.game, {})}
        async with turnstile:
            await self.bot.play.type(table.host, table.channel, f"{table.game} start", **options)
            await self.bot.play.until(lambda: table.has_board, "a board")
            for person in table.people[1:]:
                await table.press(person, "join")
            await table.reached()
            await table.press(table.host, "begin")

    async def click(self, games: Sequence[str]) -> None:
        """Somebody at a table of these games does something."""
        tables = [table for game in games for table in self._tables[game]]
        while not await self._click(self._chance.choice(tables)):  # noqa: ASYNC110 - nobody can press yet
            await asyncio.sleep(BLINK)

    async def stroll(self, games: Sequence[str], tables: int, seconds: float, pause: float) -> None:
        """For so long, at each of so many tables of each game somebody decides every `pause` seconds."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds

        async def one(table: Gathering) -> None:
            await asyncio.sleep(self._chance.random() * pause)
            while loop.time() < end:
                next_at = loop.time() + pause
                await self._click(table)
                await asyncio.sleep(max(0.0, next_at - loop.time()))

        self.bot.limit(True)
        await asyncio.gather(*(one(table) for game in games for table in self._tables[game][:tables]))
        self.bot.limit(False)
        await self.bot.settle()

    async def _click(self, table: Gathering) -> bool:
        """Somebody at a table does something; False where nobody can."""
        offers = table.offers()
        if not offers:
            return False
        person, message, moves = self._chance.choice(offers)
        try:
            chosen, value = table.decide(self._rather_act(table, moves))
            asked = await self.bot.play.touch(person, message, chosen, value)
            answer = await self._answer(asked)
            if answer.kind == "modal":
                asked = await table.fill_in(asked)
                answer = await self._answer(asked)
            table.note(asked, answer)
        except ActorError:  # the message went while they were looking
            return False
        return True

    def _rather_act(self, table: Gathering, moves: list[Piece]) -> list[Piece]:
        """Every other time nothing that only opens a page: pure chance would open pages most of the time."""
        acts = [each for each in moves if each.verb in table.moves]
        return acts if acts and self._chance.random() < 0.5 else moves

    async def _answer(self, asked: Interaction) -> Answer:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        answer = await asked.wait(PATIENCE * 2)
        self.bot.sums.clicks += 1
        self.bot.sums.late += answer.error is not None or loop.time() - begun > ACK_SECONDS
        return answer
