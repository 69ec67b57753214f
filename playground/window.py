"""An open window of the page: what it has been told, and the orders that come from it."""

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress

from aiohttp import WSMsgType, web

from playground.bots import Bots
from playground.changes import Change
from playground.orders import OrderError, Orders
from playground.pane import Pane, difference, pane_of
from playground.wire import Json
from playground.world import World

_log = logging.getLogger(__name__)
COALESCE_SECONDS = 0.03  # a burst of changes is told at once
House = Callable[[], Json]


class Window:
    """Keeps one websocket of the page up to date until it closes; no fault of it reaches the server."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        world: World,
        bots: Bots,
        orders: Orders,
        house: House,
    ) -> None:
        self._socket = socket
        self._world = world
        self._bots = bots
        self._orders = orders
        self._house = house
        self._panes: dict[int, Pane] = {}
        self._told: Json = {}
        self._printed = [0] * len(bots.supervisors)
        self._dirty = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Serve the window until its socket is closed."""
        forget = [
            self._world.changes.subscribe(self._on_change),
            self._bots.changes.subscribe(self._on_bots),
        ]
        self._dirty.set()
        telling = asyncio.create_task(self._tell(), name="a window's news")
        try:
            async for frame in self._socket:
                if frame.type is WSMsgType.TEXT:
                    self._receive(frame.data)
        finally:
            for unsubscribe in forget:
                unsubscribe()
            for task in (telling, *self._tasks):
                task.cancel()
            await asyncio.gather(telling, *self._tasks, return_exceptions=True)

    def _on_change(self, _change: Change) -> None:
        self._dirty.set()

    def _on_bots(self, _nothing: None) -> None:
        self._dirty.set()

    def _receive(self, text: str) -> None:
        try:
            order = json.loads(text)
        except ValueError:
            return
        if not isinstance(order, dict):
            return
        if order.get("do") == "panes":
            self._show(order.get("people"))
            return
        # Each order runs by itself: an answer that takes three seconds holds up nobody else's click.
        task = asyncio.create_task(self._carry_out(order), name=f"order {order.get('do')}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _show(self, people: object) -> None:
        wanted = (
            [int(person) for person in people if str(person).isdigit()] if isinstance(people, list) else []
        )
        self._panes = {person: self._panes.get(person, Pane()) for person in wanted}
        self._dirty.set()

    async def _carry_out(self, order: Json) -> None:
        try:
            reply = await self._orders.carry_out(order)
        except OrderError as error:
            reply = {"error": str(error)}
        except Exception:
            _log.exception("order %r failed", order.get("do"))
            reply = {"error": "Le terrain de jeu a eu un raté : voyez sa console."}
        await self._send(reply | {"type": "reply", "ref": order.get("ref")})

    async def _tell(self) -> None:
        while True:
            await self._dirty.wait()
            self._dirty.clear()
            try:
                for news in self._news():
                    await self._send(news)
            except Exception:
                _log.exception("a window could not be told the news")
            await asyncio.sleep(COALESCE_SECONDS)

    def _news(self) -> list[Json]:
        news: list[Json] = []
        house = self._house()
        changed = {key: value for key, value in house.items() if self._told.get(key) != value}
        if changed:
            news.append(changed | {"type": "house"})
            self._told = house
        for number, bot in enumerate(self._bots.supervisors):
            if self._printed[number] != bot.printed:
                fresh = min(bot.printed - self._printed[number], len(bot.log))
                news.append({"type": "log", "bot": number, "lines": list(bot.log)[-fresh:]})
                self._printed[number] = bot.printed
        for person_id in self._panes:
            news.extend(self._pane_news(person_id))
        return news

    def _pane_news(self, person_id: int) -> list[Json]:
        person = self._world.people.get(person_id)
        if person is None or not person.in_server:
            return []
        pane = pane_of(self._world.list_visible(person_id))
        before = self._panes[person_id]
        order = difference(before, pane)
        self._panes[person_id] = pane
        if not order:
            return []
        return [order | {"type": "pane", "person": str(person_id), "whole": before == Pane()}]

    async def _send(self, news: Json) -> None:
        # A window may close at any moment, also between the question and the answer.
        with suppress(ConnectionError, RuntimeError):
            if not self._socket.closed:
                await self._socket.send_str(json.dumps(news, ensure_ascii=False))
