"""Within a click: statements, thread hops, renders, pictures, and where the processor time goes.

Counted in a process of its own (bench/inside/counted.py), sampled in another (bench/sampling.py): both
disturb, so neither is the one whose time is taken. Clicks are counted one by one, each with all that follows
it, since clicks that come at the same time share commits and edits.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.bots import Watched, play_of
from bench.crowds import Crowd
from bench.sampling import NAMES, Sampler
from bench.whole import ROOT, Plan, Row, name_of
from tests.support.wire import Play
from tests.support.wire_process import BotProcess

__all__ = ["Counted", "measure"]

AT_ONCE = 4
"""People who press while samples are taken."""
ALONE = 0.2
"""Seconds without a request after which a click counts as done with."""
PATIENCE = 10.0
WHAT = ("actions", "statements", "reads", "hops", "boards", "panels", "pictures")


class Counted(Watched):
    """A bot with counters in each of its processes."""

    def __init__(self, play: Play, processes: Sequence[BotProcess] = ()) -> None:
        super().__init__(play, processes)
        for process in self.processes:
            process.settings["COUNTS"] = str(process.folder / "counts.json")

    async def counts(self) -> Counter[str]:
        """All that was counted so far."""
        files = [Path(process.settings["COUNTS"]) for process in self.processes]
        for process, file in zip(self.processes, files, strict=True):
            file.unlink(missing_ok=True)
            process.child.send_signal(signal.SIGUSR1)
        async with asyncio.timeout(PATIENCE):
            while not all(file.exists() for file in files):  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.02)
        return sum((Counter(json.loads(file.read_text(encoding="ascii"))) for file in files), Counter())


async def count(crowd: Crowd, bot: Counted, games: tuple[str, ...], plan: Plan) -> str:
    """What clicks at tables of these games make the bot do, each."""
    before, clicks = await bot.counts(), bot.sums.clicks
    for _ in range(plan.lone_clicks):
        await crowd.press(games, 1, at_once=1)
        await bot.settle(ALONE)
    found, clicks = await bot.counts(), max(1, bot.sums.clicks - clicks)
    found.subtract(before)
    bot.forget()
    told = [f"{found[name] / clicks:.2f} {name}" for name in WHAT]
    return ", ".join([*told, f"{found['written'] / clicks / 1000:.1f} kB written"])


async def sample(crowd: Crowd, games: tuple[str, ...], plan: Plan, folder: Path) -> str:
    """Where the processor time of such clicks goes."""
    sampler = Sampler(crowd.bot.pid, folder / f"{name_of(games)}.raw")
    await sampler.start()
    await crowd.press(games, plan.clicks, AT_ONCE)
    await crowd.bot.settle()
    found = await sampler.stop()
    crowd.bot.forget()
    if not found:
        return sampler.trouble or "no samples"
    return ", ".join(f"{found[name] / found.total():.0%} {name}" for name in NAMES)


async def _measure(checkouts: Mapping[str, Path], plan: Plan) -> list[Row]:
    rows: list[Row] = []
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        counted = {
            name: Counted(play_of(folder / f"{name}, counted", path, module="counted"))
            for name, path in checkouts.items()
        }
        sampled = {
            name: Watched(play_of(folder / f"{name}, sampled", path)) for name, path in checkouts.items()
        }
        crowds = {}
        for bot in (*counted.values(), *sampled.values()):
            stack.push_async_callback(bot.play.close)
            await bot.play.open()
            crowds[bot] = Crowd(bot)
        for games in plan.choices:
            label = name_of(games)
            for bot, crowd in crowds.items():
                await crowd.fill(games, max(1, plan.tables // len(games)))
                await bot.settle()
            counts = (count(crowds[bot], bot, games, plan) for bot in counted.values())
            samples = (sample(crowds[bot], games, plan, folder) for bot in sampled.values())
            told = await asyncio.gather(*counts, *samples)
            rows += [
                (f"a click of {label}, {name}", found) for name, found in zip(counted, told, strict=False)
            ]
            shares = told[len(counted) :]
            rows += [(f"time of {label}, {name}", found) for name, found in zip(sampled, shares, strict=True)]
            sys.stderr.write(f"within {label}: measured\n")
    return rows


def measure(against: Path | None = None, plan: Plan | None = None) -> list[Row]:
    """Printable rows; `against` is another checkout whose bot is looked into as well."""
    checkouts = {"ours": ROOT} if against is None else {"ours": ROOT, "theirs": against}
    return asyncio.run(_measure(checkouts, plan or Plan()))
