"""The bots as child processes: one alone, or two that share tables; each is killed and started by itself."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path

from playground.changes import Feed
from playground.stores import Stores, StoreTrouble
from playground.supervisor import Supervisor
from playground.wire import Json


class Bots:
    """Two supervisors, of which the second has nothing to do while the first bot plays alone.

    `command` runs a bot, `environment` is what every bot gets; `stores` says where the tables are (None: the
    command is no bot with tables, and plays alone for ever). `trouble`: why the last switch came to nothing.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        stores: Stores | None = None,
        *,
        secrets: Sequence[str] = (),
        folder: Path | None = None,
    ) -> None:
        self.environment = dict(environment)
        self._stores = stores
        hidden = (*secrets, *(stores.secrets if stores is not None else ()))
        self.supervisors = tuple(Supervisor(command, {}, secrets=hidden, folder=folder) for _ in range(2))
        self.switching = False
        self.trouble = ""
        self._gate = asyncio.Lock()
        self._latest_switch: asyncio.Task[None] | None = None
        self.changes: Feed[None] = Feed()
        for supervisor in self.supervisors:
            supervisor.changes.subscribe(lambda _process: self.changes.publish(None))

    @property
    def two(self) -> bool:
        """Whether two bots share the tables."""
        return self._stores is not None and self._stores.shared

    @property
    def playing(self) -> tuple[Supervisor, ...]:
        """The bots that are to run now."""
        return self.supervisors if self.two else self.supervisors[:1]

    async def open(self) -> None:
        """Start one bot, or two where two played last. Raises StoreTrouble."""
        if self._stores is not None:
            await self._stores.open()
        await self._start()

    async def close(self) -> None:
        """Ask all that run to stop, and wait until they have; then end their store."""
        async with self._gate:
            await self._stop()
            if self._stores is not None:
                await self._stores.close()

    async def kill(self, number: int) -> None:
        """End a bot (0 or 1) by SIGKILL. Raises IndexError when there is no such bot now."""
        await self.playing[number].kill()

    async def start(self, number: int) -> None:
        """Start a bot (0 or 1) unless it runs. Raises IndexError when there is no such bot now."""
        if not self.switching:
            await self.playing[number].start()

    async def switch(self, *, two: bool) -> None:
        """Go on with two bots, or with one: all are stopped, the tables are moved, and play goes on.

        Raises StoreTrouble when the tables cannot be moved; then everything goes on as it was. What has begun
        comes to its end, even if nobody waits for it any more: a page may be reloaded meanwhile.
        """
        self._latest_switch = asyncio.create_task(self._switch_to(two=two), name="switch")
        await asyncio.shield(self._latest_switch)

    async def _switch_to(self, *, two: bool) -> None:
        async with self._gate:
            if self._stores is not None and two != self.two:
                await self._switch(self._stores.share if two else self._stores.unshare)

    def describe(self) -> Json:
        """What the page shows of the bots."""
        reason = "ce bot joue toujours seul" if self._stores is None else self._stores.why_not()
        return {
            "two": self.two,
            "switching": self.switching,
            "trouble": self.trouble,
            "why_not": reason,
            "each": [
                {"pid": each.process.pid, "code": each.process.code, "starts": each.process.starts}
                for each in self.playing
            ],
        }

    async def _switch(self, move: Callable[[], Coroutine[None, None, None]]) -> None:
        self.switching, self.trouble = True, ""
        self.changes.publish(None)
        try:
            await self._stop()
            await move()
        except StoreTrouble as trouble:
            self.trouble = str(trouble)
            raise
        finally:
            await self._start()
            self.switching = False
            self.changes.publish(None)

    async def _start(self) -> None:
        store = {} if self._stores is None else self._stores.environment()
        for supervisor in self.playing:
            supervisor.environment = self.environment | store
        await asyncio.gather(*(each.start() for each in self.playing))

    async def _stop(self) -> None:
        await asyncio.gather(*(each.close() for each in self.supervisors))
