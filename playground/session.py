"""A bot's gateway session: it sends what happens, in order, over the socket that the bot has now."""

import asyncio
import json
from collections import deque
from contextlib import suppress
from enum import IntEnum

from aiohttp import web

from playground.dispatches import Dispatch, Intents
from playground.wire import Json

REMEMBERED = 2000


class Opcode(IntEnum):
    """The kinds of gateway frames."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE = 4
    RESUME = 6
    RECONNECT = 7
    MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Session:
    """Numbers the dispatches, remembers the last REMEMBERED, and writes them to the socket in order."""

    def __init__(self, name: str, intents: Intents, shard: int, shards: int) -> None:
        self.id = name
        self.intents = intents
        self.shard = shard
        self.shards = shards
        self._sequence = 0
        self._sent: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._socket: web.WebSocketResponse | None = None
        self._writer: asyncio.Task[None] | None = None

    @property
    def attached(self) -> bool:
        """Whether the session has a socket."""
        return self._socket is not None

    def has_guild(self, guild_id: int) -> bool:
        """Return whether the guild belongs to this session's shard."""
        return (guild_id >> 22) % self.shards == self.shard

    def hears(self, dispatch: Dispatch) -> bool:
        """Return whether this session asked for such events, and its shard gets them (0: private ones)."""
        guild_id = dispatch.guild_id
        mine = self.shard == 0 if guild_id is None else self.has_guild(guild_id)
        return mine and dispatch.intent in self.intents

    def send(self, name: str, data: Json) -> None:
        """Number a dispatch, and send it now or when the session resumes."""
        self._sequence += 1
        frame = json.dumps({"op": Opcode.DISPATCH, "t": name, "s": self._sequence, "d": data})
        self._sent.append((self._sequence, frame))
        if self.attached:
            self._outbox.put_nowait(frame)

    def can_resume(self, sequence: int) -> bool:
        """Return whether everything after `sequence` is still remembered."""
        oldest = self._sent[0][0] if self._sent else 1
        return oldest - 1 <= sequence <= self._sequence

    def replay(self, sequence: int) -> None:
        """Send again what came after `sequence`."""
        for number, frame in self._sent:
            if number > sequence:
                self._outbox.put_nowait(frame)

    def attach(self, socket: web.WebSocketResponse) -> None:
        """Write to this socket from now on, and cut an older one."""
        if self.attached:
            self.cut(abrupt=True)
        self._socket, self._outbox = socket, asyncio.Queue()
        self._writer = asyncio.create_task(self._write(socket, self._outbox))

    def detach(self, socket: web.WebSocketResponse) -> None:
        """Forget a socket that is gone, unless another one has taken its place."""
        if self._socket is socket:
            self._let_go()

    def cut(self, *, abrupt: bool) -> None:
        """Drop the socket: with `abrupt` as a broken line would, else with close code 4000."""
        socket = self._socket
        if socket is None:
            return
        self._let_go()
        transport = socket.get_extra_info("transport")
        if abrupt and transport is not None:
            transport.abort()
        else:
            self._closing = asyncio.create_task(_close(socket))

    def _let_go(self) -> None:
        self._socket = None
        if self._writer is not None:
            self._writer.cancel()
            self._writer = None

    async def _write(self, socket: web.WebSocketResponse, outbox: asyncio.Queue[str]) -> None:
        with suppress(ConnectionError):
            while True:
                await socket.send_str(await outbox.get())


async def _close(socket: web.WebSocketResponse) -> None:
    with suppress(ConnectionError, asyncio.TimeoutError):
        await socket.close(code=4000)
