"""The store is lost while it commits: nobody knows what was written, until it is asked again."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.keeping import ledger
from bot.tables.ports import Change, Duplicate, Stored, Unsure
from tests.support.clock import settled
from tests.support.coin import SIDES, Flip, Guess
from tests.support.store import FreshStore
from tests.support.tables import ANNE, BOB, House, opening


class Lost(FreshStore):
    """The next commit is lost, `written` or not; so are the `away` questions that follow.

    `noted`: the same of the next note that somebody was reminded.
    """

    def __init__(self) -> None:
        super().__init__()
        self.written: bool | None = None
        self.noted: bool | None = None
        self.away = 0

    async def commit(self, change: Change) -> Stored:
        if self.written is None:
            self._answer()
            return await super().commit(change)
        written, self.written = self.written, None
        if written:
            await super().commit(change)
        raise Unsure

    async def mark_warned(self, table_id: int, key: str, number: int) -> int | None:
        noted, self.noted = self.noted, None
        if noted is not False:
            version = await super().mark_warned(table_id, key, number)
        if noted is not None:
            raise OSError("unreachable")
        return version

    async def load(self, table_id: int) -> Stored | None:
        self._answer()
        return await super().load(table_id)

    def _answer(self) -> None:
        if self.away:
            self.away -= 1
            raise OSError("unreachable")


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Lost:
    monkeypatch.setattr(ledger, "_PAUSE_LOST", 0.0)
    return Lost()


@pytest.mark.parametrize("away", [0, 3])
@pytest.mark.parametrize("written", [True, False])
async def test_a_click_is_done_once(store: Lost, written: bool, away: int) -> None:
    house = House(store)
    table = await house.playing()
    ask = house.ask(await house.awaited(table.id), table.turn)
    house.told.clear()
    store.written, store.away = written, away
    after = await house.tables.act(ask, table.id, Flip())
    await settled()
    assert (after.version, after.turn) == (table.version + 1, table.version + 1)
    log = await store.log(table.id)
    assert [entry.interaction_id for entry in log].count(ask.click) == 1
    assert table.id in house.told, "people see it"
    assert after.alarm is not None
    await house.advance(after.alarm.seconds)
    assert (await store.log(table.id))[-1].kind == "expire", "and its clock runs"


@pytest.mark.parametrize("away", [0, 3])
@pytest.mark.parametrize("written", [True, False])
async def test_a_table_is_opened_once(store: Lost, written: bool, away: int) -> None:
    house = House(store)
    store.written, store.away = written, away
    table = await house.tables.open(house.ask(ANNE), "coin", opening())
    await settled()
    assert [live.table_id for live in await store.live()] == [table.id]
    assert table.id in house.told
    assert table.id in house.tables.deadlines


@pytest.mark.parametrize("written", [True, False])
async def test_a_deadline_passes_once(store: Lost, written: bool) -> None:
    house = House(store)
    table = await house.playing()
    await house.advance(59)
    store.written = written
    await house.advance(1)
    assert [entry.kind for entry in await store.log(table.id)].count("expire") == 1
    assert (await house.tables.table(table.id)).turn == table.version + 2, "a reminder, and the end"


@pytest.mark.parametrize("noted", [True, False])
async def test_people_are_reminded_once(store: Lost, noted: bool) -> None:
    house = House(store)
    table = await house.playing()
    store.noted = noted
    await house.advance(59)
    await settled()
    assert house.warned == [table.id]
    alarm = (await house.tables.table(table.id)).alarm
    assert alarm is not None
    assert alarm.warned == 1


async def test_who_was_reminded_by_another_is_not_again(store: Lost) -> None:
    """Nor where the store was away meanwhile, and the decision is made."""
    house = House(store)
    table = await house.playing()
    assert table.alarm is not None
    await store.mark_warned(table.id, table.alarm.key, 1)
    house.tables.missed()
    await house.advance(59)
    assert house.warned == []


async def test_a_store_that_stays_away_is_said_to(store: Lost) -> None:
    house = House(store)
    table = await house.playing()
    ask = house.ask(await house.awaited(table.id), table.turn)
    store.written, store.away = False, 100
    with pytest.raises(OSError, match="unreachable"):
        await house.tables.act(ask, table.id, Flip())
    store.away = 0
    await settled()
    assert (await house.tables.act(ask, table.id, Flip())).version == table.version + 1


async def test_an_error_without_a_loss_is_raised_at_once(store: Lost) -> None:
    house = House(store)
    table = await house.playing()
    ask = house.ask(await house.awaited(table.id), table.turn)
    store.fail_next = OSError("disk full")
    with pytest.raises(OSError, match="disk full"):
        await house.tables.act(ask, table.id, Flip())
    assert (await house.tables.act(ask, table.id, Flip())).version == table.version + 1


async def test_what_another_did_meanwhile_stands(store: Lost) -> None:
    """The lost click was not written; somebody else's, by another process, was."""
    house, other = House(store), House(store, first_id=9_000)
    table = await house.playing()
    first = await house.awaited(table.id)
    other.clock = house.clock
    await other.tables.act(other.ask(first, table.turn), table.id, Flip())
    store.written = False
    second = await other.awaited(table.id)
    turn = (await other.tables.table(table.id)).turn
    house.tables.missed()
    await house.tables.act(house.ask(second, turn), table.id, Guess(SIDES[0]))
    assert [entry.kind for entry in await store.log(table.id)][-2:] == ["act", "act"]


async def test_who_gives_up_waiting_leaves_no_old_state(store: Lost) -> None:
    house = House(store)
    table = await house.playing()
    ask = house.ask(await house.awaited(table.id), table.turn)
    store.written = True
    acting = asyncio.create_task(house.tables.act(ask, table.id, Flip()))
    await asyncio.sleep(0)
    acting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await acting
    stored = await store.load(table.id)
    assert stored is not None
    assert (await house.tables.table(table.id)).version == stored.table.version


async def test_a_second_opening_by_the_same_command_is_the_first(store: Lost) -> None:
    house = House(store)
    ask = house.ask(BOB)
    store.written = True
    table = await house.tables.open(ask, "coin", opening())
    assert (await house.tables.open(ask, "coin", opening())).id == table.id
    with pytest.raises(Duplicate):
        await store.commit(Change(None, (await store.load(table.id)), await store.log(table.id)))  # type: ignore[arg-type]
