"""The store is lost while it commits, or somebody else writes in between: both stand, once."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import pytest

from bot.tables.care.caretaking import Caretaker
from bot.tables.care.shrinking import Shrinking
from bot.tables.keeping import ledger
from bot.tables.keeping.retention import Retention
from bot.tables.model import SceneText, Status
from bot.tables.ports import Change, Duplicate, Stored, Unsure
from bot.tables.proof.verify import verify
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
    assert alarm.warned == 1


async def test_who_was_reminded_by_another_is_not_again(store: Lost) -> None:
    """Nor where the store was away meanwhile, and the decision is made."""
    house = House(store)
    table = await house.playing()
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
    assert (await house.tables.table(table.id)).version == stored.table.version


async def test_a_second_opening_by_the_same_command_is_the_first(store: Lost) -> None:
    house = House(store)
    ask = house.ask(BOB)
    store.written = True
    table = await house.tables.open(ask, "coin", opening())
    assert (await house.tables.open(ask, "coin", opening())).id == table.id
    with pytest.raises(Duplicate):
        await store.commit(Change(None, (await store.load(table.id)), await store.log(table.id)))  # type: ignore[arg-type]


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
    stored = await store.load(table_id)
    assert "nom 3" not in repr(stored.table)
    assert (await store.log(table_id))[-1].kind == "act"


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


async def test_a_reminder_that_is_noted_meanwhile_is_not_sent_again() -> None:
    store = Between()
    street = Neighbours(store)
    table = await street.home.playing(ANNE, BOB, CHLOE)
    idle = await street.home.idle(table.id)
    key = table.alarm.key
    store.between = lambda: store.mark_warned(table.id, key, 1)
    after = await street.home.tables.quit(street.home.ask(idle), table.id)
    assert (after.alarm.key, after.alarm.warned) == (key, 1)


async def test_a_deadline_that_is_moved_meanwhile_is_not_moved_back() -> None:
    store = Between()
    street = Neighbours(store)
    table = await street.home.playing(ANNE, BOB, CHLOE)
    idle, now = await street.home.idle(table.id), street.clock.now()
    at = table.alarm.at + 7_000
    store.between = lambda: store.shift_alarms(now, now + 7_000, 0)
    after = await street.home.tables.quit(street.home.ask(idle), table.id)
    assert after.alarm.at == at


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
    assert verify(await home.tables.record(table.id), ALL_GAMES).ok


async def test_only_its_home_looks_after_a_table_at_rest() -> None:
    street = Neighbours()
    table = await street.home.lobby(ANNE, BOB)
    table = await street.home.tables.begin(street.home.ask(ANNE), table.id)
    await street.home.tables.suspend(street.home.ask(ANNE), table.id)
    street.clock.jump(8 * DAY)
    for house, noted in ((street.away, False), (street.home, True)):
        await Caretaker(house.tables, street.store, street.clock, house.tasks).look()
        assert ((await house.tables.table(table.id)).closes_at is not None) == noted


async def test_one_process_forgets_and_packs_for_all() -> None:
    street = Neighbours()
    table = await street.home.playing()
    await street.home.tables.stop(street.home.ask(ANNE), table.id)
    street.clock.jump(3 * DAY)
    packed = []
    street.store.put_away = lambda table_id: settle(packed.append(table_id))
    for homes, house, done in ((street.homes[1], street.away, False), (street.homes[0], street.home, True)):
        await Shrinking(street.store, ALL_GAMES, street.clock, house.tasks, homes).look()
        Retention(street.store, street.clock, house.tasks, 2, homes).start()
        await settled()
        stored = await street.store.load(table.id)
        assert stored.table.status is Status.CLOSED
        assert (stored.table.end.forgotten_at is not None, bool(packed)) == (done, done)


async def settle(_: object) -> bool:
    return True


async def test_who_comes_to_forget_for_all_later_does_so() -> None:
    street = Neighbours()
    table = await street.home.playing()
    await street.home.tables.stop(street.home.ask(ANNE), table.id)
    street.clock.jump(3 * DAY)
    retention = Retention(street.store, street.clock, street.away.tasks, 2, street.homes[1])
    retention.start()
    street.homes[1].slots, street.homes[0].slots = street.homes[0].slots, NOTHING
    await street.away.advance(11 * 60)
    stored = await street.store.load(table.id)
    assert stored.table.end.forgotten_at is not None
    retention.stop()
