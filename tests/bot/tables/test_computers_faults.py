"""Whatever fails, for as long as it may: no seat of a computer stays unplayed once it is over."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.homes import EVERYTHING, Slots
from bot.tables.keeping import ledger
from bot.tables.model import Computer, Pace, Status, Table
from bot.tables.ports import Change, Entry, Stale, Stored, Unsure
from engines.core.records import Refusal
from tests.support.clock import settled
from tests.support.coin import Coin
from tests.support.computers import BASILE, OCTAVIE, act_for_anne, begun, furnish, go_on
from tests.support.minds import BrokenMind
from tests.support.store import FreshStore
from tests.support.tables import ANNE, House


class Away(OSError):
    """As errors of a store that may be back soon (see `is_passing`)."""

    is_lost = True


class Faulty(FreshStore):
    """`away`: it cannot be reached. `lost`: the next commit is, and leaves it away, `written` or not."""

    def __init__(self) -> None:
        super().__init__()
        self.away = False
        self.lost = self.written = False
        self.stale = 0

    async def load(self, table_id: int) -> Stored | None:
        self._answer()
        return await super().load(table_id)

    async def log(self, table_id: int) -> Sequence[Entry]:
        self._answer()
        return await super().log(table_id)

    async def played_by_computers(self, slots: Slots = EVERYTHING) -> Sequence[int]:
        self._answer()
        return await super().played_by_computers(slots)

    async def commit(self, change: Change) -> Stored:
        self._answer()
        if self.stale:
            self.stale -= 1
            raise Stale
        if not self.lost:
            return await super().commit(change)
        self.lost, self.away = False, True
        if self.written:
            await super().commit(change)
        raise Unsure

    def _answer(self) -> None:
        if self.away:
            raise Away("unreachable")


class Flighty:
    """Homes of which this process is one now and then."""

    shared = True
    here = True

    def is_home(self, _guild_id: int) -> bool:
        return self.here


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Faulty:
    monkeypatch.setattr(ledger, "_PAUSE_LOST", 0.0)
    monkeypatch.setattr(ledger, "_PAUSE", 0.0)
    return Faulty()


async def until_awaited(house: House, table: Table) -> None:
    """Let Anne play on until a computer's decision is awaited."""
    for number in range(60):
        await settled()
        to_act = (await house.tables.sight(table.id)).to_act
        if to_act and "1" not in to_act:
            return
        await act_for_anne(house, await house.tables.table(table.id), number)
    raise AssertionError("Anne is always awaited")


async def waiting(
    store: Faulty, game: str = "coin", *computers: Computer, seen: bool = True
) -> tuple[House, Table]:
    """A table without deadlines at which a computer's decision is awaited; `seen`: somebody lets it think.

    Nobody else acts then: nothing else would ever wake the table.
    """
    house = House(store)
    if seen:
        furnish(house)
    table = await begun(house, game, *computers, pace=Pace.RELAXED)
    await until_awaited(house, table)
    return house, table


async def check_played(house: House, table: Table) -> None:
    """A computer does what is awaited soon; everything was done once, and is derived."""
    await settled()
    store = house.store
    before = sum(line.kind == "decide" for line in await store.log(table.id))
    await house.advance(20)
    assert sum(line.kind == "decide" for line in await store.log(table.id)) > before
    table = await go_on(house, table)
    assert not [line for line in await store.log(table.id) if line.kind == "expire"]
    await house.proof(table.id)


@pytest.mark.parametrize(
    ("game", "how"),
    [
        ("coin", "away"),
        ("tasse", "away"),
        ("coin", "forgotten"),
        ("tasse", "forgotten"),
        ("coin", "started"),
        ("coin", "deaf"),
    ],
)
async def test_a_store_or_a_server_that_was_away_for_long(store: Faulty, game: str, how: str) -> None:
    """And where the tables were forgotten meanwhile, or the process started then, or nobody heard Discord."""
    house, table = await waiting(store, game, seen=how != "started")
    if how == "started":
        house.restart()
        furnish(house)
    if how == "forgotten":
        house.tables.missed()
    if how == "deaf":
        await house.tables.came_back(None)
        house.tables.hold()
    store.away = how != "deaf"
    if how == "started":
        house.tables.release()
    await house.advance(120)
    store.away = False
    if how == "deaf":
        house.tables.release()
    await check_played(house, table)


@pytest.mark.parametrize("written", [True, False])
async def test_a_commit_whose_answer_was_lost(store: Faulty, written: bool) -> None:
    house, table = await waiting(store, "tasse", BASILE, OCTAVIE)
    house.told.clear()
    store.lost, store.written = True, written
    await house.advance(15)
    assert store.away
    store.away = False
    await house.advance(20)
    assert table.id in house.told, "people see what was done"
    table = await go_on(house, table)
    lines = await house.store.log(table.id)
    acts = sum(line.kind == "act" and line.interaction_id is None for line in lines)
    assert acts == (await house.proof(table.id)).decisions, "each decision once"


async def test_the_click_of_a_person_that_was_lost_is_followed(store: Faulty) -> None:
    """What a person did was written, and nobody heard: the computer that is awaited now plays."""
    house = House(store)
    furnish(house)
    table = await begun(house, "coin", pace=Pace.RELAXED)
    while "1" not in (await house.tables.sight(table.id)).to_act:
        await house.advance(1)
    store.lost = store.written = True
    with pytest.raises(Away):
        await act_for_anne(house, await house.tables.table(table.id))
    await house.advance(15)
    house.told.clear()
    store.away = False
    await house.advance(10)
    assert table.id in house.told, "people see what was done"
    await until_awaited(house, table)
    await check_played(house, table)


async def test_news_that_were_lost_are_found_in_a_sweep(store: Faulty) -> None:
    """The home had seen to it that the computer acts, but was none when it was time to."""
    homes = Flighty()
    house = House(store, homes=homes)
    furnish(house)
    table = await begun(house, "coin", pace=Pace.RELAXED)
    await until_awaited(house, table)
    homes.here = False
    await house.advance(60)
    homes.here = True
    store.note_published(table.id, (await house.tables.table(table.id)).version)
    await house.tables.sweep(EVERYTHING)
    await check_played(house, table)


async def test_others_who_are_quicker_every_time_keep_no_computer_from_acting(store: Faulty) -> None:
    house, table = await waiting(store)
    store.stale = 6
    await house.advance(4)
    assert store.stale == 0
    await check_played(house, table)


@pytest.mark.parametrize("trouble", ["stale", "away", "written", "unwritten"])
async def test_a_deadline_rings_again_whatever_the_store_said(store: Faulty, trouble: str) -> None:
    house = House(store)
    table = await house.playing()
    match trouble:
        case "stale":
            store.stale = 6
        case "away":
            store.away = True
        case _:
            store.lost, store.written = True, trouble == "written"
    await house.advance(table.alarm.seconds + 2)
    store.away = False
    await house.advance(15)
    assert [line.kind for line in await store.log(table.id)].count("expire") == 1
    assert table.id in house.tables.deadlines


async def test_a_clock_ahead_of_discords_refuses_nobody_after_a_computer(house: House) -> None:
    """Whoever answers a computer at once clicks, by Discord's clock, before it has acted by ours."""
    furnish(house)
    table = await begun(house, "tasse", BASILE, OCTAVIE)
    await until_awaited(house, table)
    for _ in range(60):
        await house.advance(1)
        sight = await house.tables.sight(table.id, ANNE)
        if sight.to_act == ("1",):
            break
    assert sight.table.alarm is not None
    assert (await house.store.log(table.id))[-1].interaction_id is None, "a computer has acted"
    click = replace(house.click(ANNE, sight.table, house.clock.now() - 2_000), drawn=sight.drawn)
    after = await house.tables.act(click, table.id, sight.legal.actions[0])
    assert after.version > sight.table.version


def refusing(act: Callable[..., Any]) -> Callable[..., Any]:
    """Rules that refuse the second seat whatever they list for it."""

    def refuse(self: Any, state: Any, seat: str, action: Any, draws: Any) -> Any:
        if seat == "2":
            raise Refusal("illegal_action")
        return act(self, state, seat, action, draws)

    return refuse


@pytest.mark.parametrize("mind", [None, BrokenMind()])
@pytest.mark.parametrize("pace", [Pace.RELAXED, Pace.BRISK])
async def test_where_nothing_is_allowed_the_deadline_passes_or_the_table_says_so(
    store: Faulty, monkeypatch: pytest.MonkeyPatch, pace: Pace, mind: Any
) -> None:
    house = House(store)
    furnish(house, mind)
    monkeypatch.setattr(Coin, "act", refusing(Coin.act))
    table = await begun(house, "coin", pace=pace)
    await until_awaited(house, table)
    await house.advance(60 if table.alarm is None else table.alarm.seconds + 1)
    table, kinds = await house.tables.table(table.id), [line.kind for line in await store.log(table.id)]
    if pace is Pace.RELAXED:
        assert table.status is Status.PAUSED
        assert table.incident is not None
        await house.tables.stop(house.ask(ANNE), table.id)
    else:
        assert "expire" in kinds
