"""The store is lost while it commits, or somebody else writes in between: both stand, once."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import pytest

from bot.tables.asks import Ask
from bot.tables.care.caretaking import Caretaker
from bot.tables.care.shrinking import Shrinking
from bot.tables.keeping import ledger
from bot.tables.keeping.retention import Retention
from bot.tables.model import SceneText, Table
from bot.tables.ports import Change, Stored, Unsure
from engines.tasse import model as tasse
from tests.support.clock import settled
from tests.support.coin import SIDES, Flip, Guess
from tests.support.neighbours import NOTHING, Neighbours
from tests.support.store import FreshStore
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House, opening


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


async def clicking(store: Lost) -> tuple[House, Table, Ask]:
    """A game, and the click of whoever is awaited there."""
    house = House(store)
    table = await house.playing()
    return house, table, house.ask(await house.awaited(table.id), table.turn)


@pytest.mark.parametrize("away", [0, 3])
@pytest.mark.parametrize("written", [True, False])
async def test_a_click_is_done_once(store: Lost, written: bool, away: int) -> None:
    house, table, ask = await clicking(store)
    house.told.clear()
    store.written, store.away = written, away
    after = await house.tables.act(ask, table.id, Flip())
    await settled()
    assert (after.version, after.turn) == (table.version + 1, table.version + 1)
    log = await store.log(table.id)
    assert [entry.interaction_id for entry in log].count(ask.click) == 1
    assert table.id in house.told, "people see it"
    await house.advance(after.alarm.seconds)
    assert (await store.log(table.id))[-1].kind == "expire", "and its clock runs"


@pytest.mark.parametrize("away", [0, 3])
@pytest.mark.parametrize("written", [True, False])
async def test_a_table_is_opened_once(store: Lost, written: bool, away: int) -> None:
    house = House(store)
    ask = house.ask(ANNE)
    store.written, store.away = written, away
    table = await house.tables.open(ask, "coin", opening())
    await settled()
    assert [live.table_id for live in await store.live()] == [table.id]
    assert table.id in house.told
    assert table.id in house.tables.deadlines
    assert (await house.tables.open(ask, "coin", opening())).id == table.id, "delivered twice"


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
    assert (await house.alarm(table.id)).warned == 1


async def test_who_was_reminded_by_another_is_not_again(store: Lost) -> None:
    """Nor where the store was away meanwhile, and the decision is made."""
    house = House(store)
    table = await house.playing()
    await store.mark_warned(table.id, table.alarm.key, 1)
    house.tables.missed()
    await house.advance(59)
    assert house.warned == []


@pytest.mark.parametrize("lost", [True, False])
async def test_a_store_that_stays_away_is_said_to_and_so_is_an_error_without_a_loss(
    store: Lost, lost: bool
) -> None:
    house, table, ask = await clicking(store)
    if lost:
        store.written, store.away = False, 100
    else:
        store.fail_next = OSError("unreachable")
    with pytest.raises(OSError, match="unreachable"):
        await house.tables.act(ask, table.id, Flip())
    store.away = 0
    await settled()
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
    house, table, ask = await clicking(store)
    store.written = True
    acting = asyncio.create_task(house.tables.act(ask, table.id, Flip()))
    await asyncio.sleep(0)
    acting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await acting
    assert (await house.tables.table(table.id)).version == (await store.load(table.id)).table.version


# -- somebody else writes in between -----------------------------------------------------------------------


DAY = 24 * 3_600_000


class Between(FreshStore):
    """Before the next commit, or the next words are taken out, something else happens."""

    between: Callable[[], Awaitable[object]] | None = None

    async def commit(self, change: Change) -> Stored:
        await self._be_late()
        return await super().commit(change)

    async def blank(
        self,
        table_id: int,
        lines: Mapping[int, Mapping[str, Any]],
        position: str | None,
        scenes: Sequence[SceneText],
        version: int,
    ) -> None:
        await self._be_late()
        await super().blank(table_id, lines, position, scenes, version)

    async def _be_late(self) -> None:
        between, self.between = self.between, None
        if between is not None:
            await between()


async def left(street: Neighbours) -> int:
    """A table that Chloé has left; its number."""
    table = await street.home.playing(ANNE, BOB, CHLOE)
    await street.home.tables.quit(street.home.ask(CHLOE), table.id)
    return table.id


async def test_a_name_that_is_erased_meanwhile_is_not_written_back() -> None:
    store = Between()
    street = Neighbours(store)
    table_id = await left(street)
    store.between = lambda: street.away.tables.erase(CHLOE, store)
    await street.home.act(table_id)
    assert "nom 3" not in repr((await store.load(table_id)).table)
    assert (await street.home.kinds(table_id))[-1] == "act"


async def test_the_home_of_a_live_table_hears_of_a_name_that_is_erased() -> None:
    street = Neighbours()
    table_id = await left(street)
    assert "nom 3" in repr(await street.home.tables.table(table_id))
    street.news.clear()
    await street.away.tables.erase(CHLOE, street.store)
    street.home.told.clear()
    await street.deliver()
    assert street.home.told == [table_id]
    assert "nom 3" not in repr(await street.home.tables.table(table_id))


@pytest.mark.parametrize("what", ["noted", "moved"])
async def test_a_reminder_or_a_deadline_that_others_change_meanwhile_stays_so(what: str) -> None:
    store = Between()
    street = Neighbours(store)
    table, now = await street.home.playing(ANNE, BOB, CHLOE), street.clock.now()
    idle, alarm = await street.home.idle(table.id), table.alarm
    if what == "noted":
        store.between = lambda: store.mark_warned(table.id, alarm.key, 1)
    else:
        store.between = lambda: store.shift_alarms(now, now + 7_000, 0)
    after = (await street.home.tables.quit(street.home.ask(idle), table.id)).alarm
    assert (after.key, after.warned, after.at - alarm.at) == (
        *(alarm.key, what == "noted", 0 if what == "noted" else 7_000),
    )


async def test_words_are_taken_out_though_others_go_on() -> None:
    store = Between()
    street = Neighbours(store)
    home = street.home
    table = await home.playing(ANNE, BOB, CHLOE, game="tasse", first="1")
    await home.tables.act(home.ask(ANNE), table.id, tasse.Roll())
    await home.tables.act(home.ask(ANNE), table.id, tasse.Say("allez je dis soixante-six"))
    listener = await home.awaited(table.id)
    store.between = lambda: home.tables.act(home.ask(listener), table.id, tasse.Roll())
    await street.away.tables._blank(table.id, ANNE)
    log = await store.log(table.id)
    assert [entry.erased for entry in log].count(True) == 1
    assert log[-1].user_id == listener
    assert "soixante" not in repr(log) + repr(await store.load(table.id))
    street.home.tables.missed()
    await home.tables.stop(home.ask(ANNE), table.id)
    await home.proof(table.id)


async def test_only_its_home_looks_after_a_table_at_rest() -> None:
    street = Neighbours()
    table = await street.home.lobby(ANNE, BOB)
    table = await street.home.tables.begin(street.home.ask(ANNE), table.id)
    await street.home.tables.suspend(street.home.ask(ANNE), table.id)
    street.clock.jump(8 * DAY)
    for house, noted in ((street.away, False), (street.home, True)):
        await Caretaker(house.tables, street.store, street.clock, house.tasks).look()
        assert ((await house.tables.table(table.id)).closes_at is not None) == noted


async def stopped(street: Neighbours) -> int:
    """A table that was over three days ago; its number."""
    table = await street.home.playing()
    await street.home.tables.stop(street.home.ask(ANNE), table.id)
    street.clock.jump(3 * DAY)
    return table.id


async def is_forgotten(street: Neighbours, table_id: int) -> bool:
    return (await street.store.load(table_id)).table.end.forgotten_at is not None


async def test_one_process_forgets_and_packs_for_all() -> None:
    street, packed = Neighbours(), []
    table_id = await stopped(street)

    async def put_away(table_id: int) -> bool:
        packed.append(table_id)
        return True

    street.store.put_away = put_away
    for number, house in ((1, street.away), (0, street.home)):
        homes, is_home = street.homes[number], number == 0
        await Shrinking(street.store, ALL_GAMES, street.clock, house.tasks, homes).look()
        Retention(street.store, street.clock, house.tasks, 2, homes).start()
        await settled()
        assert (await is_forgotten(street, table_id), bool(packed)) == (is_home, is_home)


async def test_who_comes_to_forget_for_all_later_does_so() -> None:
    street = Neighbours()
    table_id = await stopped(street)
    retention = Retention(street.store, street.clock, street.away.tasks, 2, street.homes[1])
    retention.start()
    street.homes[1].slots, street.homes[0].slots = street.homes[0].slots, NOTHING
    await street.away.advance(11 * 60)
    assert await is_forgotten(street, table_id)
    retention.stop()
