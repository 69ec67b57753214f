"""Two processes that share a store, their clocks two seconds apart; and what can happen to them and to it.

Simulated worlds have one process: several over PostgreSQL are seen here alone. A frozen process is missed
once its lease of two seconds is over, and a database that died takes its time to recover.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

import pytest
import pytest_asyncio

from db.sql import NOW
from playground.stores import Postgres, find_programs
from tests.support.chance import chance_of, sized
from tests.support.wire_cluster import Cluster, clustered
from tests.support.wire_company import TABLES, seat_companies
from tests.support.wire_fork import CLOCK_SHIFT
from tests.support.wire_players import Company
from tests.support.wire_storm import Asked, Storm, raise_failures, send_home

pytestmark = [
    pytest.mark.wire,
    pytest.mark.fire,
    pytest.mark.asyncio(loop_scope="module"),
]

SOON = 60.0
"""Seconds after which every board shows how its table stands, whatever happened."""
LISTENING = f"(query = $${NOW}$$)"
"""The connections by which processes hear of each other: what they asked at last."""
MOVES = sized(6, 15)
"""So many moves count between an accident and its end."""


@dataclass
class Trial:
    """Processes and people, who play on all the time."""

    play: Cluster
    storm: Storm
    playing: "list[asyncio.Task[None]]"

    async def moves(self, many: int = MOVES) -> None:
        """Wait until so many more moves have counted."""
        self.storm.calm = False
        before = self._counted()
        await self.play.until(lambda: self._counted() >= before + many or self._failed(), "moves that count")
        await self.storm.check_computers()
        raise_failures(self.playing)

    async def rest(self) -> None:
        """Let everybody wait until they are to play on."""
        self.storm.calm = True
        await self.play.until(lambda: self.storm.busy == 0, "the people to rest")

    async def rest_when_somebody_is_asked(self) -> Company:
        """Let everybody wait once a table of La Tasse asks somebody for a move; the people of that table."""
        while True:
            await self.rest()
            for each in self.storm.companies:
                if isinstance(each, Company) and each.offers():
                    return each
            await self.moves(1)  # it is over, or computers are to act: nobody goes on while all rest

    async def all_well(self) -> None:
        """All boards are right soon, and what was answered is stored."""
        await self.rest()
        async with asyncio.timeout(SOON):
            await self.play.settled()
            await self.storm.check_messages()
        self.storm.check_answers()
        self.storm.calm = False

    def _counted(self) -> int:
        return sum(each.counted is True for each in self.storm.moves)

    def _failed(self) -> bool:
        return any(task.done() for task in self.playing)


@pytest.fixture(scope="module")
def mortal() -> Iterator[Postgres]:
    """A PostgreSQL that may die: nobody else is connected to it."""
    programs = find_programs()
    if programs is None:
        pytest.skip("needs PostgreSQL's programs (Debian's package postgresql)")
    server = Postgres(Path(mkdtemp(prefix="gobelet-")), programs)
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.remove()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def trial(tmp_path_factory: pytest.TempPathFactory, mortal: Postgres) -> AsyncIterator[Trial]:
    folder = tmp_path_factory.mktemp("faults")
    async with clustered(folder, mortal, {}, {CLOCK_SHIFT: "2000"}) as play:
        storm = Storm(play, chance_of(__name__))
        await seat_companies(storm, TABLES[: sized(3, len(TABLES))])
        playing = [asyncio.create_task(storm.keep_playing(company)) for company in storm.companies]
        try:
            yield Trial(play, storm, playing)
        finally:
            await send_home(playing)
        await storm.check_records()


async def test_clocks_two_seconds_apart_disturb_nobody(trial: Trial) -> None:
    await trial.play.until(lambda: len(set(trial.play.homes().values())) == 2, "a home for each slot")
    await trial.moves(2 * MOVES)
    await trial.all_well()


async def test_a_killed_home_has_heirs_and_comes_back(trial: Trial) -> None:
    play = trial.play
    killed = play.home_of(trial.storm.companies[0].channel)
    await killed.kill()
    await play.until(lambda: set(play.homes().values()) == set(play.processes) - {killed}, "heirs")
    await trial.moves()
    await play.start_one(killed)
    await play.until(lambda: killed in play.homes().values(), "its share")
    await trial.moves()
    await trial.all_well()


async def test_a_frozen_home_wakes_up_among_its_heirs(trial: Trial) -> None:
    play = trial.play
    frozen = play.home_of(trial.storm.companies[0].channel)
    play.provoked = (10062, 40060)  # it answers what it should have answered long ago
    frozen.freeze()
    await play.until(lambda: set(play.homes().values()) == set(play.processes) - {frozen}, "heirs")
    await trial.moves()
    frozen.thaw()
    await play.until(lambda: frozen in play.homes().values(), "its share")
    await trial.moves()
    await trial.all_well()


async def test_news_that_are_not_heard_are_found_all_the_same(trial: Trial) -> None:
    cut = 0
    for _ in range(4):
        cut += trial.play.cut_connections(LISTENING)
        await trial.moves(MOVES // 3)
    assert cut >= 4
    await trial.all_well()


async def test_connections_are_cut_in_the_middle_of_a_commit(trial: Trial) -> None:
    for _ in range(10):
        trial.play.cut_connections(f"NOT {LISTENING}")
        await asyncio.sleep(trial.storm.chance.uniform(0, 0.2))
    await trial.moves()
    await trial.all_well()


async def test_postgresql_dies_and_comes_back(trial: Trial) -> None:
    company = await trial.rest_when_somebody_is_asked()
    person, message, moves = company.offers()[0]
    async with trial.play.without_store():
        clicked = await trial.play.touch(person, message, *company.decide(moves))
        assert (await trial.storm.follow(Asked(company, clicked, moves[0]))).excused
    await trial.moves()
    await trial.all_well()
