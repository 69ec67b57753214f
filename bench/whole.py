"""Whole clicks: the real process on the loopback Discord, people at all games, fast and at their own pace.

`--against CHECKOUT`: a second bot, of another checkout, plays beside it at the same time, with the same
driver: what else the machine does slows both. Processor time is the bot's own, of all its threads, as Linux
counts it; a slice ends when the bot has nothing left to send.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.bots import Spent, Watched
from bench.crowds import KINDS, Crowd

__all__ = ["Plan", "measure"]

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured: games (and their mix, if there are several), how often, by how many people.

    `at_once` people press as fast as they can; at human pace, `strolling` tables decide every `pause` seconds
    for `seconds`.
    """

    games: tuple[str, ...] = tuple(KINDS)
    rounds: int = 5
    clicks: int = 120
    tables: int = 24
    at_once: int = 12
    strolling: int = 50
    pause: float = 4.0
    seconds: float = 12.0
    strolls: int = 2

    @property
    def choices(self) -> tuple[tuple[str, ...], ...]:
        """The games of each slice: one after the other, then all."""
        single = tuple((game,) for game in self.games)
        return (*single, self.games) if len(single) > 1 else single


Side = tuple[str, Crowd]
Slice = Callable[[Crowd], Awaitable[None]]


async def _spend(crowd: Crowd, work: Slice) -> Spent:
    """What a slice of work costs a bot, until it has nothing left to send."""
    before = crowd.bot.spent()
    await work(crowd)
    await crowd.bot.settle()
    spent = crowd.bot.spent() - before
    crowd.bot.forget()
    return spent


def _named(games: tuple[str, ...]) -> str:
    return games[0] if len(games) == 1 else "mix"


async def _slices(sides: Sequence[Side], times: int, ready: Slice, work: Slice) -> list[list[Spent]]:
    """What each side spent in each slice, all sides at the same time; the first slice only warms up."""
    slices = []
    for _ in range(times + 1):
        for _, crowd in sides:
            await ready(crowd)
            await crowd.bot.settle()
        slices.append(await asyncio.gather(*(_spend(crowd, work) for _, crowd in sides)))
    return [list(each) for each in zip(*slices[1:], strict=True)]


async def _fast(sides: Sequence[Side], plan: Plan, games: tuple[str, ...]) -> list[list[Spent]]:
    """Slices at full speed: as many people at once as the plan says, and no pause."""
    return await _slices(
        sides,
        plan.rounds,
        lambda crowd: crowd.fill(games, max(1, plan.tables // len(games))),
        lambda crowd: crowd.press(games, plan.clicks, plan.at_once),
    )


async def _paced(sides: Sequence[Side], plan: Plan, games: tuple[str, ...]) -> list[list[Spent]]:
    """Slices at human pace."""
    return await _slices(
        sides,
        plan.strolls,
        lambda crowd: crowd.fill(games, max(1, plan.strolling // len(games))),
        lambda crowd: crowd.stroll(games, plan.strolling, plan.seconds, plan.pause),
    )


def _rows(label: str, sides: Sequence[Side], slices: list[list[Spent]]) -> list[tuple[str, str]]:
    rows = []
    for (name, _), found in zip(sides, slices, strict=True):
        rows.append((f"{label}, {name}: processor time a click", f"{_median(found, 'cpu') * 1000:.2f} ms"))
        rows.append((f"{label}, {name}: requests a click", _requests(found)))
    if len(slices) > 1:
        pairs = zip(*slices, strict=True)
        ratio = statistics.median(ours.a_click("cpu") / other.a_click("cpu") for ours, other, *_ in pairs)
        rows.append((f"{label}: {sides[0][0]} / {sides[1][0]}", f"{ratio:.2f}"))
    return rows


def _median(slices: list[Spent], name: str) -> float:
    return statistics.median(each.a_click(name) for each in slices)


def _requests(slices: list[Spent]) -> str:
    sums = {name: sum(getattr(each, name) for each in slices) for name in Spent.__slots__}
    clicks = max(1, sums["clicks"])
    kinds = {"callbacks": "callbacks", "by_token": "by token", "counted": "counted", "files": "files"}
    told = [f"{sums[name] / clicks:.2f} {words}" for name, words in kinds.items()]
    told.append(f"{sums['sent'] / clicks / 1000:.1f} kB; {clicks} clicks")
    told += [f"{sums[name]} {name}" for name in ("late", "refused") if sums[name]]
    return ", ".join(told)


async def _measure(checkouts: Sequence[tuple[str, Path]], plan: Plan) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for pace, measured in (("full speed", _fast), ("human pace", _paced)):
            bots = [(name, Watched(Path(folder) / pace / name, path)) for name, path in checkouts]
            async with contextlib.AsyncExitStack() as stack:
                sides = []
                for name, bot in bots:
                    stack.push_async_callback(bot.play.close)
                    await bot.play.open()
                    sides.append((name, Crowd(bot)))
                for games in plan.choices:
                    slices = await measured(sides, plan, games)
                    rows += _rows(f"{pace}, {_named(games)}", sides, slices)
                    sys.stderr.write(f"{pace}, {_named(games)}: measured\n")
    return rows


def measure(against: Path | None = None, plan: Plan | None = None) -> list[tuple[str, str]]:
    """Printable rows; `against` is another checkout whose bot is measured beside this one's."""
    checkouts = [("ours", ROOT)] + ([("theirs", against)] if against is not None else [])
    return asyncio.run(_measure(checkouts, plan or Plan()))
