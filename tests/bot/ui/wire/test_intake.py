"""Each interaction is acted on once: by the home of its table, or by whoever has heard it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.meters import METERS
from bot.tables.homes import Alone
from bot.tables.tasks import Tasks
from bot.ui.wire import intake as module
from bot.ui.wire.intake import Intake

HERE, THERE = 1, 2
"""Servers, and the numbers of their only tables."""
GUILDS = {HERE: HERE, THERE: THERE}


class Places:
    """A `Homes` of a process that is home to some servers; the others are at addresses."""

    shared = True
    lapsed = False

    def __init__(self, mine: set[int], others: dict[int, str]) -> None:
        self.mine = mine
        self.others = others

    def is_home(self, guild_id: int) -> bool:
        return guild_id in self.mine

    def address_of(self, guild_id: int) -> str | None:
        return None if guild_id in self.mine else self.others.get(guild_id)


class Process:
    """One process of some, which reach each other by their names."""

    def __init__(self, mine: set[int], others: dict[int, str], world: dict[str, Process]) -> None:
        self.homes = Places(mine, others)
        self.world = world
        self.sent: list[str] = []
        self.asked: list[int] = []
        self.acted: list[int] = []
        self.tasks = Tasks()
        self.intake = Intake(self.homes, self.guild_of, self.send, self.act, self.tasks, self.find_homes)
        self.found, self.has_acted = asyncio.Event(), asyncio.Event()
        self.found.set()
        self.looks = 0

    async def find_homes(self) -> None:
        """Wait for the store, which has given all to the others."""
        self.looks += 1
        await self.found.wait()
        self.homes.lapsed = False
        self.homes.mine.clear()
        self.homes.others |= dict.fromkeys((HERE, THERE), "b")

    async def guild_of(self, table_id: int) -> int | None:
        self.asked.append(table_id)
        await asyncio.sleep(0)
        return GUILDS.get(table_id)

    async def send(self, address: str, payload: Any) -> bool:
        self.sent.append(address)
        await asyncio.sleep(0)
        return address in self.world and await self.world[address].intake.take(payload)

    def act(self, payload: Any) -> None:
        self.acted.append(int(payload["id"]))
        self.has_acted.set()

    async def hear(self, *payloads: Any) -> None:
        for payload in payloads:
            self.intake.hear(payload)
        await self.tasks.drain(20)


@pytest.fixture
def pair() -> tuple[Process, Process]:
    world: dict[str, Process] = {}
    world["a"] = Process({HERE}, {THERE: "b"}, world)
    world["b"] = Process({THERE}, {HERE: "a"}, world)
    return world["a"], world["b"]


def click(number: int, table: int, guild: int | None = None, kind: int = 3, letter: str = "g") -> Any:
    there = {} if guild is None else {"guild_id": str(guild)}
    return {"id": str(number), "type": kind, "data": {"custom_id": f"{letter}:{table}:7:roll:"}} | there


def command(number: int, guild: int | None = None, kind: int = 2) -> Any:
    there = {} if guild is None else {"guild_id": str(guild)}
    return {"id": str(number), "type": kind, "data": {"name": "tasse"}} | there


async def test_a_click_in_a_server_at_home_is_acted_on_at_once(pair):
    here, _ = pair
    here.intake.hear(click(1, HERE, HERE))
    assert here.acted == [1]
    assert here.asked == here.sent == []


@pytest.mark.parametrize(
    "payload",
    [
        click(1, THERE, THERE),
        click(1, THERE, THERE, letter="s"),
        click(1, THERE, THERE, kind=5, letter="m"),
        command(1, THERE),
        command(1, THERE, kind=4),
        click(1, THERE),
        click(1, THERE, kind=5, letter="m"),
    ],
    ids=["button", "list", "form", "command", "suggestions", "private button", "private form"],
)
async def test_what_belongs_elsewhere_is_acted_on_there_alone(pair, payload):
    here, there = pair
    await here.hear(payload)
    assert (here.acted, there.acted) == ([], [1])


@pytest.mark.parametrize("payload", [command(1), click(1, 0), {"id": "1", "type": 1}, click(1, 99)])
async def test_what_belongs_nowhere_is_acted_on_where_it_is_heard(pair, payload):
    here, there = pair
    await here.hear(payload)
    assert (here.acted, there.acted, here.sent) == ([1], [], [])


async def test_a_command_in_private_messages_goes_to_the_home_of_its_table(pair):
    here, there = pair
    here.homes.others[-70], there.homes.mine = "b", {*there.homes.mine, -70}
    await here.hear(command(1) | {"channel_id": "70"})
    assert (here.acted, there.acted) == ([], [1])
    assert here.asked == [], "it is known at once where that is"


@pytest.mark.parametrize("told", [False, True])
async def test_the_server_of_a_table_is_asked_for_once_or_told_by_others(pair, told):
    here, there = pair
    if told:
        for each in pair:
            each.intake.learn(THERE, THERE)
    await here.hear(click(1, THERE))
    await here.hear(click(2, THERE), click(3, HERE))
    assert here.asked == ([HERE] if told else [THERE, HERE])
    assert there.asked == ([] if told else [THERE])
    assert (here.acted, there.acted) == ([3], [1, 2])


async def test_a_home_that_does_not_answer_loses_nothing(pair):
    here, _ = pair
    here.world.clear()
    await here.hear(click(1, THERE), click(2, THERE, THERE))
    assert sorted(here.acted) == [1, 2]
    assert here.sent == ["b", "b"]


async def test_who_is_taken_for_the_home_and_is_not_sends_it_back(pair):
    here, there = pair
    there.homes.mine.clear()
    await here.hear(click(1, THERE))
    assert (here.acted, there.acted) == ([1], [])


async def test_nobody_s_table_is_acted_on_where_it_is_heard(pair):
    here, _ = pair
    here.homes.others.clear()
    await here.hear(click(1, THERE, THERE))
    assert here.acted == [1]


async def test_a_store_that_is_away_or_slow_loses_nothing(pair, monkeypatch):
    here, _ = pair

    async def fail(table_id: int) -> int | None:
        raise RuntimeError("away")

    async def wait(table_id: int) -> int | None:
        await asyncio.Event().wait()

    monkeypatch.setattr(module, "PATIENCE", 0.01)
    for number, guild_of in enumerate((fail, wait)):
        here.intake._guild_of = guild_of
        await here.hear(click(number, THERE))
    assert here.acted == [0, 1]


async def test_both_who_hear_a_click_act_on_it_once_in_all(pair):
    """In a handover, two processes have the same shard."""
    here, there = pair
    before = METERS["duplicate"].values.get((), 0)
    for first, second in ((here, there), (there, here)):
        payloads = [click(len(there.acted) + 10 + n, THERE, THERE) for n in range(3)]
        await first.hear(*payloads)
        await second.hear(*payloads)
    assert here.acted == []
    assert len(there.acted) == len(set(there.acted)) == 6
    assert METERS["duplicate"].values[()] - before == 6


async def test_both_act_once_while_the_home_moves(pair):
    """Whoever has heard a click and passes it on takes it when it becomes the home meanwhile."""
    here, there = pair
    shared = click(1, THERE, THERE)
    here.intake.hear(shared)  # it is on its way to `there`
    here.homes.mine.add(THERE)
    there.homes.mine.clear()
    there.homes.others[THERE] = "a"
    there.intake.hear(shared)
    await asyncio.gather(here.tasks.drain(20), there.tasks.drain(20))
    assert (here.acted, there.acted) == ([1], [])


async def test_a_replay_is_taken_and_neither_acted_on_nor_sent_again(pair):
    here, there = pair
    assert [await there.intake.take(click(1, THERE)) for _ in range(3)] == [True] * 3
    for _ in range(2):
        await here.hear(click(2, THERE))  # as after a connection that was resumed
    assert here.sent == ["b"]
    assert (here.acted, there.acted) == ([], [1, 2])


@pytest.mark.parametrize("payload", [click(1, HERE, HERE), click(1, HERE), command(1, HERE)])
async def test_who_wakes_from_a_long_sleep_asks_who_is_home_now(pair, payload):
    """What it hears then was answered by its heir, or is the heir's to answer."""
    slept, heir = pair
    heir.homes.mine.add(HERE)
    slept.homes.lapsed = True
    heir.intake.hear(payload)
    await slept.hear(payload)
    assert (slept.acted, slept.sent, heir.acted) == ([], ["b"], [1])


async def test_all_who_wait_ask_once_who_is_home(pair):
    slept, heir = pair
    heir.homes.mine.add(HERE)
    slept.homes.lapsed = True
    slept.found.clear()
    for number in range(1, 5):
        slept.intake.hear(click(number, HERE, HERE))
    await asyncio.sleep(0)
    slept.found.set()
    await slept.tasks.drain(20)
    assert (slept.looks, slept.acted, heir.acted) == (1, [], [1, 2, 3, 4])


async def test_who_cannot_learn_who_is_home_acts(pair, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    slept, _ = pair
    slept.homes.mine.clear()
    slept.homes.lapsed = True
    slept.found.clear()
    slept.intake.hear(click(1, HERE, HERE))
    await slept.has_acted.wait()
    slept.found.set()
    await slept.tasks.drain(20)
    assert slept.acted == [1]


async def test_memory_is_bounded_and_forgets_the_oldest(pair, monkeypatch):
    here, _ = pair
    monkeypatch.setattr(module, "_REMEMBERED", 3)
    monkeypatch.setitem(GUILDS, 3, HERE)
    monkeypatch.setitem(GUILDS, 4, HERE)
    monkeypatch.setitem(GUILDS, 5, HERE)
    for table in (1, 3, 4, 5):
        await here.hear(click(table, table))
    assert len(here.intake._settled) == len(here.intake._guilds) == 3
    await here.hear(click(5, 5), click(1, 1))
    assert here.acted == [1, 3, 4, 5, 1]


async def test_a_process_that_is_alone_acts_once_on_what_it_is_told_twice():
    acted: list[Any] = []
    intake = Intake(Alone(), None, None, acted.append, Tasks(), None)
    twice, another = click(1, THERE), click(2, THERE)
    for payload in (twice, twice, another):
        intake.hear(payload)
    assert acted == [twice, another]
