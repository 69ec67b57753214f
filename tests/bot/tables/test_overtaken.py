"""Somebody else writes at a table between a change's look at it and its commit: both stand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from bot.tables.care.caretaking import Caretaker
from bot.tables.care.shrinking import Shrinking
from bot.tables.keeping.retention import Retention
from bot.tables.model import SceneText, Status
from bot.tables.ports import Change, Stored
from bot.tables.proof.verify import verify
from engines.tasse import model as tasse
from tests.support.clock import settled
from tests.support.neighbours import NOTHING, Neighbours
from tests.support.store import FreshStore
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE

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
    assert stored is not None
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
    assert table.alarm is not None
    key = table.alarm.key
    store.between = lambda: store.mark_warned(table.id, key, 1)
    after = await street.home.tables.quit(street.home.ask(idle), table.id)
    assert after.alarm is not None
    assert (after.alarm.key, after.alarm.warned) == (key, 1)


async def test_a_deadline_that_is_moved_meanwhile_is_not_moved_back() -> None:
    store = Between()
    street = Neighbours(store)
    table = await street.home.playing(ANNE, BOB, CHLOE)
    idle, now = await street.home.idle(table.id), street.clock.now()
    assert table.alarm is not None
    at = table.alarm.at + 7_000
    store.between = lambda: store.shift_alarms(now, now + 7_000, 0)
    after = await street.home.tables.quit(street.home.ask(idle), table.id)
    assert after.alarm is not None
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
    for homes, house, done in (
        (street.homes[1], street.away, False),
        (street.homes[0], street.home, True),
    ):
        await Shrinking(street.store, ALL_GAMES, street.clock, house.tasks, homes).look()
        Retention(street.store, street.clock, house.tasks, 2, homes).start()
        await settled()
        stored = await street.store.load(table.id)
        assert stored is not None
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
    assert stored is not None
    assert stored.table.end.forgotten_at is not None
    retention.stop()
