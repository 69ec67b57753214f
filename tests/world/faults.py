"""What goes wrong in a simulated world, and when: a plan that follows from the seed, and can be cut down."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.world.loop import inside
from tests.world.process import SimProcess
from tests.world.world import SimWorld

SLACK: Final = 5.0
"""Seconds for which the bot may still be busy with what a fault has left behind."""


_HEALS: Final = 20.0
"""Seconds within which all that faults have left behind is well again, once there are no more of them."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong `at` a moment (s); what is in `how`, its kind knows."""

    at: float
    kind: str
    how: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> str:
        return json.dumps({"at": self.at, "kind": self.kind, **self.how})

    @classmethod
    def from_json(cls, text: str) -> "Fault":
        told = json.loads(text)
        return cls(told.pop("at"), told.pop("kind"), told)


_WHERE: Final = (
    ".",
    ".",
    "/callback$",
    "/callback$",
    r"^/webhooks/.*@original",
    r"^/channels/\d+/messages$",
    r"^/channels/\d+/messages/\d+$",
    "^/users/@me/channels",
)


def _death(chance: random.Random) -> dict[str, Any]:
    """It dies some steps after it next wakes up, or commits, and somebody starts it again."""
    away = chance.choice((0.05, 0.05, 0.5, 0.5, 2.0, 10.0, 70.0)) if chance.random() < 0.97 else 700.0
    if chance.random() < 0.4:
        return {"after_commit": chance.randrange(1, 12), "away": away}
    return {"steps": chance.choice((1, 3, 10, 30, 100, 300)) + chance.randrange(30), "away": away}


def _sent(chance: random.Random) -> dict[str, Any]:
    """It dies some steps after it next posts a message, which it may not have noted yet."""
    return {"after_post": chance.randrange(1, 12), "away": chance.choice((0.5, 10.0, 400.0))}


def _rest(chance: random.Random) -> dict[str, Any]:
    """Requests fail, are refused for a while, or are late; with effect (after) or without (before)."""
    return {
        "where": chance.choice(_WHERE),
        "times": chance.choice((1, 1, 2, 5)),
        "status": chance.choice((429, 500, 502, 503, None, None)),
        "when": chance.choice(("before", "after")),
        "delay": chance.choice((0.0, 0.0, 0.5, 2.0, 4.0)),
        "cut": chance.random() < 0.4,
        "retry": chance.choice((0.1, 1.0, 5.0)),
        "all": chance.random() < 0.1,
    }


def _disk(chance: random.Random) -> dict[str, Any]:
    """So many transactions fail, after some that do not."""
    return {
        "what": chance.choice(("full", "locked", "io")),
        "times": chance.choice((1, 1, 2, 4)),
        "spared": chance.choice((0, 0, 0, 1, 2)),
    }


KINDS: Final[dict[str, Callable[[random.Random], dict[str, Any]]]] = {
    "death": _death,
    "power": _death,
    "sent": _sent,
    "rest": _rest,
    "doubled": lambda chance: {"times": chance.choice((1, 3, 8))},
    "late": lambda chance: {"seconds": chance.choice((0.3, 1.0, 2.5, 5.0))},
    "unheard": lambda chance: {"seconds": chance.choice((0.5, 2.0, 4.0))},
    "dropped": lambda chance: {"resumable": chance.random() < 0.6, "abrupt": chance.random() < 0.5},
    "disk": lambda chance: _disk(chance),
    "torn": lambda chance: KINDS["dropped"](chance) | _disk(chance),
    "clock": lambda chance: {"seconds": chance.choice((-30.0, -2.0, 1.0, 20.0, 90.0))},
    "frozen": lambda chance: {"seconds": chance.choice((0.5, 2.0, 6.0, 20.0, 50.0))},
    "deaf": lambda _chance: {},
    "handover": lambda chance: {"away": chance.choice((0.0, 0.5, 3.0))},
    "deleted": lambda chance: {"pick": chance.random()},
    "missed": lambda chance: {"pick": chance.random(), "channel": chance.random() < 0.3},
    "gone": lambda chance: {"pick": chance.random()},
    "left": lambda chance: {"seconds": chance.choice((5.0, 30.0, 300.0)), "pick": chance.random()},
    "mute": lambda chance: {"seconds": chance.choice((2.0, 10.0, 40.0)), "pick": chance.random()},
    "closed": lambda chance: {"seconds": chance.choice((5.0, 30.0)), "pick": chance.random()},
}
"""Every kind of fault, and how one is drawn."""

_ALONE: Final = ("power",)
"""What only befalls a process that has its database for itself, ..."""
_TOGETHER: Final = ("deaf",)
"""... and those that share one."""
_OFTEN: Final = {"rest": 6}


def plan(
    chance: random.Random, seconds: float, many: int, kinds: Sequence[str] = (), processes: int = 1
) -> list[Fault]:
    """Draw so many faults within so many seconds, each of which strikes one of so many processes."""
    chosen = [kind for kind in kinds or KINDS if kind not in (_TOGETHER if processes == 1 else _ALONE)]
    weights = [_OFTEN.get(kind, 1) for kind in chosen]
    drawn = []
    for at in sorted(round(chance.uniform(2.0, seconds), 3) for _ in range(many)):
        kind = chance.choices(chosen, weights)[0]
        process, how = chance.randrange(processes), KINDS[kind](chance)
        drawn.append(Fault(at, kind, how if processes == 1 else {**how, "process": process}))
    return drawn


class Weather:
    """Brings a plan of faults over a world; `trouble` tells from when to when something was wrong."""

    def __init__(self, world: SimWorld) -> None:
        self._world = world
        self._loop = world.ground.loop
        self.trouble: list[tuple[float, float]] = []
        self.struck: dict[str, int] = {}
        self.clear = False
        self.muted: set[int] = set()
        """The channels in which the bot was not allowed anything for a while."""
        self._undo: list[Callable[[], None]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def bring(self, faults: Sequence[Fault]) -> None:
        """Let each fault strike at its moment, counted from now on; later if there is nobody to strike."""
        start = self._loop.time()
        for fault in faults:
            await asyncio.sleep(max(0.0, start + fault.at - self._loop.time()))
            process = self._whose(fault)
            while process.life.doomed:
                await asyncio.sleep(0.25)
                start += 0.25
            self._strike(fault)

    def is_trouble(self, since: float, until: float) -> bool:
        """Whether anything was wrong between these moments."""
        return any(begin <= until and since <= end for begin, end in self.trouble)

    async def clear_up(self) -> None:
        """Discord, disks and clocks are well again, and every process runs."""
        for task in self._tasks:
            task.cancel()
        for undo in self._undo:
            undo()
        faults = self._world.server.faults
        for left in list(faults._rest):
            faults.cancel(left)
        faults._duplicates = 0
        if faults.holding:
            faults.release()
        for life in [process.life for process in self._world.processes]:
            life.disk_faults.clear()
            life.fatal = life.fatal_after_commit = life.fatal_after_post = None
            if life.leaving:
                life.die()
            if life.frozen:
                self._loop.thaw(life)
        await self._world.start()
        self.clear = True
        end = self._loop.time() + _HEALS
        self.trouble = [(begin, min(until, end)) for begin, until in self.trouble]

    def _whose(self, fault: Fault) -> SimProcess:
        """Which process a fault strikes."""
        return self._world.processes[fault.how.get("process", 0)]

    # -- one after the other -------------------------------------------------------------------------------

    def _strike(self, fault: Fault) -> None:
        self._world.tell("fault", fault.as_json())
        self.struck[fault.kind] = self.struck.get(fault.kind, 0) + 1
        lasting = getattr(self, f"_{fault.kind}")(fault)
        now = self._loop.time()
        self.trouble.append((now, now + lasting + SLACK))

    def _do(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _death(self, fault: Fault) -> float:
        process = self._whose(fault)
        life = process.life
        if "steps" in fault.how:
            life.fatal = life.steps + fault.how["steps"]
        elif "after_post" in fault.how:
            life.fatal_after_post = fault.how["after_post"]
        else:
            life.fatal_after_commit = fault.how["after_commit"]
        self._do(self._revive(process, fault.how["away"]))
        return fault.how["away"] + 45.0

    _sent = _death

    def _power(self, fault: Fault) -> float:
        """A death, and what was not synced is lost."""
        life = self._whose(fault).life
        before = life.on_death

        def gone() -> None:
            before()
            for file, content in (life.unsynced or {}).items():
                file.write_bytes(content)

        life.on_death = gone
        return self._death(fault)

    async def _revive(self, process: Any, away: float) -> None:
        life = process.life
        end = self._loop.time() + 40
        while not life.dead and self._loop.time() < end:  # noqa: ASYNC110 - if nobody wakes it up, it dies asleep
            await asyncio.sleep(0.25)
        life.die()
        await asyncio.sleep(away)
        if not process.running:
            await process.start()
            self.trouble.append((self._loop.time() - away - 1, self._loop.time() + SLACK + 8))

    def _rest(self, fault: Fault) -> float:
        how = fault.how
        self._world.server.faults.fail(
            "*",
            how["where"],
            status=how["status"],
            times=how["times"],
            when=how["when"],
            delay=how["delay"],
            cut=how["cut"] and how["status"] is None,
            retry_after=how["retry"],
            is_global=how["all"],
        )
        return 60.0

    def _doubled(self, fault: Fault) -> float:
        self._world.server.faults.duplicate(fault.how["times"])
        return 0.0

    def _late(self, fault: Fault) -> float:
        self._world.server.faults.hold()
        self._do(self._release(fault.how["seconds"], lost=False))
        return float(fault.how["seconds"])

    def _unheard(self, fault: Fault) -> float:
        self._world.server.faults.hold()
        self._do(self._release(fault.how["seconds"], lost=True))
        return float(fault.how["seconds"])

    async def _release(self, seconds: float, *, lost: bool) -> None:
        await asyncio.sleep(seconds)
        faults = self._world.server.faults
        if faults.holding:
            order = list(range(faults.held))
            self._world.ground.chance.shuffle(order)
            faults.release(() if lost else order)

    def _dropped(self, fault: Fault) -> float:
        self._world.server.gateway.drop(resumable=fault.how["resumable"], abrupt=fault.how["abrupt"])
        return 15.0

    def _disk(self, fault: Fault) -> float:
        life = self._whose(fault).life
        life.disk_faults += [""] * fault.how["spared"] + [fault.how["what"]] * fault.how["times"]
        return 30.0

    def _torn(self, fault: Fault) -> float:
        """The line to the gateway breaks, and the disk fails when the bot is back."""
        self._dropped(fault)
        return self._disk(fault)

    def _clock(self, fault: Fault) -> float:
        life = self._whose(fault).life
        life.skew += fault.how["seconds"]
        self._undo.append(lambda: setattr(life, "skew", 0.0))
        return 0.0

    def _frozen(self, fault: Fault) -> float:
        life = self._whose(fault).life
        life.frozen = True
        self._loop.call_later(fault.how["seconds"], self._loop.thaw, life)
        return float(fault.how["seconds"])

    def _deaf(self, _fault: Fault) -> float:
        """No process hears any more what others change, until each has connected again."""
        assert self._world.ground.exchange is not None
        self._world.ground.exchange.cut()
        return 5.0

    def _handover(self, fault: Fault) -> float:
        process = self._whose(fault)
        if process.running and process.bot is not None:
            process.life.leaving = True
            with inside(process.life):  # which may die meanwhile, and then this never ends
                self._closing = asyncio.ensure_future(process.bot.close())
            self._do(self._revive(process, fault.how["away"]))
        return 60.0

    def _deleted(self, fault: Fault) -> float:
        """Somebody who may deletes a message of the bot."""
        mine = [
            message
            for channel in self._world.world.channels.values()
            for message in channel.messages.values()
            if message.author.is_bot and channel.kind != "dm"
        ]
        if mine:
            message = mine[int(fault.how["pick"] * len(mine))]
            self._world.world.delete_message(message.channel_id, message.id)
        return 10.0

    def _gone(self, fault: Fault) -> float:
        """Somebody who may deletes a channel, with all that was in it."""
        channels = [each for each in self._world.world.channels.values() if each.kind == "text"]
        if channels:
            self._world.world.delete_channel(channels[int(fault.how["pick"] * len(channels))].id)
        return 10.0

    def _missed(self, fault: Fault) -> float:
        """While the gateway is down, a message or a channel is deleted: nobody tells the next session."""
        self._world.server.gateway.drop(resumable=False, abrupt=True)
        (self._gone if fault.how["channel"] else self._deleted)(fault)
        return 15.0

    def _left(self, fault: Fault) -> float:
        """Somebody leaves the server, which the bot is not told, and comes back later."""
        people = [each for each in self._world.world.people.values() if not each.is_bot]
        person = people[int(fault.how["pick"] * len(people))]
        self._world.world.remove_person(person.id)
        back = lambda: setattr(person, "in_server", True)  # noqa: E731
        self._loop.call_later(fault.how["seconds"], back)
        self._undo.append(back)
        return float(fault.how["seconds"])

    def _mute(self, fault: Fault) -> float:
        """The bot may not send or see any more in a channel, for a while."""
        world = self._world.world
        channels = [each for each in world.channels.values() if each.kind == "text"]
        if not channels:
            return 0.0
        channel = channels[int(fault.how["pick"] * len(channels))]
        world.set_bot_permissions(channel.id, ["read_message_history"])
        self.muted.add(channel.id)
        give_back = lambda: channel.id in world.channels and world.set_bot_permissions(channel.id, None)  # noqa: E731
        self._loop.call_later(fault.how["seconds"], give_back)
        self._undo.append(give_back)
        return float(fault.how["seconds"]) + 60.0

    def _closed(self, fault: Fault) -> float:
        """Somebody closes their private messages, for a while."""
        people = [each for each in self._world.world.people.values() if not each.is_bot]
        person = people[int(fault.how["pick"] * len(people))]
        self._world.world.set_dms(person.id, False)
        back = lambda: self._world.world.set_dms(person.id, True)  # noqa: E731
        self._loop.call_later(fault.how["seconds"], back)
        self._undo.append(back)
        return float(fault.how["seconds"])
