"""Tables that have ended take less room: their parts are packed, and decks that stand in their setups shared.

Any moment is a good one to stop: each table is done in one or two short transactions, and what is left is
found again at the next look. A packed table can be read, shown, checked and changed like any other.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Final, Protocol

import structlog

from bot.tables.decks import PlayedDeck
from bot.tables.homes import HOUSE, Alone, Homes
from bot.tables.keeping.codec import split_setup
from bot.tables.ports import Clock, TableStore
from bot.tables.tasks import Aside, Rounds, Tasks
from engines.core.decks import Dealer
from engines.core.game import AnyGame
from engines.core.records import Refusal

_log = structlog.get_logger(__name__)
_FIRST_LOOK: Final = 60_000
_LOOKS: Final = 10 * 60_000
RESTED: Final = 60 * 60_000
"""So long (ms) after its last change a closed table is packed: by then few ask for a rematch, and no click is
delivered a second time."""
_AT_ONCE = 20
_PAUSE = 0.02
"""Seconds between two tables: players come first."""


class ShrinkingStore(TableStore, Protocol):
    """A store whose tables can be made smaller, without any change that could be seen."""

    async def list_unpacked(self, after: int, before: int, limit: int) -> Sequence[tuple[int, str]]:
        """Closed tables that are not packed and changed last before this time (ms UTC): numbers and games.

        At most `limit`, those with numbers above `after`, in order.
        """

    async def list_undivided(self, games: Sequence[str]) -> Sequence[int]:
        """Live tables of these games whose setups have no deck apart."""

    async def divide_setup(self, table_id: int, setup: str, deck: PlayedDeck) -> None:
        """Put a setup and its deck in the place of a setup that has none apart."""

    async def put_away(self, table_id: int) -> bool:
        """Pack the log, the scenes and the position of a table if it is closed; whether it was, unpacked."""


class Shrinking:
    """Looks for tables to make smaller, soon after the start and every few minutes; one process for all."""

    def __init__(
        self,
        store: ShrinkingStore,
        games: Mapping[str, AnyGame],
        clock: Clock,
        tasks: Tasks,
        homes: Homes | None = None,
    ) -> None:
        self._store = store
        self._homes: Homes = homes or Alone()
        self._games = games
        self._clock = clock
        self._rounds = Rounds(clock, tasks, "shrink tables", self.look, first=_FIRST_LOOK, every=_LOOKS)
        self._aside = Aside("shrinking")

    def start(self) -> None:
        """Begin to look, in a minute; once started, it goes on."""
        self._rounds.start()

    def stop(self) -> None:
        """Look no more."""
        self._rounds.stop()

    async def look(self) -> None:
        """Make smaller what can be; a table that fails is left as it is, and tried again at the next look."""
        if not self._homes.is_home(HOUSE):
            return
        before, done, after = self._clock.now() - RESTED, 0, 0
        dealing = [name for name, game in self._games.items() if game.dealer is not None]
        for table_id in await self._store.list_undivided(dealing):
            await self._try(self._divide, table_id)
        while some := await self._store.list_unpacked(after, before, _AT_ONCE):
            for table_id, name in some:
                done += await self._try(self._put_away if name in dealing else self._store.put_away, table_id)
            after = some[-1][0]
        if done:
            _log.info("closed tables packed", tables=done)

    async def _try(self, work: Callable[[int], Awaitable[bool]], table_id: int) -> bool:
        await asyncio.sleep(_PAUSE)
        try:
            return await work(table_id)
        except Exception:  # one table must not keep the others from getting smaller
            _log.exception("table not packed", table=table_id)
            return False

    async def _put_away(self, table_id: int) -> bool:
        await self._divide(table_id)
        return await self._store.put_away(table_id)

    async def _divide(self, table_id: int) -> bool:
        """Store the deck of a table apart, if it was begun when decks were part of setups."""
        stored = await self._store.load(table_id)
        game = None if stored is None else self._games.get(stored.table.game)
        dealer = None if game is None else game.dealer
        if stored is None or dealer is None or stored.setup is None or stored.deck is not None:
            return False
        parts = await self._aside.run(partial(share_deck, stored.setup, dealer))
        if parts is not None:
            await self._store.divide_setup(table_id, *parts)
        return parts is not None


def share_deck(setup: str, dealer: Dealer) -> tuple[str, PlayedDeck] | None:
    """A whole setup in its two parts; None for one that they would not give back unchanged."""
    try:
        plain = json.loads(setup)
        bare, deck = split_setup(plain, dealer)
        same = json.loads(dealer.join(bare, deck.text))
    except (ValueError, Refusal):
        return None
    # In one spelling: to Python, 3 and 3.0 are equal.
    return (bare, deck) if json.dumps(same, sort_keys=True) == json.dumps(plain, sort_keys=True) else None
