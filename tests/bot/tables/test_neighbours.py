"""Two processes over one store: nobody is refused by an old state, and only the home shows and rings."""

import asyncio
from typing import Any

import pytest

from bot.meters import METERS
from bot.tables import changing
from bot.tables.homes import EVERYTHING
from bot.tables.model import Denied
from bot.tables.ports import Stored
from engines.core.records import Refusal
from tests.support.clock import settled
from tests.support.coin import SIDES, Flip, Guess
from tests.support.neighbours import NOTHING, Neighbours
from tests.support.store import FreshStore
from tests.support.tables import ANNE, BOB, CHLOE, House, why_denied


@pytest.fixture
async def both() -> Neighbours:
    return Neighbours(FreshStore())


def cached(house: House) -> int:
    return len(house.tables._ledger._cache)


def reloads() -> float:
    return METERS["reloaded_before_refusal"].values.get((), 0)


# -- what is kept in memory --------------------------------------------------------------------------------


async def test_only_the_home_keeps_a_table_in_memory(both: Neighbours) -> None:
    table = await both.home.playing()
    await both.away.act(table.id)
    assert cached(both.away) == 0
    await both.away.tables.look(table.id)
    assert (cached(both.home), cached(both.away)) == (1, 0)
    assert len(both.away.tables._looks) == 0


async def test_who_is_not_home_sees_what_was_done_elsewhere_without_hearing_of_it(both: Neighbours) -> None:
    table = await both.home.playing()
    seen = await both.away.tables.sight(table.id)
    await both.home.act(table.id)
    assert (await both.away.tables.table(table.id)).version == table.version + 1
    assert (await both.away.tables.sight(table.id)).observation != seen.observation


async def test_the_home_sees_what_was_done_elsewhere_once_it_hears_of_it(both: Neighbours) -> None:
    table = await both.home.playing()
    seen = await both.home.tables.sight(table.id)
    await both.away.act(table.id)
    await both.deliver()
    assert (await both.home.tables.sight(table.id)).observation != seen.observation
    assert cached(both.home) == 1


async def test_what_is_known_to_be_old_is_not_used_while_the_new_is_loaded(both: Neighbours) -> None:
    table = await both.home.playing()
    await both.away.act(table.id)
    async with both.home.tables._ledger.alone(table.id):
        both.home.tables.heard(table.id, table.version + 1, table.guild_id)
        assert (await both.home.tables.table(table.id)).version == table.version + 1
    await settled()


async def test_a_lease_that_is_over_ends_the_use_of_what_is_kept_at_once(both: Neighbours) -> None:
    """A process that was frozen: nobody has told it yet that it is not the home any more."""
    table = await both.home.playing()
    both.homes[0].slots = NOTHING
    await both.away.act(table.id)
    assert (await both.home.tables.table(table.id)).version == table.version + 1
    assert cached(both.home) == 0


async def test_what_was_missed_is_loaded_anew(both: Neighbours) -> None:
    table = await both.home.playing()
    seen = (await both.home.tables.look(table.id)).table.version
    await both.away.act(table.id)
    both.news.clear()
    both.home.tables.missed()
    assert (await both.home.tables.look(table.id)).table.version == seen + 1


async def test_old_news_does_not_take_a_newer_table_out_of_memory(both: Neighbours) -> None:
    table = await both.home.playing()
    await both.home.act(table.id)
    both.home.tables.heard(table.id, table.version, table.guild_id)
    assert cached(both.home) == 1
    await settled()


async def test_news_that_comes_while_a_table_is_loaded_is_not_lost() -> None:
    class Slow(FreshStore):
        heard = False

        async def load(self, table_id: int) -> Stored | None:
            stored = await super().load(table_id)
            if self.heard:
                self.heard = False
                await street.away.act(table_id)
                street.home.tables.heard(*street.news.pop()[1:])
            return stored

    store = Slow()
    street = Neighbours(store)
    table = await street.home.playing()
    street.home.tables.missed()
    store.heard = True
    await street.home.tables.gone(table.id, 99)
    await settled()
    assert (await street.home.tables.table(table.id)).version == table.version + 1


# -- refusals ----------------------------------------------------------------------------------------------


async def test_a_right_move_is_not_refused_by_an_old_state(both: Neighbours) -> None:
    table = await both.home.playing()
    await both.away.act(table.id)
    second, before = await both.away.awaited(table.id), reloads()
    ask = both.home.ask(second, (await both.store.load(table.id)).table.turn)
    after = await both.home.tables.act(ask, table.id, Guess(SIDES[0]))
    assert after.version == table.version + 2
    assert reloads() == before + 1


async def test_a_wrong_move_is_refused_by_the_newest_state(both: Neighbours) -> None:
    table = await both.home.playing()
    first = await both.home.awaited(table.id)
    await both.away.act(table.id)
    late = both.home.tables.act(both.home.ask(first, table.turn), table.id, Flip())
    assert await why_denied(late) == "stale"
    assert len(await both.store.log(table.id)) == table.version + 1


async def test_what_is_refused_by_the_newest_state_is_asked_about_once(both: Neighbours) -> None:
    table, before = await both.home.playing(), reloads()
    assert await why_denied(both.home.tables.act(both.home.ask(99), table.id, Flip())) == "not_at_table"
    assert reloads() == before


async def test_somebody_who_sat_down_elsewhere_may_get_up_here_or_be_gone(both: Neighbours) -> None:
    table = await both.home.lobby(ANNE, BOB)
    await both.away.tables.join(both.away.ask(CHLOE), table.id)
    after = await both.home.tables.quit(both.home.ask(CHLOE), table.id)
    assert [seat.name for seat in after.seats] == [seat.name for seat in table.seats]
    await both.away.tables.join(both.away.ask(CHLOE), table.id)
    await both.home.tables.gone(table.id, CHLOE)
    assert (await both.store.load(table.id)).table.seat_of(CHLOE) is None


async def test_a_second_delivery_to_another_process_is_answered_as_the_first(both: Neighbours) -> None:
    table = await both.home.playing()
    ask = both.home.ask(await both.home.awaited(table.id), table.turn)
    first = await both.home.tables.act(ask, table.id, Flip())
    assert await both.away.tables.act(ask, table.id, Flip()) == first
    assert len(await both.store.log(table.id)) == first.version


async def test_one_process_alone_never_asks_for_the_version() -> None:
    class Asked(FreshStore):
        async def version(self, table_id: int) -> int | None:
            raise AssertionError(table_id)

    house = House(Asked())
    table = await house.playing()
    assert await why_denied(house.tables.act(house.ask(99), table.id, Flip())) == "not_at_table"
    assert not await house.tables.catch_up(table.id)


async def test_many_at_once_through_both_are_each_granted_or_refused_once(both: Neighbours) -> None:
    table = await both.home.lobby(ANNE)
    asks = [(both.houses[user % 2], both.home.ask(user)) for user in range(10, 22)]

    async def join(house: House, ask: Any) -> bool:
        try:
            await house.tables.join(ask, table.id)
        except (Denied, Refusal):
            return False
        return True

    granted = await asyncio.gather(*(join(house, ask) for house, ask in asks))
    log = await both.store.log(table.id)
    joined = [entry.user_id for entry in log if entry.kind == "join"]
    assert sorted(joined) == sorted(ask.user_id for (_, ask), done in zip(asks, granted, strict=True) if done)
    assert len(joined) == len(set(joined)) == 5, "a table of six"


# -- clocks ------------------------------------------------------------------------------------------------


async def test_clocks_run_and_boards_are_published_at_home_alone_whoever_acts(both: Neighbours) -> None:
    table = await both.away.playing()
    assert (len(both.home.tables.deadlines), len(both.away.tables.deadlines)) == (0, 0)
    await both.deliver()
    assert (len(both.home.tables.deadlines), len(both.away.tables.deadlines)) == (1, 0)
    both.home.told.clear()
    await both.away.act(table.id)
    assert (both.home.told, both.away.told) == ([], [])
    await both.deliver()
    assert (both.home.told, both.away.told) == ([table.id], [])
    await both.home.advance(90)
    assert (await both.home.kinds(table.id)).count("expire") == 1
    assert (both.home.warned, both.away.warned) == ([table.id], [])


async def test_the_clocks_of_a_dead_home_ring_where_its_slots_went(both: Neighbours) -> None:
    table = await both.home.playing()
    both.home.tables.hold()  # it is dead
    await both.swap()
    await both.home.advance(60)
    assert (await both.home.kinds(table.id)).count("expire") == 1


async def test_who_was_home_rings_no_more(both: Neighbours) -> None:
    table = await both.home.playing()
    both.homes[0].slots = NOTHING  # it does not know yet
    await both.home.advance(61)
    assert both.home.warned == []
    assert "expire" not in await both.home.kinds(table.id)


async def test_a_sweep_finds_what_no_news_told_and_leaves_alone_what_is_shown_and_in_time(
    both: Neighbours,
) -> None:
    table = await both.away.playing()
    both.news.clear()
    for told in ([table.id], []):
        await both.home.tables.sweep(EVERYTHING)
        await settled()
        assert both.home.told == told
        assert table.id in both.home.tables.deadlines
        both.store.note_published(table.id, table.version)
        await both.store.set_fact("written", "now")
        both.home.told.clear()


async def test_a_sweep_rings_what_is_overdue(both: Neighbours) -> None:
    table = await both.away.playing()
    both.news.clear()
    both.store.note_published(table.id, table.version)
    await both.store.set_fact("written", "now")
    for seconds, expired in ((69, 0), (2, 1)):
        await both.home.advance(seconds)
        await both.home.tables.sweep(EVERYTHING)
        await settled()
        await both.home.advance(0)
        kinds = await both.home.kinds(table.id)
        assert kinds.count("expire") == expired, "before, it may be on its way"


async def test_a_sweep_after_a_start_leaves_most_to_those_who_show_them_slowly(
    both: Neighbours, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once their deadlines were moved, all are behind."""
    monkeypatch.setattr(changing, "_SWEPT", 2)
    overdue = [(await both.away.playing(channel_id=channel)).id for channel in (50, 51, 52)]
    both.clock.jump(71_000)
    behind = [(await both.away.playing(channel_id=channel)).id for channel in (53, 54, 55, 56)]
    both.news.clear()
    await both.home.tables.sweep(EVERYTHING)
    await settled()
    assert set(overdue) < set(both.home.told)
    assert len(set(both.home.told) & set(behind)) == 2


async def test_what_others_overtook_is_shown_again(both: Neighbours) -> None:
    overtaken: list[int] = []
    both.home.tables.on_overtaken.add(overtaken.append)
    table = await both.home.playing()
    await both.away.act(table.id)
    await both.deliver()
    assert overtaken == [], "their drawing is not older than ours"
    await both.away.act(table.id)
    later = await both.home.tables.stop(both.home.ask(ANNE), table.id)
    assert later.version == table.version + 3
    await both.deliver()
    assert overtaken == [table.id]


async def test_a_table_is_woken_at_its_home(both: Neighbours) -> None:
    table = await both.home.playing()
    both.home.told.clear()
    both.news.clear()
    await both.away.tables.wake_home(table)
    await both.deliver()
    assert both.home.told == [table.id]


async def test_reminders_are_sent_once_though_the_slot_moves(both: Neighbours) -> None:
    table = await both.home.playing()
    await both.home.advance(45)
    await both.swap()
    await both.home.advance(14)
    assert (both.away.warned, both.home.warned) == ([table.id], [])
