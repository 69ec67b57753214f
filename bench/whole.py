"""Whole clicks: the real process on the loopback Discord, people at all games, fast and at their own pace.

`--against CHECKOUT`: a second bot, of another checkout, plays beside it at the same time, with the same
driver: what else the machine does slows both. Processor time is the bot's own, of all its threads, as Linux
counts it; a slice ends when the bot has nothing left to send. Echo bots (bench/echo.py), which send the same
and do nothing else, play beside them: they are the floor.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.bots import Spent, Watched, play_of
from bench.crowds import KINDS, Crowd
from bench.replay import Replay
from bench.tape import Click, Recorder

__all__ = ["ECHOES", "ROOT", "Match", "Plan", "Row", "measure", "name_of"]

ROOT = Path(__file__).resolve().parents[1]
ECHOES = {"echo": "plain", "bare echo": "bare"}
"""What the rows call the two kinds of echo (see bench/echo.py)."""
OURS, THEIRS = "ours", "theirs"
Row = tuple[str, str]
Tape = list[Click]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured: games (and their mix, if there are several), how often, by how many people.

    `at_once` people press as fast as they can; at human pace, `strolling` tables decide every `pause` seconds
    for `seconds`. `lone_clicks` are looked into one by one (bench/within.py). `hidden`
    are libraries that the other checkout does without.
    """

    games: tuple[str, ...] = tuple(KINDS)
    rounds: int = 4
    clicks: int = 120
    tables: int = 24
    at_once: int = 12
    strolling: int = 50
    pause: float = 4.0
    seconds: float = 10.0
    strolls: int = 2
    lone_clicks: int = 40
    hidden: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[tuple[str, ...], ...]:
        """The games of each slice: one after the other, then all."""
        single = tuple((game,) for game in self.games)
        return (*single, self.games) if len(single) > 1 else single


Played = tuple[str, list[Spent]]
"""A bot's name, and what it spent in each slice."""


class Match:
    """Bots that play the same slices at the same time: `crowds` at real ones, `echoes` of the first.

    An echo plays the last slice of the first again, while all play the next one.
    """

    def __init__(self, crowds: Mapping[str, Crowd], echoes: Mapping[str, Replay]) -> None:
        self._crowds = crowds
        self._echoes = echoes
        self._recorder = Recorder(next(iter(crowds.values())).bot.play.server)

    async def fast(self, plan: Plan, games: tuple[str, ...]) -> list[Played]:
        """Slices at full speed: as many people at once as the plan says, and no pause."""
        return await self._slices(
            plan.rounds,
            lambda crowd: crowd.fill(games, max(1, plan.tables // len(games))),
            lambda crowd: crowd.press(games, plan.clicks, plan.at_once),
            lambda echo, tape: echo.press(tape, plan.at_once),
        )

    async def paced(self, plan: Plan, games: tuple[str, ...]) -> list[Played]:
        """Slices at human pace."""
        return await self._slices(
            plan.strolls,
            lambda crowd: crowd.fill(games, max(1, plan.strolling // len(games))),
            lambda crowd: crowd.stroll(games, plan.strolling, plan.seconds, plan.pause),
            lambda echo, tape: echo.stroll(tape),
        )

    async def _slices(
        self,
        times: int,
        ready: Callable[[Crowd], Awaitable[None]],
        play: Callable[[Crowd], Awaitable[None]],
        replay: Callable[[Replay, Tape], Awaitable[None]],
    ) -> list[Played]:
        """The slices of a game; the first only warms up and makes a tape."""
        played: list[Played] = [(name, []) for name in (*self._crowds, *self._echoes)]
        tape: Tape = []
        for number in range(times + 1):
            for crowd in self._crowds.values():
                await ready(crowd)
                await crowd.bot.settle()
            self._recorder.take()
            for echo in self._echoes.values():
                await echo.load(tape)
            spent = await asyncio.gather(
                *(_spend_pressed(crowd, play) for crowd in self._crowds.values()),
                *(_spend_echoed(echo, partial(replay, tape=tape)) for echo in self._echoes.values()),
            )
            tape = self._recorder.take()
            if number:
                for (_, slices), each in zip(played, spent, strict=True):
                    slices.append(each)
        return played


async def _spend_pressed(crowd: Crowd, play: Callable[[Crowd], Awaitable[None]]) -> Spent:
    """What a slice costs a bot, until it has nothing left to send."""
    before = crowd.bot.spent()
    await play(crowd)
    await crowd.bot.settle()
    spent = crowd.bot.spent() - before
    crowd.bot.forget()
    return spent


async def _spend_echoed(echo: Replay, replay: Callable[[Replay], Awaitable[None]]) -> Spent:
    before = echo.spent()
    await replay(echo)
    return echo.spent() - before


def _rows(label: str, played: Sequence[Played]) -> list[Row]:
    (ours, first), *others = [(name, _sum(slices)) for name, slices in played]
    rows = [(f"{label}: {ours}, processor time a click", f"{first.a_click('cpu') * 1000:.2f} ms")]
    for name, sums in others:
        spent = f"{sums.a_click('cpu') * 1000:.2f} ms"
        ratio = first.a_click("cpu") / max(1e-9, sums.a_click("cpu"))
        rows += [(f"{label}: {name}", spent), (f"{label}: {ours} / {name}", f"{ratio:.2f}")]
    rows += [(f"{label}: {name}, a click", _told(sums)) for name, sums in ((ours, first), *others)]
    return rows


def _sum(slices: Sequence[Spent]) -> Spent:
    return Spent(*(sum(getattr(each, name) for each in slices) for name in Spent.__slots__))


def _told(sums: Spent) -> str:
    kinds = {"callbacks": "callbacks", "by_token": "by token", "counted": "counted", "files": "files"}
    told = [f"{sums.a_click(name):.2f} {words}" for name, words in kinds.items()]
    told.append(f"{sums.a_click('sent') / 1000:.1f} kB; {sums.clicks} clicks")
    told += [f"{getattr(sums, name)} {name}" for name in ("late", "refused") if getattr(sums, name)]
    return ", ".join(told)


async def _measure(checkouts: Mapping[str, Path], plan: Plan) -> list[Row]:
    rows: list[Row] = []
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for pace, play in (("full speed", Match.fast), ("human pace", Match.paced)):
            async with contextlib.AsyncExitStack() as bots:
                match = await _open(bots, folder / pace, checkouts, plan.hidden)
                for games in plan.choices:
                    label = f"{pace}, {name_of(games)}"
                    rows += _rows(label, await play(match, plan, games))
                    sys.stderr.write(f"{label}: measured\n")
    return rows


def name_of(games: tuple[str, ...]) -> str:
    """What the rows call a choice of games."""
    return games[0] if len(games) == 1 else "mix"


async def _open(
    stack: contextlib.AsyncExitStack, folder: Path, checkouts: Mapping[str, Path], hidden: tuple[str, ...]
) -> Match:
    """Start all bots; the stack ends them."""
    crowds, echoes = {}, {}
    for name, checkout in checkouts.items():
        bot = Watched(play_of(folder / name, checkout, hidden=() if name == OURS else hidden))
        stack.push_async_callback(bot.play.close)
        await bot.play.open()
        crowds[name] = Crowd(bot)
    for name, kind in ECHOES.items():
        echo = echoes[name] = Replay(folder / kind, kind, crowds[OURS].bot.play.world)
        stack.push_async_callback(echo.close)
        await echo.open()
    return Match(crowds, echoes)


def measure(against: Path | None = None, plan: Plan | None = None) -> list[Row]:
    """Printable rows; `against` is another checkout whose bot is measured beside this one's."""
    checkouts = {OURS: ROOT} if against is None else {OURS: ROOT, THEIRS: against}
    return asyncio.run(_measure(checkouts, plan or Plan()))
