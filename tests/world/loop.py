"""An event loop in which nothing is left to chance or to the machine: time jumps, order is the seed's.

Everything that runs belongs to a process of the simulated world, or to none (Discord, people). A process that
dies just never runs again: no `finally` of it, no timer, no answer. One that is frozen runs later.

What other loops of this kind do (cancel the tasks of a crashed host, say) is a shutdown, not a death.
"""

import asyncio
import heapq
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar
from pathlib import Path
from typing import Any
from weakref import WeakSet

START = 1_780_000_000.0
"""The world begins at this moment (seconds UTC): a Thursday afternoon."""
_RESTLESS = 100_000
"""After so many steps without a moment's passing, nobody ever rests."""
_MOST = 600_000
"""No world of ours takes so many steps."""
_REACH = 6
"""So many of those who are ready may be overtaken at once."""


class Life:
    """What the loop knows of one process: whether it lives, and the step at which it will not any more."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dead = False
        self.frozen = False
        self.skew = 0.0
        """By how many seconds its clock is ahead of the world's."""
        self.steps = 0
        self.fatal: int | None = None
        """The number of the step before which it dies."""
        self.fatal_after_commit: int | None = None
        """So many steps after its next commit it dies."""
        self.fatal_after_post: int | None = None
        """So many steps after a message that it posts next it dies."""
        self.leaving = False
        """Whether it was told to stop."""
        self.ended = False
        """Whether it stopped by itself: that was no death."""
        self.on_death: Callable[[], None] = lambda: None
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self.connections: list[sqlite3.Connection] = []
        """Its open databases."""
        self.disk_faults: list[str] = []
        """What befalls its next transactions that write, one each: "full", "locked", "io"; "" nothing."""
        self.unsynced: dict[Path, bytes] | None = None
        """Its database before what was committed and not synced, which a power cut takes back."""
        self.held: list[asyncio.Handle] = []
        """What is due while it is frozen."""
        self._kept: list[object] = []

    def keep(self, what: object) -> None:
        """Hold on to something of a dead process: to let it go would run its `finally` clauses."""
        self._kept.append(what)

    @property
    def doomed(self) -> bool:
        """Whether it is to die soon, or is gone."""
        waits = (self.fatal, self.fatal_after_commit, self.fatal_after_post)
        return self.dead or any(each is not None for each in waits)

    def posted(self) -> None:
        """Discord has a new message of its."""
        if self.fatal_after_post is not None:
            self.fatal, self.fatal_after_post = self.steps + self.fatal_after_post, None

    def committed(self) -> None:
        """Something of its is on the disk, and nobody has heard of it."""
        if self.fatal_after_commit is not None:
            self.fatal, self.fatal_after_commit = self.steps + self.fatal_after_commit, None

    def die(self) -> None:
        """Stop for ever, at this very moment."""
        if not self.dead:
            self.dead = True
            self.keep([*self.tasks, *self.held])
            self.on_death()


PROCESS: ContextVar[Life | None] = ContextVar("process", default=None)


@contextmanager
def inside(life: Life | None) -> Iterator[None]:
    """What is begun here belongs to this process (None: to the world)."""
    token = PROCESS.set(life)
    try:
        yield
    finally:
        PROCESS.reset(token)


class SimLoop(asyncio.BaseEventLoop):
    """Runs one thing after the other. `order` decides which of those that are ready comes next, seldom
    another one than asyncio's; `hurry` is how seldom (0 to 1). `delay` says how long work in threads takes.
    """

    def __init__(self, order: random.Random, hurry: float = 0.0) -> None:
        super().__init__()
        self._order = order
        self._hurry = hurry
        self._now = 0.0
        self._over = False
        self.steps = 0
        self._restless = _RESTLESS
        self.set_task_factory(_make_task)
        self.work_takes: Callable[[], float] = lambda: 0.0

    # -- time --------------------------------------------------------------------------------------------

    def time(self) -> float:
        """Seconds since the world began."""
        return self._now

    def clock(self) -> float:
        """Seconds UTC, as the process that asks believes."""
        life = PROCESS.get()
        return START + self._now + (0.0 if life is None else life.skew)

    # -- processes ---------------------------------------------------------------------------------------

    def thaw(self, life: Life) -> None:
        """Let a frozen process go on; what it has missed is due now."""
        life.frozen = False
        held, life.held = life.held, []
        self._ready.extend(held)

    # -- what asyncio asks of a loop ----------------------------------------------------------------------

    def _run_once(self) -> None:
        """Run one thing that is ready, or let time pass until one is."""
        ready, scheduled = self._ready, self._scheduled
        while not ready:
            if self._stopping:
                return
            if not scheduled:
                raise RuntimeError("nobody will ever do anything again")
            self._pass_time()
        while scheduled and scheduled[0]._when <= self._now:
            self._ring(heapq.heappop(scheduled))
        handle = self._choose()
        if handle._cancelled:
            return
        life: Life | None = handle._context.get(PROCESS)
        if life is not None and not self._lets(life, handle):
            return
        self.steps += 1
        if self.steps > min(self._restless, _MOST):
            raise RuntimeError(f"nobody rests at {self._now}: {handle!r}")
        handle._run()

    def _lets(self, life: Life, handle: asyncio.Handle) -> bool:
        """Whether a process may take this step."""
        if not life.dead:
            life.steps += 1
            if life.fatal is not None and life.steps >= life.fatal:
                life.die()
        if life.dead:
            life.keep(handle)
            return False
        if life.frozen:
            life.held.append(handle)
            return False
        return True

    def _pass_time(self) -> None:
        timer = heapq.heappop(self._scheduled)
        if timer._when > self._now:
            self._now = timer._when
            self._restless = self.steps + _RESTLESS
        self._ring(timer)

    def _ring(self, timer: asyncio.TimerHandle) -> None:
        timer._scheduled = False
        if timer._cancelled:
            self._timer_cancelled_count -= 1
        else:
            self._ready.append(timer)

    def _choose(self) -> asyncio.Handle:
        """The first who is ready or, seldom, a task's step that overtakes some others."""
        ready = self._ready
        if self._hurry and len(ready) > 1 and self._order.random() < self._hurry:
            place = self._order.randrange(1, min(len(ready), _REACH + 1))
            if isinstance(getattr(ready[place]._callback, "__self__", None), asyncio.Task):
                handle = ready[place]
                del ready[place]
                return handle
        return ready.popleft()

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Do work that is meant for a thread: at one moment of the time that it takes, its answer later."""
        del executor
        answer: asyncio.Future[Any] = self.create_future()
        self.call_later(self.work_takes(), self._work, answer, func, args)
        return answer

    def _work(self, answer: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]) -> None:
        try:
            result = func(*args)
        except BaseException as error:
            self.call_later(self.work_takes(), _answer, answer, answer.set_exception, error)
        else:
            self.call_later(self.work_takes(), _answer, answer, answer.set_result, result)

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]
        """As asyncio's; once the world is over, nothing is called any more."""
        if self._over:
            return asyncio.Handle(callback, args, self, context)
        return super().call_soon(callback, *args, context=context)

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(self, when: float, callback: Any, *args: Any, context: Context | None = None) -> Any:  # type: ignore[override]
        """As asyncio's; once the world is over, nothing is called any more."""
        if self._over:
            return asyncio.TimerHandle(when, callback, args, self, context)
        return super().call_at(when, callback, *args, context=context)

    async def shutdown_default_executor(self, *_: Any) -> None:
        """There is none."""

    def is_closed(self) -> bool:
        """Never for those who are let go when the world is over."""
        return False

    def end(self) -> None:
        """End the world: whoever is let go from now on does nothing any more."""
        self._over = True
        self._ready.clear()
        self._scheduled.clear()

    def _process_events(self, event_list: Any) -> None: ...

    def _write_to_self(self) -> None: ...


def _answer(future: asyncio.Future[Any], settle: Callable[[Any], None], what: Any) -> None:
    if not future.done():
        settle(what)


def _make_task(
    loop: asyncio.AbstractEventLoop, coro: Any, context: Context | None = None
) -> asyncio.Task[Any]:
    task: asyncio.Task[Any] = asyncio.Task(coro, loop=loop, context=context)
    task._log_destroy_pending = False  # type: ignore[attr-defined]
    life = PROCESS.get() if context is None else context.get(PROCESS)
    if life is not None:
        life.tasks.add(task)
    return task
