"""Games are looked back on soon after their end, whoever dies meanwhile, and once."""

from collections.abc import Sequence
from typing import cast

import pytest
from structlog.testing import capture_logs

from bot.tables.digests import digesting
from bot.tables.digests.digesting import Digester, Digesting, Rebuilt, rebuild_digests
from bot.tables.digests.model import FOLD, OFTEN, Digest, Renewed, Undigested, Verdict
from bot.tables.model import Table
from db.jobs.insight import KeptInsight
from engines.core.game import AnyGame
from engines.core.telling import Facts, Story
from tests.support.clock import settled
from tests.support.coin import Coin
from tests.support.neighbours import Neighbours
from tests.support.results import read_results
from tests.support.store import FreshStore
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House


@pytest.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> House:
    """A house in which no time is lost between tables."""
    monkeypatch.setattr(digesting, "_PAUSE", 0)
    monkeypatch.setattr(digesting, "_PAUSE", 0)
    return House(FreshStore())


def care(house: House) -> Digesting:
    return Digesting(house.tables, house.store.insight, house.clock, house.tasks)


async def looked(caring: Digesting) -> None:
    """Slots come home, and a moment passes."""
    caring.start()
    await caring.look()


async def ended(house: House, *users: int) -> Table:
    return await house.over(*(users or (ANNE, BOB)))


async def verdict(house: House, table: Table) -> Verdict | None:
    """What is kept of whether a table counts, once all is done that was begun."""
    await house.tasks.drain(20)
    found: Verdict | None = await house.store.insight.verdict(table.id)
    return found


async def verdicts(house: House, *tables: Table) -> list[str | None]:
    found = [await house.store.insight.verdict(table.id) for table in tables]
    return [verdict and verdict.unrated for verdict in found]


async def test_a_game_is_looked_back_on_as_it_ends(house: House) -> None:
    care(house).attend()
    table = await ended(house)
    await house.tasks.drain(20)
    assert await house.store.insight.verdict(table.id) == Verdict(FOLD, None)
    (result,) = (await house.store.export(ANNE))["results"]
    assert result["rank"] == result["place"]
    assert result["facts"]["played"] == 1
    (finished,) = await read_results(house.store.insight, 10, "coin")
    assert sorted(one.place for one in finished.seats) == [1, 2]


async def test_a_stopped_game_says_so_and_a_lobby_nothing(house: House) -> None:
    care(house).attend()
    lobby = await house.lobby()
    await house.tables.stop(house.ask(ANNE), lobby.id)
    playing = await house.playing()
    stopped = await house.tables.stop(house.ask(ANNE), playing.id)
    await house.tasks.drain(20)
    assert await verdicts(house, stopped) == ["stopped"]
    assert await house.store.insight.verdict(lobby.id) is None
    (finished,) = await read_results(house.store.insight, 10, "coin")
    assert finished.unrated == "stopped"


async def test_what_a_dead_process_left_is_found_at_the_next_look(house: House) -> None:
    tables = [await ended(house) for _ in range(2)]
    house.restart()
    await looked(care(house))
    assert await verdicts(house, *tables) == [None, None]
    assert all([await house.store.insight.verdict(table.id) for table in tables])
    assert not (await house.store.insight.undigested(0))[0]


async def test_it_looks_soon_after_slots_have_come_home(house: House) -> None:
    table = await ended(house)
    caring = care(house)
    caring.start()
    await house.clock.advance(digesting._FIRST_LOOK - 1)
    assert await verdict(house, table) is None
    await house.clock.advance(1)
    assert await verdict(house, table) is not None
    later = await ended(house)
    await house.clock.advance(digesting._LOOKS)
    assert await verdict(house, later) is None, "who closes a table here tells"
    caring.start()
    await house.clock.advance(digesting._FIRST_LOOK)
    assert await verdict(house, later) is not None
    last = await ended(house)
    caring.start()
    caring.stop()
    await house.clock.advance(3 * digesting._LOOKS)
    assert await verdict(house, last) is None


class Away(KeptInsight):
    """A store that does not answer as often as a test likes."""

    away = 0

    async def undigested(self, after: int) -> tuple[Sequence[Undigested], int | None]:
        self._fail()
        return await super().undigested(after)

    async def verdict(self, table_id: int) -> Verdict | None:
        self._fail()
        return await super().verdict(table_id)

    def _fail(self) -> None:
        if self.away:
            self.away -= 1
            raise OSError("away")


async def test_what_a_store_that_is_away_keeps_us_from_is_tried_again() -> None:
    store = FreshStore()
    store.insight = insight = Away(store.door, store._reader)
    house = House(store)
    caring = care(house)
    caring.attend()
    insight.away = 1
    table = await ended(house)
    with capture_logs() as logs:
        await house.tasks.drain(20)
    assert [line["table"] for line in logs if line["log_level"] == "error"] == [table.id]
    await caring.look()
    assert await insight.verdict(table.id) is not None

    house.restart()
    lost = await ended(house)
    caring = care(house)
    caring.start()
    insight.away = 1
    with capture_logs():
        await house.clock.advance(digesting._FIRST_LOOK)
        await house.tasks.drain(20)
    assert await insight.verdict(lost.id) is None
    await house.clock.advance(digesting._LOOKS)
    await house.tasks.drain(20)
    assert await insight.verdict(lost.id) is not None


class Mute(KeptInsight):
    """Keeps what it is given, once without saying so."""

    mute = False

    async def keep_digest(self, digest: Digest, shown_since: int) -> Sequence[Renewed]:
        renewed = await super().keep_digest(digest, shown_since)
        if self.mute:
            self.mute = False
            raise OSError("cut")
        return renewed


async def test_a_board_is_renewed_where_only_the_answer_of_the_store_was_lost() -> None:
    store = FreshStore()
    store.insight = insight = Mute(store.door, store._reader)
    house = House(store)
    care(house).attend()
    insight.mute = True
    table = await ended(house)
    with capture_logs():
        await house.tasks.drain(20)
    told = house.told.count(table.id)
    await house.clock.advance(digesting._SOON)
    await house.tasks.drain(20)
    assert house.told.count(table.id) == told + 1
    assert (await house.tables.table(table.id)).version == table.version + 1


async def test_the_fourth_table_of_a_day_is_shown_again_and_says_why(house: House) -> None:
    care(house).attend()
    tables = []
    for _ in range(4):
        tables.append(await ended(house))
        await house.tasks.drain(20)
    assert await verdicts(house, *tables) == [None, None, None, OFTEN]
    assert (await house.tables.table(tables[3].id)).version == tables[3].version + 1
    assert house.told[-1] == tables[3].id
    assert house.told.count(tables[3].id) == house.told.count(tables[2].id)
    assert tables[3].id in [live.table_id for live in await house.store.live()], "until that is shown"


async def test_a_table_that_counts_is_shown_again_for_what_it_changes(house: House) -> None:
    care(house).attend()
    table = await ended(house)
    told = house.told.count(table.id)
    await house.tasks.drain(20)
    assert house.told.count(table.id) == told + 1
    assert (await house.tables.table(table.id)).version == table.version + 1


async def test_looking_back_twice_changes_nothing(house: House) -> None:
    caring = care(house)
    caring.attend()
    table = await ended(house)
    await house.tasks.drain(20)
    mark = await house.store.insight.results_mark(10, "coin")
    rematch = await house.tables.rematch(house.ask(BOB), table.id)
    await looked(caring)
    await house.tasks.drain(20)
    assert rematch.rematch_of == table.id
    assert await house.store.insight.results_mark(10, "coin") == mark


class Frail(Coin):
    """Fails as it looks back on what three have played."""

    def tally(self, story: Story) -> Facts:
        if len(story.seats) == 3:
            raise ValueError("three")
        return super().tally(story)


async def test_a_game_at_which_the_rules_fail_holds_up_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cast("dict[str, AnyGame]", ALL_GAMES), "coin", Frail())
    house.restart()
    first, second = await ended(house, ANNE, BOB, CHLOE), await ended(house)
    caring = care(house)
    with capture_logs() as logs:
        await looked(caring)
        await looked(caring)
    assert [line["table"] for line in logs if line["log_level"] == "error"] == [first.id]
    assert await house.store.insight.verdict(first.id) is None
    assert await house.store.insight.verdict(second.id) is not None
    rebuilt = await rebuild_digests(house.store.insight, Digester(house.tables, house.store.insight))
    assert rebuilt == Rebuilt(1, 1)


async def test_only_the_home_looks_back_and_another_finds_what_it_left() -> None:
    street = Neighbours()
    home, away = (care(house) for house in street.houses)
    away.attend()
    table = await ended(street.away)
    await street.deliver()
    await street.away.tasks.drain(20)
    await looked(away)
    assert await street.store.insight.verdict(table.id) is None
    home.attend()
    second = await ended(street.away)
    await street.deliver()
    await street.home.tasks.drain(20)
    assert await street.store.insight.verdict(second.id) is not None
    await street.swap()
    await looked(away)
    assert await street.store.insight.verdict(table.id) is not None


async def test_all_is_rebuilt_and_boards_stay_as_they_are(house: House) -> None:
    tables = [await ended(house) for _ in range(4)]
    await looked(care(house))
    versions = [await house.store.version(table.id) for table in tables]
    house.store.note_published(tables[3].id, versions[3] or 0)
    digester = Digester(house.tables, house.store.insight)
    assert await rebuild_digests(house.store.insight, digester) == Rebuilt(4, 0)
    assert await verdicts(house, *tables) == [None, None, None, OFTEN]
    assert [await house.store.version(table.id) for table in tables] == versions
    await house.store.erase(BOB)
    assert await rebuild_digests(house.store.insight, digester) == Rebuilt(4, 0)
    assert await verdicts(house, *tables) == [None, None, None, OFTEN], "which nobody could find out now"


async def test_a_forgotten_log_takes_no_results_along(house: House) -> None:
    known, unknown = await ended(house), await ended(house)
    digester = Digester(house.tables, house.store.insight)
    await digester.digest(known.id, 0)
    await house.store.forget([known.id, unknown.id], house.clock.now())
    house.restart()
    digester = Digester(house.tables, house.store.insight)
    assert await rebuild_digests(house.store.insight, digester) == Rebuilt(2, 0)
    facts = [result["facts"] for result in (await house.store.export(ANNE))["results"]]
    assert [sheet is not None for sheet in facts] == [True, False]
    results = await read_results(house.store.insight, 10, "coin")
    assert [sorted(one.place for one in ended.seats) for ended in results] == [[1, 2], [1, 2]]


async def test_a_table_that_is_gone_meanwhile_is_left(house: House) -> None:
    table = await ended(house)
    caring = care(house)
    await house.store.note_departure(10, 1)
    assert await house.store.purge_some(10) == 1
    house.restart()
    caring = care(house)
    await caring._try(table.id)
    await settled()
    assert await house.store.insight.verdict(table.id) is None
