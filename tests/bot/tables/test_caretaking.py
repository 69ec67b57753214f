"""Tables at which nothing happens: reminded of once, closed later; and what is left of gone servers."""

import asyncio
from dataclasses import replace

import pytest

from bot.tables.care.caretaking import Caretaker
from bot.tables.decks import DeckInfo, Report
from bot.tables.model import Pace, Reach, Status, Table
from bot.tables.playing.lobby import Opening
from tests.support.tables import ANNE, BOB, HALL, House, opening

HOUR = 3_600_000
DAY = 24 * HOUR
SERVER = 10


class Home(House):
    """A house with its caretaker; `reminded` lists the tables whose host was to be told."""

    def __init__(self) -> None:
        self.reminded: list[int] = []
        super().__init__()

    def restart(self) -> None:
        if hasattr(self, "caretaker"):
            self.caretaker.stop()
        super().restart()
        self.caretaker = Caretaker(self.tables, self.store, self.clock, self.tasks)
        self.caretaker.on_reminder.add(self.reminded.append)
        self.caretaker.start()

    async def days(self, days: float) -> None:
        """Let days pass, hour by hour, without the tables' own clocks."""
        await self.clock.advance(round(days * DAY))

    async def now(self, table_id: int = 1) -> Table:
        return await self.tables.table(table_id)


@pytest.fixture
async def home() -> Home:
    return Home()


async def test_a_relaxed_table_reminds_its_host_once_and_closes_a_week_later(home: Home) -> None:
    await home.playing(pace=Pace.RELAXED)
    await home.days(6.9)
    assert (home.reminded, (await home.now()).closes_at) == ([], None)
    acted_at = (await home.store.log(1))[-1].at
    await home.days(0.2)
    assert home.reminded == [1]
    assert (await home.now()).closes_at == acted_at + 14 * DAY
    await home.days(6.8)
    assert (home.reminded, (await home.now()).status) == ([1], Status.PLAYING)
    await home.days(0.2)
    end = (await home.now()).end
    assert (end.why, end.winners, end.seed is not None) == ("abandoned", (), True)
    await home.proof(1)
    last = (await home.store.log(1))[-1]
    assert (last.kind, last.user_id, dict(last.payload)) == ("close", None, {"ending": "abandoned"})
    assert await home.store.resting() == []


async def test_the_reminder_goes_out_once_over_restarts(home: Home) -> None:
    await home.playing(pace=Pace.RELAXED)
    await home.days(7.1)
    for _ in range(3):
        home.restart()
        await home.clock.advance(3 * HOUR)
    assert home.reminded == [1]


async def test_somebody_who_acts_gives_the_table_two_weeks_more(home: Home) -> None:
    await home.playing(pace=Pace.RELAXED)
    await home.days(7.1)
    assert (await home.act(1)).closes_at is None
    await home.days(6.9)
    assert (home.reminded, (await home.now()).closes_at) == ([1], None)
    await home.days(0.2)
    assert home.reminded == [1, 1]


async def test_what_is_noted_of_a_person_or_done_by_the_table_itself_is_no_action_of_theirs(
    home: Home,
) -> None:
    await home.playing(pace=Pace.RELAXED)
    await home.days(6.5)
    await home.tables.note_reach(1, BOB, Reach.BUTTON)
    await home.tables.pause(1, "message_gone")
    await home.days(0.6)
    assert home.reminded == [1]
    closes_at = (await home.now()).closes_at
    assert closes_at is not None
    await home.tables.note_reach(1, BOB, Reach.DM)
    assert (await home.now()).closes_at == closes_at
    await home.days(7)
    assert (await home.now()).end.why == "abandoned"


async def test_two_looks_at_once_remind_once(home: Home) -> None:
    await home.playing(pace=Pace.RELAXED)
    home.clock.jump(7 * DAY)
    await asyncio.gather(home.caretaker.look(), home.caretaker.look())
    assert home.reminded == [1]


async def test_erased_people_have_acted_all_the_same(home: Home) -> None:
    await home.playing(pace=Pace.RELAXED)
    await home.days(3)
    await home.act(1)
    before = await home.store.resting()
    await home.tables.erase(await home.awaited(1), home.store)
    await home.tables.erase(ANNE, home.store)
    await home.tables.erase(BOB, home.store)
    assert await home.store.resting() == before


@pytest.mark.parametrize("pace", [Pace.BRISK, Pace.WEEK])
async def test_a_paused_table_rests_at_any_pace(home: Home, pace: Pace) -> None:
    await home.playing(pace=pace)
    await home.tables.suspend(home.ask(ANNE), 1)
    await home.days(7.1)
    assert home.reminded == [1]
    table = await home.tables.resume(home.ask(ANNE), 1, HALL)
    assert (table.closes_at, table.status) == (None, Status.PLAYING)
    await home.tables.suspend(home.ask(ANNE), 1)
    await home.days(14.1)
    assert (home.reminded, (await home.now()).end.why) == ([1, 1], "abandoned")


async def test_a_table_that_cannot_be_read_closes_too(home: Home) -> None:
    await home.playing()
    await home.tables.set_aside(1, RuntimeError("the rules failed"))
    await home.days(7.1)
    assert home.reminded == [1]
    await home.days(7)
    table = await home.now()
    assert (table.status, table.end.why) == (Status.CLOSED, "abandoned")
    assert table.incident is not None


async def test_tables_whose_clock_runs_and_lobbies_are_left_alone(home: Home) -> None:
    await home.playing(pace=Pace.THREE_DAYS)
    await home.tables.open(home.ask(BOB), "tasse", _elsewhere())
    assert await home.store.resting() == []
    assert [idle.table_id for idle in await home.store.live_in(SERVER)] == [1, 2]


async def test_days_away_count_but_nobody_closes_unannounced(home: Home) -> None:
    await home.playing(pace=Pace.RELAXED)
    home.clock.jump(40 * DAY)
    home.restart()
    await home.clock.advance(2 * 60_000)
    assert home.reminded == [1]
    await home.days(0.9)
    assert (await home.now()).status is Status.PLAYING
    await home.days(0.2)
    assert (await home.now()).end.why == "abandoned"


async def test_one_table_that_fails_does_not_keep_the_others(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    await home.playing(pace=Pace.RELAXED)
    await home.tables.open(home.ask(BOB), "coin", _elsewhere(Pace.RELAXED))
    await home.tables.join(home.ask(ANNE), 2)
    await home.tables.begin(home.ask(BOB), 2)
    change = home.tables.change

    async def failing(table_id: int, transition: object) -> Table:
        if table_id == 1:
            raise OSError("disk full")
        return await change(table_id, transition)

    monkeypatch.setattr(home.tables, "change", failing)
    await home.days(7.1)
    assert home.reminded == [2]
    monkeypatch.undo()
    await home.clock.advance(HOUR)
    assert home.reminded == [2, 1]


# -- servers that are gone ---------------------------------------------------------------------------------


async def test_the_tables_of_a_server_that_we_left_close_at_once_or_later(home: Home) -> None:
    """Later, as after a crash between the two, or where a click was heard in between."""
    await home.playing(pace=Pace.WEEK)
    await home.tables.open(home.ask(BOB), "tasse", _elsewhere())
    await home.caretaker.departed(SERVER)
    for table_id in (1, 2):
        table = await home.now(table_id)
        assert (table.status, table.end.why, table.end.seed is not None) == (Status.CLOSED, "left", True)
    late = await home.playing(pace=Pace.WEEK)
    await home.store.note_departure(SERVER, home.clock.now())
    await home.clock.advance(HOUR)
    assert (await home.now(late.id)).end.why == "left"


async def test_its_data_go_after_thirty_days_and_those_of_others_stay(home: Home) -> None:
    for _ in range(45):
        table = await home.playing()
        await home.tables.stop(home.ask(ANNE), table.id)
    old = await home.over(goal=3)
    again = await home.tables.rematch(home.ask(ANNE), old.id)
    other = await home.tables.open(home.ask(BOB), "coin", _elsewhere(guild_id=77))
    for guild_id in (SERVER, 77):
        await home.store.set_server(guild_id, {"sips": True})
        await home.store.put_deck(guild_id, DeckInfo("nôtre", 1, 5), "[]")
        await home.store.add_report(guild_id, Report("nôtre", "a", 0, "Où ?", "x", 6, 1))
    await home.caretaker.departed(SERVER)
    await home.days(29.9)
    assert (await home.now(again.id)).end.why == "left"
    assert await home.store.server(SERVER)
    await home.days(0.2)
    assert await home.store.list_servers() == {77}
    assert await home.store.server(SERVER) == {}
    assert [len(await home.store.decks(guild_id)) for guild_id in (SERVER, 77)] == [0, 1]
    assert [len(await home.store.reports(guild_id)) for guild_id in (SERVER, 77)] == [0, 1]
    assert [await home.store.load(table_id) for table_id in (1, old.id, again.id)] == [None] * 3
    assert await home.store.log(old.id) == ()
    exported = await home.store.export(ANNE)
    assert [exported[part] for part in ("seats", "log", "results", "hosted")] == [[]] * 4
    assert (await home.store.export(BOB))["hosted"] == [other.id]
    assert await home.store.departed(home.clock.now()) == []
    newest = await home.tables.open(home.ask(ANNE), "coin", _elsewhere(guild_id=78))
    assert newest.id > other.id, "a number is never given twice"


async def test_a_server_that_came_back_keeps_everything(home: Home) -> None:
    await home.playing()
    await home.caretaker.departed(SERVER)
    await home.days(29)
    await home.caretaker.arrived(SERVER)
    await home.days(40)
    assert (await home.now()).end.why == "left"
    await home.caretaker.departed(SERVER)
    await home.days(29)
    assert (await home.store.load(1)) is not None, "the days are counted anew"


async def test_servers_missing_when_we_connect_were_left_meanwhile(home: Home) -> None:
    await home.playing()
    await home.caretaker.here(set(), lambda _guild: True)
    await home.caretaker.here({SERVER, 11}, lambda _guild: True)
    await home.caretaker.here({11}, lambda guild: guild != SERVER)
    assert (await home.now()).status is Status.PLAYING
    await home.caretaker.here({11}, lambda _guild: True)
    assert (await home.now()).end.why == "left"
    assert await home.store.departed(home.clock.now()) == [SERVER]
    await home.caretaker.here({11, SERVER}, lambda _guild: True)
    assert await home.store.departed(home.clock.now()) == []


def _elsewhere(pace: Pace = Pace.BRISK, guild_id: int = SERVER) -> Opening:
    return replace(opening(HALL + 1, pace), guild_id=guild_id)
