"""What must hold in every simulated world, at each moment or once Discord is well again."""

import asyncio
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from bot.tables.digests.digesting import Digester, rebuild_digests
from bot.tables.looking import Looking
from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from bot.ui.wire.clock import LoopClock
from db.store import SqliteStore
from engines import GAMES
from players.registry import find_player
from playground.messages import Message
from playground.snowflakes import moment_of
from tests.support import wire_judges
from tests.support.wire_players import Gathering
from tests.support.wire_reading import pieces_of, text_of
from tests.support.wire_storm import Storm
from tests.world.faults import Weather
from tests.world.leftovers import check_leftovers
from tests.world.loop import START, Life, inside
from tests.world.people import Party
from tests.world.truths import (
    Broken,
    Onlooker,
    check_attempts,
    check_chips,
    check_clocks,
    check_memory,
    check_nights,
    check_seeds,
    check_words,
    crowds,
)
from tests.world.watch import Watch
from tests.world.world import SimWorld

__all__ = ["Broken", "Judge"]

_EXPLAINED: Final = (
    "DiscordServerError",
    "GatewayNotFound",
    "HTTPException",
    "NotFound",
    "Forbidden",
    "RateLimited",
    "ClientConnectorError",
    "ClientConnectionError",
    "ClientOSError",
    "ConnectionResetError",
    "ServerDisconnectedError",
    "ConnectionClosed",
    "TimeoutError",
    "OperationalError",
    "StoreError",
)
"""Errors that a fault of Discord's, of the line or of the disk brings about, by their names."""
_CUT_SHORT: Final = ("RuntimeError: Session is closed", "TypeError: 'NoneType' object is not callable")
"""What aiohttp says of connections that a stop or a death cuts short."""
_ERROR: Final = re.compile(
    r"^(?:[a-z_]+\.)*([A-Z]\w+(?:Error|Exception|Closed|NotFound|Forbidden|Limited|Warning|Exit)?)(?:: |$)"
)


_HEALED: Final = 22.0
_FOLLOWS: Final = 12.0
"""Seconds after which nothing is wrong any more, and in which messages follow what people do meanwhile."""
_LATE_MS: Final = 10_000
"""By so much a deadline may be late: it rings a little after its moment, and is written then."""
_INSIGHT: Final = {
    "digests": "SELECT table_id, guild_id, game, ended_at, unrated FROM digests",
    "tallies": "SELECT table_id, ordinal, facts FROM tallies",
    "rolls": "SELECT * FROM rolls",
    "results": "SELECT table_id, ordinal, person, user_id, won, place, rank FROM results",
}


class Judge(Storm):
    """Looks at one world; what it asks of tables is what the tests with real kills ask (see `Storm`)."""

    def __init__(self, world: SimWorld, parties: Sequence[Party], weather: Weather) -> None:
        super().__init__(world, world.ground.dice("judge"))
        self.world = world
        self.weather = weather
        self.parties = parties
        self.companies = [party.company for party in parties]
        self.well = 0.0
        """Since when nothing is wrong any more."""
        self.records: list[Record] = []
        """What people were given of tables that have ended."""
        self.watch = Watch(world)
        self.onlooker = Onlooker(world, weather, *world.people("Passant"))

    def look(self) -> None:
        """What holds at any moment: all are answered; what counts is in the log, once; nothing lies still."""
        self.moves = [asked for party in self.parties for asked in party.asked if asked.answer is not None]
        if self.watch.found:
            raise Broken("; ".join(self.watch.found[:3]))
        self._everybody_was_answered()
        self.check_answers()

    def _everybody_was_answered(self) -> None:
        for asked in self.moves:
            assert asked.answer is not None
            if asked.answer.error is None:
                continue
            at = moment_of(asked.interaction.id).timestamp() - START
            if not self.weather.is_trouble(at - 1.0, at + 4.0):
                raise Broken(f"not answered, and nothing was wrong: {asked.interaction.label} at {at:.3f}")

    async def look_back(self) -> None:
        """What holds once all is well again: messages follow, and every clock that should runs."""
        self.companies = [party.company for party in self.parties if await self._finds_board(party)]
        for party in self.parties:
            await check_leftovers(self.world, party)
        await self.check_messages()
        self.look()
        self._clocks_run()
        await self._look_on()

    async def wait_until_well(self) -> None:
        """Let time pass until nothing is wrong any more; meanwhile people open their panels."""
        await asyncio.sleep(_HEALED)
        self.well = asyncio.get_running_loop().time()
        for party in self.parties:
            if party.company.has_board:
                for person in party.company.people:
                    await party.look_at(person)
        await asyncio.sleep(_FOLLOWS)

    async def _look_on(self) -> None:
        """While nobody acts: what is shown is true, and what is offered works."""
        for party in self.parties:
            party.resting = True
        await asyncio.sleep(5.0)
        check_clocks(self.world)
        await self.world.until(
            lambda: not crowds(self.world, self.well), f"no {crowds(self.world, self.well)}"
        )
        for party in self.parties:
            if party.company in self.companies:
                await self.onlooker.check_board(party)
                for held in list(party.panels.values()):
                    await self.onlooker.check_panel(party, held)
                await self.onlooker.check_buttons(party, self.chance)
        for party in self.parties:
            party.resting = False

    def differing(self) -> list[str]:
        """The boards that do not show their table's turn, now; nobody sees one whose channel was deleted."""
        at_home = {company.channel.id: company for company in self.companies}
        live = "SELECT id, channel_id, turn FROM tables WHERE status IN ('lobby', 'playing')"
        return [
            f"{(table_id, turn)}: {text_of(at_home[channel_id].board()) if channel_id in at_home else None}"
            for table_id, channel_id, turn in self.world.rows(live)
            if channel_id in self.world.world.channels
            and (channel_id not in at_home or at_home[channel_id].shown() != {(table_id, turn)})
        ]

    async def _finds_board(self, party: Party) -> bool:
        """Whether there is a board; `statut` brings back one that was deleted, and a table at rest."""
        where = (party.company.channel.id,)
        live = self.world.rows(
            "SELECT id, status FROM tables WHERE status <> 'closed' AND channel_id = ?", where
        )
        shown = (
            {each.table for each in pieces_of(party.company.board())} if party.company.has_board else set()
        )
        if live and (live[0][0] not in shown or live[0][1] == "paused"):
            await party.command("statut")
            await asyncio.sleep(10.0)
            if not party.company.has_board:
                raise Broken(f"table {live} has no board")
        return party.company.has_board

    def _clocks_run(self) -> None:
        """No decision is overdue: its deadline has fired."""
        now = self.world.now_ms()
        overdue = self.world.rows(
            "SELECT id, game, alarm_key, alarm_at FROM tables WHERE status = 'playing' AND alarm_at < ?",
            (now - _LATE_MS,),
        )
        if overdue:
            raise Broken(f"nobody rings for {overdue} at {now}")

    async def look_at_end(self) -> None:
        """What holds when all games are over, some minutes later."""
        self.look()
        await self._nothing_is_left()
        check_memory(self.world)
        check_nights(self.world, self.weather.muted)
        check_attempts(self.world, self.parties)
        self.companies = [party.company for party in self.parties]
        await self.check_records()
        for company in self.companies:
            if "clock" not in self.weather.struck:
                check_words(
                    self.world, company, [each for each in self.records if self._plays(company, each.table)]
                )
        await self._is_told_of_alike()
        self._sends_as_it_should()
        self._logs_no_surprise()

    async def _nothing_is_left(self) -> None:
        """No table is open that nobody sees, and no process has more to do than a new one."""
        live = "SELECT id, game, status, channel_id, alarm_at FROM tables WHERE status <> 'closed'"
        left = [row for row in self.world.rows(live) if not self._is_lost(*row[2:])]
        if left:
            raise Broken(f"tables that nobody sees: {left}")
        if behind := self.world.behind():
            raise Broken(f"never published: {behind}")
        if self._work_left():
            await asyncio.sleep(1.0)  # a sign of life is given in less
        if more := self._work_left():
            raise Broken(f"scheduled for ever: {more}")

    def _work_left(self) -> list[str]:
        return [left for process in self.world.processes for left in process.work_left()]

    def _is_lost(self, status: str, channel_id: int, alarm_at: int | None) -> bool:
        """Whether its channel was deleted, and the house notices when its clock rings, if it was not told."""
        lost = status in ("lobby", "playing") and channel_id not in self.world.world.channels
        return lost and alarm_at is not None and alarm_at > self.world.now_ms()

    async def check_records(self) -> None:
        """As any storm does; whoever played a game asks for its record, wherever they meet now."""
        for (table_id,) in self.world.rows("SELECT id FROM tables WHERE status = 'closed'"):
            company = next(
                (each for each in self.companies if self._plays(each, table_id)), self.companies[0]
            )
            told = await self.world.command(company.host, company.channel, "des verifier", table=table_id)
            assert told is not None
            if not told.attachments and self.home(table_id) not in self.world.world.channels:
                continue  # of a lobby that went with its channel nobody may know
            verdict = verify(Record.load(self.file_of(told)), GAMES, find_player)
            if not verdict.ok or verdict.undecided:
                raise Broken(f"table {table_id}: {verdict}")

    def file_of(self, message: Message) -> bytes:
        """The record that somebody was given, which is kept here."""
        data = super().file_of(message)
        self.records.append(Record.load(data))
        if self.records[-1].game == "defizz":
            check_chips(self.records[-1])
        return data

    def _plays(self, company: Gathering, table_id: int) -> bool:
        seated = self.world.rows("SELECT user_id FROM seat_people WHERE table_id = ?", (table_id,))
        return bool({person.id for person in company.people} & {user for (user,) in seated})

    async def _is_told_of_alike(self) -> None:
        """Places, facts and dice that were kept at the ends are those of the games played again."""
        before = self._insight()
        over = "SELECT table_id FROM setups JOIN tables ON id = table_id WHERE status = 'closed'"
        ended = {row[0] for row in self.world.rows(over)}
        if {row[0] for row in before["digests"]} != ended:
            raise Broken(f"looked back on {before['digests']}, ended {ended}")
        await rebuild(self.world.database)
        after = self._insight()
        for name, rows in before.items():
            if rows != after[name]:
                raise Broken(f"{name} were {rows} and are {after[name]} when games are played again")

    def _insight(self) -> dict[str, list[tuple[Any, ...]]]:
        return {name: sorted(self.world.rows(question)) for name, question in _INSIGHT.items()}

    def _sends_as_it_should(self) -> None:
        """Nobody is called without need, no dice are shown to all, no click takes back what is public."""
        unknown = [(each.method, each.path) for each in self.world.server.unknown]
        if unknown:
            raise Broken(f"Discord has no such routes: {unknown}")
        for request in self.world.server.requests:
            wire_judges._mentions_nobody(self.world, request)
            wire_judges._shows_no_dice(self.world, request)
            if not self.world.deaths:  # a board that a crash has left goes away by the click on it
                wire_judges._takes_back_its_own(self.world, request)
        check_seeds(self.world)
        printed = self.world.printed().lower()
        for (seed,) in self.world.rows("SELECT seed FROM positions"):
            if bytes(seed).hex() in printed:
                raise Broken("the log tells a seed")

    def _logs_no_surprise(self) -> None:
        """No traceback but of what the faults explain."""
        for trace in tracebacks(self.world.printed()):
            if trace[-1].endswith(_CUT_SHORT) and (
                "handover" in self.weather.struck or "aiohttp/web_" in trace[-3]
            ):
                continue
            last = next((found[1] for line in reversed(trace) if (found := _ERROR.match(line))), "?")
            if last not in _EXPLAINED or not self.weather.struck:
                raise Broken("\n".join(trace[-60:]))


async def rebuild(database: Path) -> None:
    """Have all ended games looked back on again, as `gobelet insight rebuild` does beside the bot."""
    with inside(Life("operator")):
        store = await SqliteStore.open(database)
        try:
            tables = Looking(store, GAMES, LoopClock(), random.Random(0))
            rebuilt = await rebuild_digests(store.insight, Digester(tables, store.insight))
            if rebuilt.failed:
                raise Broken(f"{rebuilt.failed} games cannot be played again")
        finally:
            await store.close()


def tracebacks(printed: str) -> Iterable[list[str]]:
    """Each traceback of a log, with the line that it belongs to."""
    lines = printed.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("Traceback")]
    for start in starts:
        end = start + 1
        while end < len(lines) and not lines[end].startswith("@"):
            end += 1
        yield lines[max(0, start - 1) : end]
