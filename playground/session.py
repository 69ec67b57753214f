"""One bot's gateway session: what it was told, in order, over the socket it has at the moment."""

import asyncio
import json
import secrets
from collections import deque
from contextlib import suppress
from enum import IntEnum

from aiohttp import web

from playground.dispatches import Dispatch, Intents
from playground.wire import Json

REMEMBERED = 2000


class Opcode(IntEnum):
    """What a gateway frame is."""

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
    """Numbers the dispatches, remembers the last REMEMBERED, and writes them to the socket in their order."""

    def __init__(self, intents: Intents, shard: int, shards: int) -> None:
        self.id = secrets.token_hex(16)
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
        """Whether there is a socket."""
        return self._socket is not None

    def has_guild(self, guild_id: int) -> bool:
        """Whether the guild belongs to this session's shard."""
        return (guild_id >> 22) % self.shards == self.shard

    def hears(self, dispatch: Dispatch, guild_id: int) -> bool:
        """Whether this session asked for such events and they come on its shard (private ones on shard 0)."""
        mine = self.has_guild(guild_id) if dispatch.in_guild else self.shard == 0
        return mine and dispatch.intent in self.intents

    def send(self, name: str, data: Json) -> None:
        """Number a dispatch and send it, now or at the resume."""
        self._sequence += 1
        frame = json.dumps({"op": Opcode.DISPATCH, "t": name, "s": self._sequence, "d": data})
        self._sent.append((self._sequence, frame))
        if self.attached:
            self._outbox.put_nowait(frame)

    def can_resume(self, sequence: int) -> bool:
        """Whether everything after `sequence` is still remembered."""
        oldest = self._sent[0][0] if self._sent else 1
        return oldest - 1 <= sequence <= self._sequence

    def replay(self, sequence: int) -> None:
        """Send again what came after `sequence`."""
        for number, frame in self._sent:
            if number > sequence:
                self._outbox.put_nowait(frame)

    def attach(self, socket: web.WebSocketResponse) -> None:
        """Write to this socket from now on; an older one is cut."""
        if self.attached:
            self.cut(abrupt=True)
        self._socket, self._outbox = socket, asyncio.Queue()
        self._writer = asyncio.create_task(self._write(socket, self._outbox))

    def detach(self, socket: web.WebSocketResponse) -> None:
        """This socket is gone (nothing happens when another has taken its place)."""
        if self._socket is socket:
            self._let_go()

    def cut(self, *, abrupt: bool) -> None:
        """Drop the socket: `abrupt` as a broken line, otherwise with close code 4000."""
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
