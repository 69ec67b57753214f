"""The tables: everything that can be asked of them, by people, by the clock or by the house.

Each call is one transaction; when it returns, its effect is durable, and its subscribers have been told
(`after_commit`). Refusals are `Denied` (the table's) or `Refusal` (the rules'), and change nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from bot.tables.asks import Ask, Plan, ask_of_house
from bot.tables.changing import Changing, Wake, wake_nobody
from bot.tables.homes import Homes
from bot.tables.keeping.retention import blank_words, refuse_forgotten
from bot.tables.limits import Blocklist, Limits, TooMany
from bot.tables.model import Computer, Denied, Held, Reach, Status, Table
from bot.tables.playing import lobby, play
from bot.tables.playing.absence import hand_over
from bot.tables.playing.capabilities.agreements import Agreements
from bot.tables.playing.capabilities.commands import HostCommands
from bot.tables.playing.capabilities.decks import Decks
from bot.tables.playing.capabilities.drafts import Drafts
from bot.tables.playing.capabilities.races import Races
from bot.tables.playing.capabilities.teams import Teams, join_late, join_team
from bot.tables.playing.ending import close
from bot.tables.playing.lobby import Gathered, Opening, open_gathered
from bot.tables.ports import Clock, Duplicate, Entry, Occupied, PeopleStore, PictureGone, Stale, TableShelf
from bot.tables.proof.dice import Seed
from bot.tables.tasks import Tasks
from engines.core.game import AnyGame
from players.core.player import Level

_RECENT = 50
"""Among so many of the newest tables of a person are those that are not closed."""


_FETCHES = 3
"""So often the deck is fetched with which a table begins, where others change it meanwhile."""


class Tables(Changing):
    """The shared runtime of all games. Knows no Discord and no SQL.

    What not every game has stands in parts of its own: `teams`, `drafts`, `decks`, `races`, `agreements`,
    `hosting` (see `Capability`).
    """

    def __init__(
        self,
        store: TableShelf,
        games: Mapping[str, AnyGame],
        clock: Clock,
        new_seed: Callable[[], Seed],
        chance: Random,
        tasks: Tasks,
        limits: Limits | None = None,
        homes: Homes | None = None,
        wake: Wake = wake_nobody,
    ) -> None:
        super().__init__(store, games, clock, chance, tasks, limits, homes, wake)
        self._new_seed = new_seed
        self.blocklist = Blocklist()
        self.teams = Teams(self)
        self.drafts = Drafts(self)
        self.decks = Decks(store, self._ledger, clock, new_seed)
        self.races = Races(self)
        self.agreements = Agreements(self)
        self.hosting = HostCommands(self)

    async def erase(self, user_id: int, people: PeopleStore) -> int:
        """Erase what is kept about a user who has left their tables; how many games stay, anonymous.

        What they typed goes first, table by table; a stop in between leaves the rest for the next try.
        """
        sat = await people.list_tables_sat(user_id)
        for table_id in sat:
            async with self._ledger.alone(table_id):
                await self._blank(table_id, user_id)
        async with self._ledger.still():
            erased = await people.erase(user_id)
        await self._wake_homes(sat[:_RECENT])
        return erased

    async def _wake_homes(self, table_ids: Sequence[int]) -> None:
        """Have the homes of live tables load them anew, and show that they have: one may just be shown."""
        for table_id in table_ids:
            with suppress(Denied):
                table = await self.table(table_id)
                if table.status is Status.CLOSED:
                    continue
                if self.is_home(table):
                    self._renew_soon(table_id, 0)
                else:
                    await self.wake_home(table)

    async def _blank(self, table_id: int, user_id: int) -> None:
        """Erase what a user typed at a table; what others do there meanwhile stands."""
        while True:
            stored = await self._store.load(table_id)
            game = None if stored is None else self._ledger.known.get(stored.table.game)
            if stored is None or game is None:
                return
            blanks = blank_words(stored, await self._store.log(table_id), user_id, game)
            if blanks is None:
                return
            parts = (blanks.lines, blanks.position, blanks.scenes)
            with suppress(Stale):
                await self._store.blank(table_id, *parts, stored.table.version)
                return

    # -- the lobby -------------------------------------------------------------------------------------

    async def open(self, ask: Ask, game: str, opening: Opening) -> Table:
        """Open a lobby; Denied("occupied") where a table of this game is live in the channel.

        Denied for who is blocked, and by the limits (see TooMany for the reasons).
        """
        self.blocklist.refuse(ask.user_id, opening.guild_id)
        rules, now = self._ledger.game(game), self._clock.now()
        return await self._create(
            ask, game, opening.channel_id, lambda promise: lobby.open_table(ask, rules, opening, promise, now)
        )

    async def open_gathered(self, ask: Ask, game: str, gathered: Gathered) -> Table:
        """Open a lobby in which people who have come together before sit already.

        Denied as `open_gathered` of bot.tables.playing.lobby, and as `open`.
        """
        rules, now = self._ledger.game(game), self._clock.now()
        return await self._create(
            ask, game, gathered.channel_id, lambda promise: open_gathered(ask, rules, gathered, promise, now)
        )

    async def _create(self, ask: Ask, game: str, channel_id: int, make: Callable[[str], Plan]) -> Table:
        """Create a table in a channel; `make` plans it with the commitment of its seed."""
        rival = await self._store.find(game, channel_id)
        if rival is not None:
            if await self._done(rival, ask):
                return await self.table(rival)
            raise Denied("occupied", table_id=rival)
        seed = self._new_seed()
        try:
            committed = await self._ledger.create(make(seed.commitment), seed.secret)
        except Duplicate as again:
            return await self.table(again.table_id)
        except Occupied as other:
            raise Denied("occupied", table_id=other.table_id) from None
        except TooMany as limit:
            raise Denied(limit.reason, n=limit.most, again_at=limit.again_at) from None
        self._tell(committed)
        return committed.table

    async def join(self, ask: Ask, table_id: int, team: str | None = None) -> Table:
        """Sit down in a lobby (in this seat's team, if one was chosen), or confirm a reserved seat.

        Where the rules let people in later, also with a team of a game that has begun.
        """
        self.blocklist.refuse(ask.user_id)
        barred = lobby.find_removed(await self._store.log(table_id))

        def transition(held: Held, game: AnyGame) -> Plan:
            if team is None:
                return lobby.join(held, ask, game, barred)
            if held.table.status is Status.PLAYING:
                return join_late(held, ask, game, team)
            return join_team(held, ask, game, team, barred)

        return await self.change(table_id, transition, ask)

    async def seat_computer(self, ask: Ask, table_id: int, computer: Computer) -> Table:
        """The host seats a computer."""
        return await self.seat_computers(ask, table_id, (computer,))

    async def seat_computers(self, ask: Ask, table_id: int, computers: Sequence[Computer]) -> Table:
        """The host seats several computers at once: all of them, or none where there is no room."""

        def transition(held: Held, game: AnyGame) -> Plan:
            return lobby.seat_computers(held, ask, game, computers)

        return await self.change(table_id, transition, ask)

    async def quit(self, ask: Ask, table_id: int) -> Table:
        """Get up: from a lobby, or for good from a running game."""

        def transition(held: Held, game: AnyGame) -> Plan | None:
            if held.table.status is Status.LOBBY:
                return lobby.quit_lobby(held, ask)
            return play.leave(held, ask, game)

        return await self.change(table_id, transition, ask)

    async def remove(self, ask: Ask, table_id: int, seat: str, user_id: int | None = None) -> Table:
        """The host or a moderator removes a seat, or with `user_id` that person of it; see `play.dismiss`."""

        def transition(held: Held, game: AnyGame) -> Plan | None:
            if held.table.status is Status.LOBBY:
                return lobby.remove(held, ask, seat, user_id)
            return play.dismiss(held, ask, game, seat, user_id)

        return await self.change(table_id, transition, ask)

    async def set_option(self, ask: Ask, table_id: int, name: str, value: Any) -> Table:
        """The host sets an option of the rules or of the table."""
        return await self.set_options(ask, table_id, {name: value})

    async def set_options(self, ask: Ask, table_id: int, chosen: Mapping[str, Any]) -> Table:
        """The host sets several options at once: all of them, or none where one is refused."""
        deck = await self.decks.fetch_for(await self.table(table_id), chosen)
        return await self.change(
            table_id, lambda held, game: lobby.set_options(held, ask, game, chosen, deck), ask
        )

    async def gone(self, table_id: int, user_id: int) -> None:
        """This user is not on the server any more: their place is given up as if they had left."""
        ask = ask_of_house(self._clock.now())

        def transition(held: Held, game: AnyGame) -> Plan | None:
            seat = held.table.seat_of(user_id)
            if seat is None or not seat.plays(user_id) or held.table.status is Status.CLOSED:
                return None
            if held.table.status is Status.LOBBY:
                return lobby.leave_server(held, ask, seat, user_id)
            return play.leave_server(held, ask, game, seat, user_id)

        await self.change(table_id, transition)

    async def note_reach(self, table_id: int, user_id: int, reach: Reach) -> Table:
        """Remember how this person gets secrets."""
        return await self.change(table_id, lambda held, _game: lobby.note_reach(held, user_id, reach))

    async def move(self, table_id: int, channel_id: int) -> Table:
        """Play goes on in this channel (the table's own thread)."""
        return await self.change(table_id, lambda held, _game: lobby.move_channel(held, channel_id))

    async def without_thread(self, table_id: int) -> Table:
        """No thread could be made for this table: it stays where it was opened."""
        return await self.change(table_id, lambda held, _game: lobby.forget_thread(held))

    async def rematch(self, ask: Ask, table_id: int) -> Table:
        """A new lobby with a new commitment, the same options and the other seats reserved."""
        old = await self.table(table_id)
        if old.status is not Status.CLOSED:
            raise Denied("running")
        refuse_forgotten(old)
        if old.seat_of(ask.user_id) is None:
            raise Denied("not_at_table")
        if old.end.rematch_id is not None and await self._stands(old.end.rematch_id):
            return await self.join(ask, old.end.rematch_id)
        try:
            new = await self.open(ask, old.game, lobby.plan_rematch(old, ask.user_id))
        except Denied as denied:
            other = denied.params.get("table_id")
            if other is None or (await self.table(other)).rematch_of != table_id:
                raise
            # Somebody was quicker, or the bot died before the old table knew of the new one.
            await self._note_rematch(table_id, other)
            return await self.join(ask, other)
        await self._note_rematch(table_id, new.id)
        return new

    async def _stands(self, table_id: int) -> bool:
        """Whether a rematch still waits, or was played; one that nobody came to does not count."""
        table = await self.table(table_id)
        return table.status is not Status.CLOSED or table.end.why == "over"

    async def _note_rematch(self, old_id: int, new_id: int) -> None:
        await self.change(old_id, lambda held, _game: lobby.note_rematch(held, new_id))

    # -- the game --------------------------------------------------------------------------------------

    async def begin(self, ask: Ask, table_id: int, fill: Level | None = None) -> Table:
        """The host begins the game, or after a while whoever sits at the table.

        `fill`: computers of this level sit down before, as many as are missing.
        """
        for _ in range(_FETCHES):
            try:
                return await self._begin(ask, table_id, fill)
            except PictureGone:
                continue  # the deck has been changed or deleted since: whoever fetches it anew finds out
        raise Denied("busy")

    async def _begin(self, ask: Ask, table_id: int, fill: Level | None) -> Table:
        """Begin with the deck as it is now; PictureGone if it is another one, or none, a moment later."""
        now = self._clock.now()
        table = await self.table(table_id)
        supplies, newcomers = await self.decks.fetch(table), await self._find_newcomers(table)

        def transition(held: Held, game: AnyGame) -> Plan:
            sat: tuple[Entry, ...] = ()
            if fill is not None and held.table.status is Status.LOBBY:
                table, sat = lobby.fill_up(held, ask, game, fill)
                held = replace(held, table=table)
            plan = play.begin(held, ask, game, supplies, now, newcomers)
            return replace(plan, lines=(*sat, *plan.lines))

        return await self.change(table_id, transition, ask)

    async def _find_newcomers(self, table: Table) -> frozenset[int]:
        """Who at this table has never finished its game on its server, as far as anybody remembers."""
        here = frozenset(one.user_id for one in table.people() if one.user_id is not None)
        return here - await self._store.finished(table.game, table.guild_id, tuple(here))

    async def act(self, ask: Ask, table_id: int, action: Any) -> Table:
        """A seat acts; Denied, or the engine's Refusal."""

        def transition(held: Held, game: AnyGame) -> Plan:
            return play.act(held, ask, game, action, self.back_at(held.table.guild_id))

        return await self.change(table_id, transition, ask)

    async def hand_over(self, ask: Ask, table_id: int) -> Table:
        """A computer plays the seat of who asks, until they do anything at the table."""
        return await self.change(table_id, lambda held, game: hand_over(held, ask, game), ask)

    async def take_back(self, ask: Ask, table_id: int) -> Table:
        """Somebody is there again: from now on they play their own seat."""
        return await self.change(table_id, lambda _held, _game: None, ask)

    async def stop(self, ask: Ask, table_id: int) -> Table:
        """The host or a moderator ends the table, whatever its state."""
        return await self.change(table_id, lambda held, _game: close(held, ask, "stopped"), ask)

    async def pause(self, table_id: int, reason: str) -> Table:
        """Stop the clocks: the table cannot be shown."""
        ask = ask_of_house(self._clock.now())
        return await self.change(table_id, lambda held, _game: play.pause(held, ask, reason))

    async def suspend(self, ask: Ask, table_id: int) -> Table:
        """The host or a moderator pauses the game; Denied("in_a_race") where moments count."""
        now = self._clock.now()
        return await self.change(table_id, lambda held, _game: play.suspend(held, ask, now), ask)

    async def resume(self, ask: Ask, table_id: int, channel_id: int) -> Table:
        """Go on after a pause, in this channel; Denied("occupied") where another table of the game is."""
        rival = await self._store.find((await self.table(table_id)).game, channel_id)
        if rival not in (None, table_id):
            raise Denied("occupied", table_id=rival)
        now = self._clock.now()
        return await self.change(table_id, lambda held, _game: play.resume(held, ask, channel_id, now), ask)
