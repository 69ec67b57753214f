"""Background tasks that are kept, named, watched and awaited at the end."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import structlog

from bot.tables.model import Table, is_passing
from bot.tables.ports import Cancel, Clock
from bot.tables.timing import Precedence

_log = structlog.get_logger(__name__)


class Tasks:
    """Holds a reference to every running task, so that none is collected or fails unseen.

    `precedence` is of those who wait for an answer over what runs in the background.
    """

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self.precedence = Precedence()

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Start it; an exception is logged, never lost."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    @contextmanager
    def here(self) -> Iterator[None]:
        """Count the running task as ours for a while, so that `drain` waits for it."""
        task = asyncio.current_task()
        if task is None or task in self._running:
            yield
            return
        self._running.add(task)
        try:
            yield
        finally:
            self._running.discard(task)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("background task failed", task=task.get_name(), exc_info=error)

    async def drain(self, seconds: float) -> None:
        """Let what is running, and what that leads to, finish for so long; then cancel the rest."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while self._running and (left := end - loop.time()) > 0:
            await asyncio.wait(self._running, timeout=left)
        late = tuple(self._running)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def __len__(self) -> int:
        return len(self._running)


# Jobs that are done again and again while the bot runs, such as looking after tables at rest.


class Rounds:
    """Does `job` in the background: `first` ms after the start, and then every `every` ms until stopped."""

    def __init__(
        self,
        clock: Clock,
        tasks: Tasks,
        name: str,
        job: Callable[[], Coroutine[Any, Any, None]],
        *,
        first: int,
        every: int,
    ) -> None:
        self._clock = clock
        self._tasks = tasks
        self._name = name
        self._job = job
        self._first = first
        self._every = every
        self._timer: Cancel | None = None

    def start(self) -> None:
        """Begin; once started, it goes on."""
        if self._timer is None:
            self._wait(self._first)

    def stop(self) -> None:
        """Begin no more rounds."""
        if self._timer is not None:
            self._timer()

    def _wait(self, ms: int) -> None:
        self._timer = self._clock.call_at(self._clock.now() + ms, self._begin)

    def _begin(self) -> None:
        self._wait(self._every)
        self._tasks.spawn(self._job(), self._name)


class Looks:
    """Looks in the background whenever something is due: `look` says by `look_by` when that is next.

    The first look is `first` ms after the start; one that fails is made again after `again` ms.
    """

    def __init__(
        self,
        clock: Clock,
        tasks: Tasks,
        name: str,
        look: Callable[[], Coroutine[Any, Any, None]],
        *,
        first: int,
        again: int,
    ) -> None:
        self._clock = clock
        self._tasks = tasks
        self._name = name
        self._look = look
        self._first = first
        self._again = again
        self._timer: tuple[int, Cancel] | None = None
        """When the next look is, and how it is cancelled."""
        self._stopped = True

    def start(self) -> None:
        """Look soon; once started, it goes on."""
        self._stopped = False
        self.look_by(self._clock.now() + self._first)

    def stop(self) -> None:
        """Look no more."""
        self._stopped = True
        if self._timer is not None:
            self._timer[1]()

    def look_by(self, at: int) -> None:
        """Look at this moment (ms UTC), unless we do before."""
        if self._stopped or (self._timer is not None and self._timer[0] <= at):
            return
        if self._timer is not None:
            self._timer[1]()
        self._timer = (at, self._clock.call_at(at, self._begin))

    def _begin(self) -> None:
        self._timer = None
        self._tasks.spawn(self._try(), self._name)

    async def _try(self) -> None:
        try:
            await self._look()
        except Exception as error:  # the store may answer in a while
            if not is_passing(error):
                _log.exception("background look failed", work=self._name)
            self.look_by(self._clock.now() + self._again)


# Pure work of some tens of milliseconds beside the event loop, in threads that nobody else waits for.
#
# asyncio's own threads are left to what the libraries do in them (looking up names of hosts, for one).
# Threads share the interpreter: what somebody could make as long as they like belongs into `bot.chores`,
# not here.

T = TypeVar("T")


class Aside:
    """A few threads of its own (`threads`); more work than they can do waits its turn."""

    def __init__(self, name: str, threads: int = 1) -> None:
        self._threads = ThreadPoolExecutor(threads, name)

    async def run(self, work: Callable[[], T]) -> T:
        """Do this in a thread; what it raises is raised here."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


# Who hears of what happens at the tables: lists of listeners, told in the order in which they came.

NewsT = TypeVar("NewsT")


@dataclass(frozen=True, slots=True)
class Committed:
    """What everybody may know of a change that is durable: the table after it, nothing secret.

    `kinds` are those of the log lines that were written, in order (see `ports.Entry`); none for a change that
    the log does not tell, such as how somebody gets their private messages.
    """

    table: Table
    kinds: tuple[str, ...] = ()


class Subscribers(Generic[NewsT]):
    """Listeners to one kind of news. A listener must not block: it notes something, or starts a task.

    One that raises is logged, and the others hear the news all the same.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._listeners: list[Callable[[NewsT], object]] = []

    def add(self, listener: Callable[[NewsT], object]) -> None:
        """From now on this one is told, too, after those who came before."""
        self._listeners.append(listener)

    def tell(self, news: NewsT) -> None:
        """Tell everybody; never raises."""
        for listener in tuple(self._listeners):
            try:
                listener(news)
            except Exception:  # what is committed stays so, whoever cannot cope with it
                _log.exception("listener failed", news=self._name)
