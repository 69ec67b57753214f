"""Several processes of the bot over one PostgreSQL database, on the loopback Discord, in several servers."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg

from playground.channels import Channel
from playground.limits import Rate
from playground.stores import Postgres
from tests.support.wire import TOKEN, Play
from tests.support.wire_fork import TURNS
from tests.support.wire_judges import judge
from tests.support.wire_process import BotProcess

LEASE = 2.0
"""Seconds without a sign of life after which a process's tables go to another one."""
_PASSWORD = "open-sesame-of-the-tests"
_HOST = "127.0.0.{}"
"""Where the process of that number is reached; by it, it can be told from the others."""


@asynccontextmanager
async def clustered(
    folder: Path,
    postgres: Postgres,
    *parts: Mapping[str, str],
    shards: int = 2,
    by_http: bool = False,
    **settings: str,
) -> AsyncIterator["Cluster"]:
    """Processes that play in so many servers; judged at the end, ended always."""
    made = Cluster(folder, postgres, parts, shards=shards, by_http=by_http, **settings)
    # The rate limits have tests of their own.
    made.server.limits.rates |= {"send": Rate(500, 1), "edit": Rate(500, 1), "global": Rate(5000, 1)}
    try:
        await made.open()
        yield made
        judge(made)
    except BaseException:
        sys.stderr.write(made.printed()[-6000:])
        raise
    finally:
        await made.close()


class Cluster(Play):
    """`Play` with a process for each of `parts`: the settings that it has for itself.

    `shards` is how many there are; in each is one server, which `guilds` has by the shard's number. Each
    process has a folder of its own for its log. `by_http`: nobody is connected to the gateway, and each
    interaction is posted to the next of the processes.
    """

    def __init__(
        self,
        folder: Path,
        postgres: Postgres,
        parts: Sequence[Mapping[str, str]],
        *,
        shards: int,
        by_http: bool = False,
        **settings: str,
    ) -> None:
        super().__init__(folder)
        self._by_http = by_http
        self.postgres = postgres
        self._database = f"d{id(self):x}"
        self._asking: psycopg.Connection[tuple[Any, ...]] | None = None
        self.secrets.append(_PASSWORD)
        self.provoked = (40060,)  # who was slow may still answer, beside who was asked then
        self._shared = {
            "DATABASE_URL": postgres.address(self._database, f"postgres:{_PASSWORD}"),
            "SHARD_COUNT": str(shards),
            "SHARD_IDS": "auto",
            "LEASE_SECONDS": str(LEASE),
            "LOG_LEVEL": "info",
            TURNS: "200",
            **settings,
        }
        self.processes = [self._make(number, part) for number, part in enumerate(parts)]
        self.world.identifies_at_once = 16
        self.guilds = [self.world.add_guild(f"Serveur {shard}", shard, shards) for shard in range(shards)]

    def _make(self, number: int, part: Mapping[str, str]) -> BotProcess:
        folder = self.process.folder / f"bot{number}"
        folder.mkdir()
        own = {"HOME_ADDRESS": f"{_HOST.format(number + 2)}:0"}
        if self._by_http:
            own |= self._door(_HOST.format(number + 2))
        return BotProcess(folder, {**self._shared, **own, **part})

    def _door(self, host: str) -> dict[str, str]:
        key = self.server.endpoint.public_key
        door = {"INTERACTIONS_HOST": host, "INTERACTIONS_PORT": "0", "DISCORD_PUBLIC_KEY": key}
        return {"SHARD_IDS": "none", **door}

    # -- the processes -------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Make the database, start the server, and then all processes, one after the other."""
        await asyncio.to_thread(self.postgres.ask, f"CREATE DATABASE {self._database}")
        await self.server.start()
        for process in self.processes:
            process.settings |= self._discord()
            await self.start_one(process)
        await self.settled()
        await self.until(lambda: len(self.world.commands()) > 0, "the commands")
        if self._by_http:
            await self._use_doors()

    async def _use_doors(self) -> None:
        """Post interactions to all processes, once every one listens."""
        doors = []
        for each in self.processes:
            port = await self.until(lambda each=each: each.port("interactions by http"), "a door")
            doors.append(f"http://{each.settings['INTERACTIONS_HOST']}:{port}/interactions")
        await self.server.endpoint.use(doors)

    def _discord(self) -> dict[str, str]:
        return {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_URL": self.server.api_url,
            "DISCORD_GATEWAY_URL": self.server.gateway_url,
        }

    async def add(self, **part: str) -> BotProcess:
        """Start one more process."""
        process = self._make(len(self.processes), {**self._discord(), **part})
        self.processes.append(process)
        await self.start_one(process)
        return process

    async def start_one(self, process: BotProcess) -> None:
        """Start a process; it has made itself known to the others when this returns."""
        before = self.members().keys()
        await process.start()
        await self.until(
            lambda: process in _newer(self.members(), before) or not process.running, "a process to be there"
        )
        assert process.running, process.printed()[-3000:]

    async def close(self) -> None:
        """End everything, whatever happened."""
        try:
            await asyncio.gather(*(self._end(process) for process in self.processes))
            if self._asking is not None:
                self._asking.close()
        finally:
            await self.server.stop()

    async def _end(self, process: BotProcess) -> None:
        if process.running:
            process.thaw()
        await process.kill()

    @property
    def running(self) -> list[BotProcess]:
        """The processes that run now, frozen ones included."""
        return [process for process in self.processes if process.running]

    @property
    def connected(self) -> bool:
        return self._by_http or super().connected

    def death(self) -> Callable[[], bool]:
        return lambda: False  # whoever else is there may answer: Discord's three seconds decide

    def printed(self) -> str:
        return "\n".join(process.printed() for process in self.processes)

    # -- homes ---------------------------------------------------------------------------------------------

    def address_of(self, process: BotProcess) -> str:
        """The host by which a process can be told."""
        return process.settings["HOME_ADDRESS"].partition(":")[0]

    def members(self) -> dict[str, BotProcess]:
        """The processes by the names that they have given themselves, the latest of each."""
        if not self.stored:
            return {}
        hosts = {self.address_of(process): process for process in self.processes}
        asked = "SELECT split_part(address, ':', 1), holder FROM processes ORDER BY started"
        latest: dict[str, str] = dict(self.rows(asked))
        return {holder: hosts[host] for host, holder in latest.items()}

    def homes(self) -> dict[int, BotProcess]:
        """Who is home to which slots now, by their leases; a process that has died since is not."""
        members = self.members()
        held = "SELECT slot, holder FROM slots WHERE until > extract(epoch FROM now()) * 1000"
        return {slot: members[holder] for slot, holder in self.rows(held) if holder in members}

    async def settled(self, slots: int | None = None, seconds: float = 40) -> None:
        """Wait until every slot has a home that runs."""
        many = len(self.guilds) if slots is None else slots
        await self.until(
            lambda: len(homes := self.homes()) == many and all(each.running for each in homes.values()),
            "every slot to have a home",
            seconds,
        )

    def home_of(self, channel: Channel) -> BotProcess:
        """The process that is home to a channel's table."""
        assert channel.guild_id is not None
        return self.homes()[(channel.guild_id >> 22) % len(self.guilds)]

    # -- the store -----------------------------------------------------------------------------------------

    @property
    def stored(self) -> bool:
        found = self._select("SELECT count(*) FROM pg_class WHERE relname IN ('processes', 'log')")
        return found == [(2,)]

    def rows(self, question: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return self._select(question.replace("?", "%s"), values)

    def _select(self, question: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Ask the database; a connection that the server has ended is made anew."""
        for _ in range(2):
            if self._asking is None or self._asking.closed:
                self._asking = psycopg.connect(self.postgres.address(self._database), autocommit=True)
            try:
                return self._asking.execute(question.encode(), values or None).fetchall()
            except psycopg.OperationalError:
                self._asking.close()
        raise AssertionError("the database does not answer")

    @asynccontextmanager
    async def without_store(self) -> AsyncIterator[None]:
        """PostgreSQL ends as by a power cut, and starts again after the block."""
        await asyncio.to_thread(self.postgres.stop, signal.SIGQUIT)
        try:
            yield
        finally:
            await asyncio.to_thread(self.postgres.start)

    def cut_connections(self, condition: str = "TRUE") -> int:
        """Have PostgreSQL end the bots' connections; how many."""
        asked = (
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            f"WHERE datname = current_database() AND pid <> pg_backend_pid() AND {condition}"
        )
        return int(self._select(asked)[0][0])


def _newer(members: Mapping[str, BotProcess], known: Collection[str]) -> list[BotProcess]:
    return [process for holder, process in members.items() if holder not in known]
