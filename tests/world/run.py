"""One simulated world from its script to its report; many beside each other, each in a process of its own."""

import asyncio
import multiprocessing
import os
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from playground.limits import Rate
from tests.support.wire_reading import text_of
from tests.world.checks import Judge
from tests.world.faults import Fault, Weather, plan
from tests.world.ground import Ground, on_ground
from tests.world.parties import choose, gather
from tests.world.world import SimWorld

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.world.warm"])


@dataclass(frozen=True)
class Script:
    """What a world is made of: its seed, how long and how stormy it is, and what of its plan is left out.

    `deaths` come on top of the `faults`, among which there are some, too; `only` are its faults where they
    are given; `skipped` are the numbers of acts that each party leaves out. `parties`: only people of these
    kinds come; `curious`: how often they look at something beside their game, if not as usual.
    """

    seed: int
    seconds: float = 60.0
    faults: int = 10
    deaths: int = 0
    tables: int = 2
    processes: int = 1
    parties: tuple[str, ...] = ()
    curious: float | None = None
    kinds: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    skipped: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Report:
    """What came of a world: its trace in one line, how it failed ("" if not), and what happened in it."""

    script: Script
    digest: str
    failure: str
    plan: tuple[str, ...]
    acts: tuple[int, ...]
    struck: dict[str, int]
    facts: dict[str, float]
    trace: tuple[str, ...]
    log: str


async def _live(ground: Ground, script: Script, folder: Path, told: dict[str, Any]) -> None:
    world = told["world"] = SimWorld(ground, folder, script.processes)
    chance = ground.dice("scene")
    world.server.limits.rates |= {"global": Rate(5000, 1)}
    weather = told["weather"] = Weather(world)
    faults = _plan(ground, script)
    told["plan"] = tuple(each.as_json() for each in faults)
    await world.open()
    parties = told["parties"] = [
        gather(world, number, wanted, frozenset(dict(enumerate(script.skipped)).get(number, ())))
        for number, wanted in enumerate(choose(chance, script.tables, script.parties))
    ]
    for party in parties:
        party.curious = party.curious if script.curious is None else script.curious
    judge = Judge(world, parties, weather)
    living = [asyncio.create_task(party.live(), name="party") for party in parties]
    storm = asyncio.create_task(weather.bring(faults), name="weather")
    while not storm.done():
        await asyncio.wait([storm], timeout=60.0)
        _raise(living)
        judge.look()
    storm.result()
    await weather.clear_up()
    for party in parties:
        party.ending = True
    await judge.wait_until_well()
    _raise(living)
    await judge.look_back()
    for party in parties:
        await party.finish()
    if living:
        await asyncio.wait(living, timeout=1200)
    late = [party.company for party, task in zip(parties, living, strict=True) if not task.done()]
    assert not late, [text_of(company.board()) if company.has_board else company.game for company in late]
    _raise(living)
    await asyncio.sleep(60.0)
    judge.look()
    await judge.look_at_end()


def _plan(ground: Ground, script: Script) -> list[Fault]:
    if script.only is not None:
        return [Fault.from_json(text) for text in script.only]
    many = {"faults": (script.faults, script.kinds), "deaths": (script.deaths, ("death", "power"))}
    drawn = [
        fault
        for name, (number, kinds) in many.items()
        for fault in plan(ground.dice(name), script.seconds, number, kinds, script.processes)
    ]
    return sorted(drawn, key=lambda fault: fault.at)


def _raise(living: Iterable["asyncio.Task[None]"]) -> None:
    for task in living:
        if task.done():
            task.result()


def run_one(script: Script, folder: Path | None = None) -> Report:
    """Let one world live in this process, which should end soon after: nothing of it is cleaned up."""
    ground, told, failure = Ground(script.seed, shared=script.processes > 1), dict[str, Any](), ""
    with tempfile.TemporaryDirectory(dir=_memory(), ignore_cleanup_errors=True) as made, on_ground(ground):
        asyncio.set_event_loop(ground.loop)
        try:
            ground.loop.run_until_complete(_live(ground, script, folder or Path(made), told))
        except Exception:
            lines = traceback.format_exc().splitlines()
            failure = "\n".join(line for line in lines if not line.startswith("@"))  # the log has them
        asyncio.set_event_loop(None)
        world, parties = told["world"], told.get("parties", [])
        return Report(
            script,
            world.digest(),
            failure,
            told.get("plan", ()),
            tuple(party.acts for party in parties),
            dict(told["weather"].struck),
            {
                "deaths": world.deaths,
                "moves": sum(len(party.asked) for party in parties),
                "seconds": ground.loop.time(),
                "steps": ground.loop.steps,
                "processor": round(time.process_time(), 2),
            },
            tuple(world.trace),
            ground.printed.getvalue(),
        )


def _memory() -> str | None:
    """A folder in memory, where there is one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _in_child(script: Script, out: Connection) -> None:
    out.send(run_one(script))
    out.close()
    os._exit(0)  # nothing of the world is let go: that would wake up those who died in it


def run_all(scripts: Iterable[Script], at_once: int = 2, forks: Any = _FORKS) -> Iterator[Report]:
    """Let worlds live, each in a process of its own, so many at once; their reports as they come.

    `forks`: where these come from, if not from a process that was made for it.
    """
    left, running = iter(scripts), dict[Connection, Any]()
    while True:
        while len(running) < at_once and (script := next(left, None)) is not None:
            here, there = forks.Pipe(duplex=False)
            child = forks.Process(target=_in_child, args=(script, there), daemon=True)
            child.start()
            there.close()
            running[here] = child
        if not running:
            return
        for ready in wait(list(running)):
            assert isinstance(ready, Connection)
            yield ready.recv()
            running.pop(ready).join()
