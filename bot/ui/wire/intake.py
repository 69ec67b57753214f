"""Where interactions come in, from the gateway, by HTTP or from another process; they go to their home.

Private messages arrive at one shard whatever the table's server is, and over HTTP anything arrives anywhere.
An interaction is acted on by the process that is home to the table's server: it has the table in memory, and
shows it. If there is no such process, or it does not say soon that it has taken the interaction, whoever has
heard it acts on it: a table may be changed from anywhere.

Whoever wakes from a long sleep finds what was clicked meanwhile, and takes itself for its home. Others have
answered that, and some of it by a refusal: so it asks first who is home now.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

import discord
import orjson
import structlog
from aiohttp import web

from bot import meters
from bot.homes.forwarding import LARGEST, PATIENCE
from bot.settings import SettingsError
from bot.tables.homes import Homes, private_place
from bot.tables.tasks import Tasks
from bot.ui.pages.ids import parse

_log = structlog.get_logger(__name__)
_REMEMBERED = 8192
"""How many interactions are known again: those of a minute and more, for as many as one process can take."""


class Intake:
    """Has each interaction acted on once by this process, or by its home.

    `guild_of` tells the server of a table, None if there is no such table. `send` sends an interaction to a
    home at an address, and says whether it was taken there. `act` reads an interaction and answers it.
    `find_homes` asks the store who is home to what.
    """

    def __init__(
        self,
        homes: Homes,
        guild_of: Callable[[int], Awaitable[int | None]],
        send: Callable[[str, Payload], Awaitable[bool]],
        act: Act,
        tasks: Tasks,
        find_homes: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self._homes = homes
        self._guild_of = guild_of
        self._send = send
        self._read = act
        self._tasks = tasks
        self._find_homes = find_homes
        self._finding: asyncio.Task[None] | None = None
        self._settled: OrderedDict[int, None] = OrderedDict()
        self._guilds: OrderedDict[int, int] = OrderedDict()

    def hear(self, payload: Payload) -> None:
        """Take what Discord tells this process."""
        if not self._homes.shared:
            self._act(payload)
        elif int(payload["id"]) in self._settled:
            meters.count("duplicate")  # two processes with the same shard hear all twice
        elif self._is_for_here(payload):
            self._act(payload)
        else:
            self._tasks.spawn(self._pass_on(payload), "pass on")

    def learn(self, table_id: int, guild_id: int) -> None:
        """Note the server of a table, so that the store need not be asked."""
        self._guilds[table_id] = guild_id
        self._guilds.move_to_end(table_id)
        if len(self._guilds) > _REMEMBERED:
            self._guilds.popitem(last=False)

    async def take(self, payload: Payload) -> bool:
        """Take what another process has heard; False if this one is not home to its table."""
        guild_id = await self._find_guild(payload)
        if guild_id is None or not self._homes.is_home(guild_id):
            return False
        self._act(payload)
        return True

    def _is_for_here(self, payload: Payload) -> bool:
        """Whether it is known at once that nobody else need hear of this."""
        if self._homes.lapsed:
            return False
        guild_id = _read_guild(payload)
        if guild_id is None:
            return not _read_table(payload)
        return self._homes.address_of(guild_id) is None

    async def _pass_on(self, payload: Payload) -> None:
        """Send it to its home; act here if there is none, or if it does not take it."""
        await self._know_homes()
        guild_id = await self._find_guild(payload)
        address = None if guild_id is None else self._homes.address_of(guild_id)
        if address is not None and await self._send(address, payload):
            self._settle(payload)
        else:
            self._act(payload)

    async def _know_homes(self) -> None:
        """Ask who is home to what if that is not known any more: once for all who wait, and not for long."""
        if not self._homes.lapsed:
            return
        if self._finding is None or self._finding.done():
            self._finding = self._tasks.spawn(self._find_homes(), "find homes")
        await asyncio.wait({self._finding}, timeout=PATIENCE)

    def _act(self, payload: Payload) -> None:
        """Act on it, unless that was done already: here, or at its home."""
        if self._settle(payload):
            self._read(payload)
        else:
            meters.count("duplicate")

    def _settle(self, payload: Payload) -> bool:
        """Note that it is done with. False if it was so already."""
        number, before = int(payload["id"]), len(self._settled)
        self._settled[number] = None
        if before == len(self._settled):
            return False
        if before == _REMEMBERED:
            self._settled.popitem(last=False)
        return True

    async def _find_guild(self, payload: Payload) -> int | None:
        """The server whose table an interaction is about; None if that cannot be told soon."""
        guild_id, table_id = _read_guild(payload), _read_table(payload)
        if guild_id is not None or not table_id:
            return guild_id
        if table_id in self._guilds:  # a table never changes its server
            self._guilds.move_to_end(table_id)
            return self._guilds[table_id]
        try:
            async with asyncio.timeout(PATIENCE):
                guild_id = await self._guild_of(table_id)
        except Exception as error:
            _log.warning("home of a table not found", error=type(error).__name__)
            return None
        if guild_id is not None:
            self.learn(table_id, guild_id)
        return guild_id


def _read_guild(payload: Payload) -> int | None:
    """The server (or private messages) where somebody clicked or typed; None where only the table says it."""
    guild_id, channel_id = payload.get("guild_id"), payload.get("channel_id")
    if guild_id is not None:
        return int(guild_id)
    return None if channel_id is None or _read_table(payload) else private_place(int(channel_id))


def _read_table(payload: Payload) -> int:
    """The table that was clicked; 0 if it is none, or a command."""
    target = parse(str((payload.get("data") or {}).get("custom_id", "")))
    return 0 if target is None else target.table_id


# Interactions as Discord sends them, before discord.py reads them, and given to discord.py to read.
#
# discord.py has no door of its own for either. This is the way it goes itself; a test says at once when
# another discord.py goes another way.

Payload = Mapping[str, Any]
Act = Callable[[Payload], None]
_EVENT = "INTERACTION_CREATE"


def divert_interactions(client: discord.Client, hear: Act) -> Act:
    """Have every interaction that the gateway brings given to `hear`, unread.

    Returns what reads one and has it answered, whichever way it came; it raises KeyError, TypeError or
    ValueError for what is no interaction.
    """
    parsers: dict[str, Act] = client._connection.parsers  # noqa: SLF001 - there is no other way
    act, parsers[_EVENT] = parsers[_EVENT], hear
    return act


# Interactions by HTTP: Discord posts each to an address of ours, signed, instead of telling the gateway.
#
# An interaction is accepted at once (202), and answered as all are, at its own address at Discord. So any
# process behind a load balancer may take it. See "Receiving and Responding to Interactions" at Discord's.

PATH = "/interactions"
FRESH_MS = 60_000
"""How old what Discord has signed may be, and how far ahead its clock may be."""
_PING, _PONG = 1, {"type": 1}
_CLOSING = 2.0
"""Seconds that a stop waits for requests under way."""
Check = Callable[[bytes, bytes], bool]
"""Whether a signature is Discord's of a text."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where interactions come in by HTTP, and the key (64 hexadecimal digits) of whose they must be."""

    host: str
    port: int
    public_key: str


class Doorway:
    """Listens for interactions, and gives each that Discord has signed to `hear`.

    `now` gives the time in ms UTC. Raises SettingsError if the package for checking signatures is missing, or
    the key is none.
    """

    def __init__(self, door: Door, hear: Act, now: Callable[[], int]) -> None:
        self._door = door
        self._signed = _make_check(door.public_key)
        self._hear = hear
        self._now = now
        self._runner: web.AppRunner | None = None

    async def open(self) -> int:
        """Listen, for port 0 on any that is free. Returns the port. Raises SettingsError if that fails."""
        host, port = self._door.host, self._door.port
        app = web.Application(client_max_size=LARGEST)
        app.router.add_post(PATH, self._receive)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=_CLOSING)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            await runner.cleanup()
            raise SettingsError(
                f"INTERACTIONS_PORT {port} cannot be used at INTERACTIONS_HOST {host} ({error.strerror}): "
                "choose another, or stop what uses it."
            ) from None
        self._runner = runner
        taken = int(runner.addresses[0][1])
        _log.info("interactions by http", host=host, port=taken)
        return taken

    async def close(self) -> None:
        """Listen no more."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _receive(self, request: web.Request) -> web.Response:
        body = await request.read()  # larger ones are refused by aiohttp: 413
        if not self._is_from_discord(request, body):
            return web.Response(status=401)  # Discord sends wrong signatures on purpose, now and then
        try:
            payload = orjson.loads(body)
            if payload["type"] == _PING:
                return web.json_response(_PONG)
            self._hear(payload)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            _log.warning("an interaction was not understood", error=type(error).__name__)
            return web.Response(status=400)
        return web.Response(status=202)

    def _is_from_discord(self, request: web.Request, body: bytes) -> bool:
        at = request.headers.get("X-Signature-Timestamp", "")
        if not at.isascii() or not at.isdecimal() or len(at) > 12:
            return False
        try:
            signature = bytes.fromhex(request.headers.get("X-Signature-Ed25519", ""))
        except ValueError:
            return False
        if not self._signed(signature, at.encode() + body):
            return False
        fresh = abs(self._now() - int(at) * 1000) <= FRESH_MS
        if not fresh:
            _log.warning("an interaction was signed long ago, or ahead of us: look at this machine's clock")
        return fresh


def _make_check(public_key: str) -> Check:
    """Make what checks the signatures of a key. Imports the package for it."""
    try:
        from nacl.exceptions import BadSignatureError
        from nacl.signing import VerifyKey
    except ImportError:
        raise SettingsError(
            "INTERACTIONS_PORT needs the package pynacl, which is missing: install it where the bot is "
            "(pip install pynacl)."
        ) from None
    try:
        key = VerifyKey(bytes.fromhex(public_key))
    except ValueError:
        raise SettingsError("DISCORD_PUBLIC_KEY is wrong: it has 64 hexadecimal digits.") from None

    def check(signature: bytes, text: bytes) -> bool:
        try:
            key.verify(text, signature)
        except (BadSignatureError, ValueError):  # ValueError: not 64 bytes long
            return False
        return True

    return check


# What the gateway tells of who sees a channel.


def make_shown(client: discord.Client) -> Callable[[int, int], bool]:
    """A question: does everybody on a server see this channel? Yes where nothing is known of it."""

    def shown(guild_id: int, channel_id: int) -> bool:
        guild = client.get_guild(guild_id)
        place = None if guild is None else guild.get_channel_or_thread(channel_id)
        if guild is None or place is None:
            return True
        if isinstance(place, discord.Thread):
            if place.is_private():
                return False
            if place.parent is None:
                return True
        return place.permissions_for(guild.default_role).view_channel

    return shown
