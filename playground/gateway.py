"""The gateway: websockets that tell bots what happens, in sessions that a bot can resume."""

import asyncio
import json
import logging
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from typing import Any

from aiohttp import WSMsgType, web

from playground.changes import Change, Feed
from playground.dispatches import Dispatch, Intents
from playground.wire import Json
from playground.world import World

# A bot's gateway session: it sends what happens, in order, over the socket that the bot has now.

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


_log = logging.getLogger(__name__)
HEARTBEAT_MS = 41_250
ACK_SECONDS = 0.05
"""How long a heartbeat's answer is on its way.

discord.py notes in another thread when it has sent a heartbeat. An answer that is quicker than any network
comes before that note, and is taken for one to the heartbeat before: "websocket is 41.3s behind".
"""
DETACHED_SESSIONS = 32
_UNKNOWN_ERROR, _NOT_AUTHENTICATED, _BAD_TOKEN, _ALREADY_IDENTIFIED, _DECODE = 4000, 4003, 4004, 4005, 4002
_BAD_SHARD = 4010


class Gateway:
    """Serves any number of bots' sockets; the session of a socket that vanishes can be resumed.

    The feed `dispatched` gets all that bots are told.
    """

    def __init__(self, world: World, accepts: Callable[[str], bool]) -> None:
        self._world = world
        self._accepts = accepts
        self._sessions: dict[str, Session] = {}
        self._sockets: set[web.WebSocketResponse] = set()
        self._acks: set[asyncio.Task[None]] = set()
        self.dispatched: Feed[Dispatch] = Feed()
        self.url = ""
        world.dispatches.subscribe(self.dispatch)

    @property
    def connected(self) -> int:
        """How many sessions have a socket now."""
        return sum(session.attached for session in self._sessions.values())

    @property
    def shards(self) -> Counter[int]:
        """How many sessions have a socket now, by their shard."""
        return Counter(session.shard for session in self._sessions.values() if session.attached)

    def dispatch(self, dispatch: Dispatch) -> None:
        """Tell every session that asked for such events; one without a socket gets them when it resumes."""
        self.dispatched.publish(dispatch)
        for session in self._sessions.values():
            if session.hears(dispatch):
                bare = dispatch.bare is not None and Intents.MESSAGE_CONTENT not in session.intents
                session.send(dispatch.name, dispatch.bare if bare and dispatch.bare else dispatch.data)

    def drop(self, *, resumable: bool, abrupt: bool) -> int:
        """Cut every socket, and return how many; unless `resumable`, forget their sessions too."""
        attached = [session for session in self._sessions.values() if session.attached]
        for session in attached:
            session.cut(abrupt=abrupt)
        if not resumable:
            self._sessions.clear()
        return len(attached)

    async def close(self) -> None:
        """Close all sockets; bots may reconnect elsewhere."""
        for ack in self._acks:
            ack.cancel()
        for socket in tuple(self._sockets):
            with suppress(ConnectionError, asyncio.TimeoutError):
                await socket.close(code=1001)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket from HELLO until it closes."""
        socket = web.WebSocketResponse(max_msg_size=16 * 1024, timeout=2.0)
        await socket.prepare(request)
        self._sockets.add(socket)
        session: Session | None = None
        try:
            await socket.send_json({"op": Opcode.HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}, "s": None})
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                session = await self._receive(socket, session, message.data)
                if socket.closed:
                    break
        except ConnectionError:
            _log.debug("a bot's socket vanished")
        finally:
            self._sockets.discard(socket)
            if session is not None:
                session.detach(socket)
                self._prune()
                self._world.changes.publish(Change("gateway"))
        return socket

    async def _receive(
        self, socket: web.WebSocketResponse, session: Session | None, text: str
    ) -> Session | None:
        try:
            frame: Any = json.loads(text)
            opcode, data = Opcode(frame["op"]), frame.get("d")
            if opcode in (Opcode.IDENTIFY, Opcode.RESUME):
                data = _greeting(data)
        except (ValueError, TypeError, KeyError):
            await socket.close(code=_DECODE)
            return session
        if opcode is Opcode.HEARTBEAT:
            ack = asyncio.create_task(_acknowledge(socket), name="a heartbeat's answer")
            self._acks.add(ack)
            ack.add_done_callback(self._acks.discard)
        elif opcode is Opcode.IDENTIFY and session is None:
            return await self._identify(socket, data)
        elif opcode is Opcode.RESUME and session is None:
            return await self._resume(socket, data)
        elif opcode in (Opcode.IDENTIFY, Opcode.RESUME):
            await socket.close(code=_ALREADY_IDENTIFIED)
        elif session is None:
            await socket.close(code=_NOT_AUTHENTICATED)
        return session

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        if not self._accepts(str(data.get("token", ""))):
            await socket.close(code=_BAD_TOKEN)
            return None
        shard, shards = data["shard"]
        if not 0 <= shard < shards:
            await socket.close(code=_BAD_SHARD)
            return None
        name = self._world.chance.randbytes(16).hex()
        session = Session(name, Intents(data["intents"] & sum(Intents)), shard, shards)
        self._sessions[session.id] = session
        session.attach(socket)
        session.send("READY", self._ready(session))
        if Intents.GUILDS in session.intents:
            for guild_id in filter(session.has_guild, self._world.guild_names):
                session.send("GUILD_CREATE", self._world.guild_create(guild_id))
        self._world.changes.publish(Change("gateway"))
        return session

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        if not self._accepts(str(data.get("token", ""))):
            await socket.close(code=_BAD_TOKEN)
            return None
        session = self._sessions.get(str(data.get("session_id")))
        if session is None or not session.can_resume(data["seq"]):
            await socket.send_json({"op": Opcode.INVALID_SESSION, "d": False, "s": None})
            return None
        session.attach(socket)
        session.replay(data["seq"])
        session.send("RESUMED", {})
        self._world.changes.publish(Change("gateway"))
        return session

    def _ready(self, session: Session) -> Json:
        world = self._world
        here = filter(session.has_guild, world.guild_names)
        return {
            "v": 10,
            "user": world.bot.as_user() | {"mfa_enabled": False, "verified": True, "flags": 0},
            "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in here],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "session_type": "normal",
            "shard": [session.shard, session.shards],
            "application": {"id": str(world.application_id), "flags": 0},
            "private_channels": [],
            "relationships": [],
        }

    def _prune(self) -> None:
        detached = [key for key, session in self._sessions.items() if not session.attached]
        for key in detached[:-DETACHED_SESSIONS]:
            del self._sessions[key]


async def _acknowledge(socket: web.WebSocketResponse) -> None:
    await asyncio.sleep(ACK_SECONDS)
    with suppress(ConnectionError, RuntimeError):  # the socket may have been closed meanwhile
        await socket.send_json({"op": Opcode.HEARTBEAT_ACK, "d": None, "s": None})


def _greeting(data: Any) -> Json:
    """Return the numbers of an IDENTIFY or RESUME; raises ValueError or TypeError when it has not them."""
    if not isinstance(data, dict):
        raise TypeError("not an object")
    shard, shards = data.get("shard") or (0, 1)
    return data | {
        "shard": (int(shard), int(shards)),
        "intents": int(data.get("intents") or 0),
        "seq": int(data.get("seq") or 0),
    }
