"""What leaves a process and comes in, without the system: connections, SQLite, child processes.

Each is what the bot and its libraries use (aiohttp's connector, aiosqlite's connection, asyncio's processes);
all that is replaced is the operating system below it.
"""

import asyncio
import sqlite3
import subprocess
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from typing import Any

import aiohttp
from aiohttp.client_proto import ResponseHandler

from tests.world.loop import PROCESS, Life, SimLoop

_TICK = 1e-6
"""Seconds between two things that come one after the other."""

# -- connections ------------------------------------------------------------------------------------------


class Line(asyncio.Transport):
    """One end of a connection: what is written comes out at the other end, in order, a while later."""

    def __init__(self, loop: SimLoop, latency: Callable[[], float]) -> None:
        super().__init__({"peername": ("127.0.0.1", 0)})
        self._loop = loop
        self._latency = latency
        self._life: Life | None = PROCESS.get()
        self._context: Context = copy_context()
        self._protocol: Any = None
        self._paused = False
        self._waiting: list[bytes] = []
        self._closing = False
        self._lost = False
        self._arrives = 0.0
        self.peer: Line

    @classmethod
    def pair(cls, loop: SimLoop, latency: Callable[[], float], there: Context) -> "tuple[Line, Line]":
        """Two ends: one of whoever asks, and one in this other context."""
        here, other = cls(loop, latency), there.run(cls, loop, latency)
        here.peer, other.peer = other, here
        return here, other

    def begin(self, protocol: Any) -> None:
        """Connect a protocol with this end."""
        self._protocol = protocol
        self._context.run(protocol.connection_made, self)

    # -- what a protocol does with its transport ----------------------------------------------------------

    def write(self, data: Any) -> None:
        """Send bytes."""
        if not self._closing and data:
            self._later(self.peer, self.peer._receive, bytes(data))

    def writelines(self, list_of_data: Any) -> None:
        """Send bytes, at once."""
        self.write(b"".join(list_of_data))

    def close(self) -> None:
        """Say farewell, once all is written."""
        if not self._closing:
            self._closing = True
            self._later(self.peer, self.peer._end, None)
            self._loop.call_soon(self._end, None, context=self._context)

    def abort(self) -> None:
        """Cut the line."""
        self.close()

    def cut(self) -> None:
        """The line breaks for both ends, what is under way is lost."""
        for end in (self, self.peer):
            self._loop.call_soon(end._end, ConnectionResetError("cut"), context=end._context)

    def is_closing(self) -> bool:
        """Whether this end is closed, or will be."""
        return self._closing

    def pause_reading(self) -> None:
        """Keep back what arrives."""
        self._paused = True

    def resume_reading(self) -> None:
        """Take what was kept back."""
        self._paused = False
        waiting, self._waiting = self._waiting, []
        for data in waiting:
            self._loop.call_soon(self._receive, data, context=self._context)

    def is_reading(self) -> bool:
        """Whether what arrives is taken."""
        return not self._paused and not self._closing

    def set_protocol(self, protocol: Any) -> None:
        """Have another protocol hear what arrives."""
        self._protocol = protocol

    def get_protocol(self) -> Any:
        """Who hears what arrives."""
        return self._protocol

    def get_write_buffer_size(self) -> int:
        """Nothing waits to be sent."""
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """There are none."""

    # -- what arrives --------------------------------------------------------------------------------------

    def _later(self, end: "Line", what: Callable[[Any], None], given: Any) -> None:
        self._arrives = max(self._arrives + _TICK, self._loop.time() + self._latency())
        self._loop.call_at(self._arrives, what, given, context=end._context)

    def _receive(self, data: bytes) -> None:
        if self._lost or self._closing:
            return
        if self._paused:
            self._waiting.append(data)
        else:
            self._protocol.data_received(data)

    def _end(self, error: Exception | None) -> None:
        if self._lost:
            return
        self._lost = self._closing = True
        self._protocol.connection_lost(error)


class Network:
    """Who listens where; connections are made in the world's own time."""

    def __init__(self, loop: SimLoop, latency: Callable[[], float]) -> None:
        self.loop = loop
        self.latency = latency
        self._listening: dict[int, tuple[Callable[[], Any], Context]] = {}
        self._lines: dict[Line, None] = {}
        self._ports = iter(range(20_000, 60_000))

    def listen(self, make: Callable[[], Any], port: int = 0) -> int:
        """Have a protocol of its own for each connection to a port; the port."""
        port = port or next(self._ports)
        self._listening[port] = (make, copy_context())
        return port

    def stop_listening(self, port: int) -> None:
        """Refuse whoever calls from now on."""
        self._listening.pop(port, None)

    async def connect(self, port: int, protocol: Any) -> Line:
        """Connect to a port; OSError where nobody listens."""
        await asyncio.sleep(self.latency())
        make, there = self._listening.get(port, (None, None))
        life = None if there is None else there.get(PROCESS)
        if make is None or there is None or (life is not None and life.dead):
            raise ConnectionRefusedError(111, "nobody listens")
        here, other = Line.pair(self.loop, self.latency, there)
        self._lines = {line: None for line in self._lines if not line.is_closing()}
        self._lines[here] = self._lines[other] = None
        other.begin(there.run(make))
        here.begin(protocol)
        return here

    def drop(self, life: Life) -> None:
        """A process is gone: whoever was connected with it notices."""
        for line in [each for each in self._lines if each._life is life]:
            line.cut()


class Connector(aiohttp.BaseConnector):
    """aiohttp's way to its servers, over the network of the world."""

    def __init__(self, network: Network) -> None:
        super().__init__(limit=0, loop=network.loop)
        self._network = network

    async def _create_connection(self, req: Any, *_: Any) -> ResponseHandler:
        protocol: ResponseHandler = self._factory()
        try:
            await self._network.connect(req.url.port, protocol)
        except OSError as error:
            raise aiohttp.ClientConnectorError(req.connection_key, error) from error
        return protocol


# -- SQLite -----------------------------------------------------------------------------------------------


class InlineSqlite:
    """A connection as aiosqlite gives it, which works on the loop's own thread, in the order of calls."""

    def __init__(self, loop: SimLoop, connect: Callable[[], sqlite3.Connection]) -> None:
        self._loop = loop
        self._connect = connect
        self._free = 0.0
        self.connection: sqlite3.Connection

    def __await__(self) -> Any:
        return self._open().__await__()

    async def _open(self) -> "InlineSqlite":
        self.connection = self._connect()
        return self

    async def executemany(self, sql: str, parameters: Sequence[Any]) -> None:
        """Call functions, as db/sqlite/connection.py asks for it."""
        await self._do(lambda: self.connection.executemany(sql, parameters))

    async def close(self) -> None:
        """Close the file."""
        await self._do(self.connection.close)

    async def _do(self, work: Callable[[], Any]) -> Any:
        """One after the other, as in one thread: who comes later is not done sooner."""
        answer = self._loop.create_future()
        self._free = max(self._free + _TICK, self._loop.time() + self._loop.work_takes())
        self._loop.call_at(self._free, self._loop._work, answer, work, ())
        return await answer


# -- child processes --------------------------------------------------------------------------------------


class Child(asyncio.SubprocessTransport):
    """A child process that answers on the loop: `work` is given a line, or (None) the end of its input."""

    def __init__(
        self, loop: SimLoop, protocol: Any, work: "Callable[[bytes | None], bytes | None]", by_line: bool
    ) -> None:
        super().__init__()
        self._loop = loop
        self._protocol = protocol
        self._work = work
        self._by_line = by_line
        self._given = bytearray()
        self._status: int | None = None
        self._ended = asyncio.Event()
        self._pipes = {0: _Pipe(self), 1: _Pipe(self)}

    def begin(self) -> None:
        self._protocol.connection_made(self)

    def get_pid(self) -> int:
        """A number that no real process has."""
        return 2**30

    async def _wait(self) -> int | None:
        """Wait for its end, as asyncio's processes ask for it."""
        await self._ended.wait()
        return self._status

    def get_returncode(self) -> int | None:
        """The exit status, None while it runs."""
        return self._status

    def get_pipe_transport(self, fd: int) -> Any:
        """Its input (0) or its output (1)."""
        return self._pipes.get(fd)

    def take(self, data: bytes) -> None:
        """Read from its input."""
        self._given += data
        while self._by_line and b"\n" in self._given:
            line, _, rest = bytes(self._given).partition(b"\n")
            self._given[:] = rest
            self._loop.call_later(self._loop.work_takes(), self._answer, line)

    def finish_input(self) -> None:
        """Its input has ended, and so does it, once all is answered."""
        self._loop.call_later(self._loop.work_takes(), self._end)

    def kill(self) -> None:
        """End it at once."""
        self._exit(-9)

    terminate = kill

    def send_signal(self, signal: int) -> None:
        """Any signal ends it."""
        self._exit(-signal)

    def close(self) -> None:
        """End it."""
        self._exit(-9)

    def is_closing(self) -> bool:
        """Whether it has ended."""
        return self._status is not None

    def _answer(self, given: bytes | None) -> None:
        if self._status is None and (said := self._work(given)) is not None:
            self._protocol.pipe_data_received(1, said)

    def _end(self) -> None:
        if self._status is None:
            if not self._by_line:
                self._answer(bytes(self._given))
            self._exit(0)

    def _exit(self, status: int) -> None:
        if self._status is None:
            self._status = status
            self._ended.set()
            for fd in (0, 1):
                self._protocol.pipe_connection_lost(fd, None)
            self._protocol.process_exited()


class _Pipe(asyncio.Transport):
    """The bot's end of a pipe to a child process."""

    def __init__(self, child: Child) -> None:
        super().__init__()
        self._child = child
        self._closed = False

    def write(self, data: Any) -> None:
        if not self._closed:
            self._child.take(bytes(data))

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._child.finish_input()

    def is_closing(self) -> bool:
        return self._closed

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0


class Workers:
    """Starts child processes: `find` says what one does, by the words of its command."""

    def __init__(
        self, loop: SimLoop, find: Callable[[Sequence[str]], "tuple[Callable[[Any], bytes | None], bool]"]
    ) -> None:
        self._loop = loop
        self._find = find

    async def start(self, make_protocol: Callable[[], Any], *words: Any, **options: Any) -> Any:
        """In the place of `loop.subprocess_exec`."""
        assert options.get("stdin") == subprocess.PIPE
        work, by_line = self._find([str(word) for word in words])
        protocol = make_protocol()
        child = Child(self._loop, protocol, work, by_line)
        child.begin()
        return child, protocol
