"""What can be asked of the tables without changing them."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from bot.tables.homes import EVERYTHING, Alone, Homes, Slots
from bot.tables.keeping.codec import unpack
from bot.tables.keeping.ledger import Ledger
from bot.tables.keeping.retention import refuse_forgotten
from bot.tables.limits import Limits
from bot.tables.model import Denied, Held, Status, Table, incident_of
from bot.tables.playing.capabilities.steps import draws_of
from bot.tables.ports import Clock, Entry, Stored, TableShelf
from bot.tables.proof.record import Record, record_of
from bot.tables.sight import Look, Scenery, Sight, see_nothing
from bot.tables.tasks import Aside
from engines.core.game import AnyGame

_LOOKS = 256
"""How many tables' looks are kept, from a click's answer to what is published after it."""


class Looking:
    """The tables as they stand. `Tables` adds everything that changes them."""

    def __init__(
        self,
        store: TableShelf,
        games: Mapping[str, AnyGame],
        clock: Clock,
        chance: Random,
        limits: Limits | None = None,
        homes: Homes | None = None,
    ) -> None:
        self.homes: Homes = homes or Alone()
        self._store = store
        self._clock = clock
        self._ledger = Ledger(store, games, clock, chance, limits=limits, homes=self.homes)
        self._aside = Aside("records")
        self._looks: OrderedDict[int, Look] = OrderedDict()

    def now(self) -> int:
        """The tables' present, in ms UTC."""
        return self._clock.now()

    def is_home(self, table: Table) -> bool:
        """Whether this process is home to a table: it shows it then, and rings its clock."""
        return self.homes.is_home(table.guild_id)

    def game(self, name: str) -> AnyGame:
        """The rules of this name; Denied("unknown_game")."""
        return self._ledger.game(name)

    async def table(self, table_id: int) -> Table:
        """The public facts of a table; Denied("no_such_table")."""
        return (await self._ledger.held(table_id)).table

    async def held(self, table_id: int) -> Held:
        """A table with its secrets, for rooms of bot/tables alone; Denied("no_such_table")."""
        return await self._ledger.held(table_id)

    async def version(self, table_id: int) -> int | None:
        """The version of a table as the store has it, whoever changed it last; None if there is none."""
        return await self._store.version(table_id)

    async def catch_up(self, table_id: int) -> bool:
        """Whether what was said of a table came from a state that another process has left behind since.

        Then it is loaded anew. For who is about to refuse somebody.
        """
        return await self._ledger.catch_up(table_id)

    async def look(self, table_id: int) -> Look:
        """The newest table, looked at; the same look as long as it would show the same.

        Whoever has waited for something asks again: theirs may be out of date. Denied("no_such_table").
        """
        held, now = await self._ledger.held(table_id), self._clock.now()
        look = self._looks.get(table_id)
        if look is None or not look.holds(held, now):
            look = Look(held, now, self._seer(held, now), look)
            self._remember(table_id, look)
        return look

    async def look_again(self, look: Look) -> Look:
        """The newest look at the same table, which may have changed; a closed one is not read again."""
        return look if look.table.status is Status.CLOSED else await self.look(look.table.id)

    async def sight(self, table_id: int, user_id: int | None = None) -> Sight:
        """The table as this user may see it (None: as the channel does)."""
        look = await self.look(table_id)
        return look.sight() if user_id is None else look.sight_for(user_id)

    async def foresee(self, table_id: int, seat: str, action: Any) -> Sight:
        """The table as the channel would see it if this seat did this now; for getting ready, never to show.

        Nothing is changed; Denied or Refusal as for `act`.
        """
        held = await self._ledger.held(table_id)
        if held.vault.state is None:
            raise Denied("not_begun")
        game = self._ledger.game(held.table.game)
        step = game.act(held.vault.state, seat, action, draws_of(held))
        after = Held(replace(held.table, alarm=None), replace(held.vault, state=step.state), held.last_seq)
        return self._seer(after, self._clock.now())(None)

    def _remember(self, table_id: int, look: Look) -> None:
        """Keep a look at a live table at home; of too many, the one not new for the longest time goes."""
        self._looks.pop(table_id, None)
        if look.table.status is not Status.CLOSED and self.is_home(look.table):
            self._looks[table_id] = look
        if len(self._looks) > _LOOKS:
            self._looks.popitem(last=False)

    def _forget(self, slots: Slots = EVERYTHING) -> None:
        """Load and look at all tables in these slots anew."""
        self._ledger.forget_all(slots)
        for table_id, look in list(self._looks.items()):
            if slots.have(look.table.guild_id):
                del self._looks[table_id]

    def _seer(self, held: Held, now: int) -> Callable[[str | None], Sight]:
        """What works out the sight of an audience; it raises Denied if the table was forgotten meanwhile."""
        scenery: Scenery | None = None

        def see_from(seat: str | None) -> Sight:
            nonlocal scenery
            table, error = held.table, None
            refuse_forgotten(table)
            try:
                scenery = scenery or Scenery(held, self._ledger.rules(table), now)
                sight = scenery.seen_from(seat)
            except Exception as failed:
                error, sight = failed, see_nothing(held, incident_of(table), now)
            if sight.unread is not None and table.incident is None and table.status is not Status.CLOSED:
                self.found_unread(table.id, error)
            return sight

        return see_from

    def found_unread(self, table_id: int, error: Exception | None = None) -> None:
        """A table turned out not to be readable, or the rules failed there by this error."""

    async def find(self, game: str, channel_id: int) -> int | None:
        """The live table of a game in a channel."""
        return await self._store.find(game, channel_id)

    async def latest(self, game: str | None, channel_id: int, *, closed: bool = False) -> int | None:
        """The newest table of a game in a channel, closed ones too (with `closed`, only they)."""
        return await self._store.latest(game, channel_id, closed=closed)

    async def tables_of(self, user_id: int) -> Sequence[int]:
        """The live tables of a user, newest first."""
        return await self._store.tables_of(user_id)

    async def record(self, table_id: int, *, whole: bool = False) -> Record:
        """What anybody may check of a table: everything once it is closed, no secret before.

        `whole`: with the cards that were never turned, for those who may see the server's decks.
        """
        return await self._record(table_id, whole=whole)

    async def whole_record(self, table_id: int) -> Record:
        """A table's record with all its secrets, for rooms of bot/tables alone; Denied("no_such_table")."""
        return await self._record(table_id, whole=True, revealed=True)

    async def told(self, table_id: int) -> tuple[Held, Record | None]:
        """A table and its record with all secrets, read at once, for rooms of bot/tables alone.

        The record has the setup only if the table could not be read. None where its log is gone;
        Denied("no_such_table").
        """
        stored = await self._store.load(table_id)
        if stored is None:
            raise Denied("no_such_table")
        log, games = await self._store.log(table_id), self._ledger.known
        return await self._aside.run(partial(_tell, stored, log, games))

    async def _record(self, table_id: int, *, whole: bool, revealed: bool | None = None) -> Record:
        stored = await self._store.load(table_id)
        if stored is None:
            raise Denied("no_such_table")
        log, games = await self._store.log(table_id), self._ledger.known
        make = partial(record_of, stored, log, games, whole=whole, revealed=revealed)
        return await self._aside.run(make)  # it may be long

    async def played_by_computers(self, slots: Slots = EVERYTHING) -> Sequence[int]:
        """The tables in these slots that are being played, by a computer among others."""
        return await self._store.played_by_computers(slots)


def _tell(stored: Stored, log: Sequence[Entry], games: Mapping[str, AnyGame]) -> tuple[Held, Record | None]:
    """A table and its record from what the store keeps."""
    held = unpack(stored, games)
    if held.table.end.forgotten_at is not None:
        return held, None
    unread = held.vault.state is None
    return held, record_of(stored, log, games, whole=True, revealed=True, setup=unread)
