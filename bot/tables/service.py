"""The tables: everything that can be asked of them, by people, by the clock or by the house.

Each call is one transaction; when it returns, its effect is durable. Only then are clocks armed and is the
publisher told (`changed`). Refusals are `Denied` (the table's) or `Refusal` (the rules'), and change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import structlog

from bot.tables import lobby, play, teams
from bot.tables.blocking import Blocklist
from bot.tables.deadlines import Deadlines, postponed
from bot.tables.dice import Seed
from bot.tables.erasing import blanked
from bot.tables.errors import Broken, Denied
from bot.tables.ledger import Transition
from bot.tables.limits import Limits, TooMany
from bot.tables.lobby import Opening
from bot.tables.looking import Looking
from bot.tables.model import Alarm, Ask, Held, Reach, Status, Table
from bot.tables.plan import Plan
from bot.tables.ports import Clock, Duplicate, Live, Occupied, PeopleStore, TableShelf
from bot.tables.reporting import reported
from bot.tables.retention import remembered
from bot.tables.shuffling import fetched
from bot.tables.tasks import Tasks
from bot.tables.timing import Bell, Ring, bells
from engines.core.errors import Refusal
from engines.core.game import AnyGame

__all__ = ["Tables"]

_log = structlog.get_logger(__name__)
_AGAIN = 10_000
"""A deadline whose commit failed is tried again after so long (ms)."""


class Tables(Looking):
    """The shared runtime of all games. Knows no Discord and no SQL.

    `changed(table_id)` is called after each commit, `warned(table_id)` when a deadline is near; neither may
    block or raise. `limits`: how many tables may be opened; None sets none.
    """

    def __init__(
        self,
        store: TableShelf,
        games: Mapping[str, AnyGame],
        clock: Clock,
        new_seed: Callable[[], Seed],
        tasks: Tasks,
        limits: Limits | None = None,
    ) -> None:
        super().__init__(store, games, clock, limits)
        self._new_seed = new_seed
        self._tasks = tasks
        self.deadlines = Deadlines(clock, self._ring)
        self._back_at = 0
        self.blocklist = Blocklist()
        self.changed: Callable[[int], None] = lambda _table_id: None
        self.warned: Callable[[int], None] = lambda _table_id: None

    async def erase(self, user_id: int, people: PeopleStore) -> int:
        """Erase what is kept about a user who has left their tables; how many games stay, anonymous.

        What they typed goes first, table by table; a stop in between leaves the rest for the next try.
        """
        for table_id in await people.tables_sat(user_id):
            async with self._ledger.alone(table_id):
                await self._blank(table_id, user_id)
        async with self._ledger.still():
            return await people.erase(user_id)

    async def _blank(self, table_id: int, user_id: int) -> None:
        stored = await self._store.load(table_id)
        game = None if stored is None else self._ledger.known.get(stored.table.game)
        if stored is None or game is None:
            return
        blanks = blanked(stored, await self._store.log(table_id), user_id, game)
        if blanks is not None:
            await self._store.blank(table_id, blanks.lines, blanks.position, blanks.scenes)

    # -- the lobby -------------------------------------------------------------------------------------

    async def open(self, ask: Ask, game: str, opening: Opening) -> Table:
        """Open a lobby; Denied("occupied") where a table of this game is live in the channel.

        Denied for who is blocked, and by the limits (see TooMany for the reasons).
        """
        self.blocklist.refuse(ask.user_id, opening.guild_id)
        rival = await self._store.find(game, opening.channel_id)
        if rival is not None:
            if await self._done(rival, ask):
                return await self.table(rival)
            raise Denied("occupied", table_id=rival)
        seed = self._new_seed()
        _, plan = lobby.opened(ask, self._ledger.game(game), opening, seed.commitment, self._clock.now())
        try:
            held = await self._ledger.create(plan, seed.secret)
        except Duplicate as again:
            return await self.table(again.table_id)
        except Occupied as other:
            raise Denied("occupied", table_id=other.table_id) from None
        except TooMany as limit:
            raise Denied(limit.reason, n=limit.most, again_at=limit.again_at) from None
        return self._after(held).table

    async def join(self, ask: Ask, table_id: int, team: str | None = None) -> Table:
        """Sit down in a lobby (in this seat's team, if one was chosen), or confirm a reserved seat."""
        self.blocklist.refuse(ask.user_id)
        barred = lobby.removed(await self._store.log(table_id))
        return await self._change(table_id, lambda held, game: lobby.join(held, ask, game, team, barred), ask)

    async def name_team(self, ask: Ask, table_id: int, title: str) -> Table:
        """Somebody gives their team a name."""
        return await self._change(table_id, lambda held, game: teams.titled(held, ask, game, title), ask)

    async def quit(self, ask: Ask, table_id: int) -> Table:
        """Get up: from a lobby, or for good from a running game."""

        def transition(held: Held, game: AnyGame) -> Plan | None:
            if held.table.status is Status.LOBBY:
                return lobby.quit_lobby(held, ask)
            return play.leave(held, ask, game)

        return await self._change(table_id, transition, ask)

    async def remove(self, ask: Ask, table_id: int, seat: str, user_id: int | None = None) -> Table:
        """The host or a moderator removes a seat, or with `user_id` that person of it; see `play.dismiss`."""

        def transition(held: Held, game: AnyGame) -> Plan | None:
            if held.table.status is Status.LOBBY:
                return lobby.remove(held, ask, seat, user_id)
            return play.dismiss(held, ask, game, seat, user_id)

        return await self._change(table_id, transition, ask)

    async def set_option(self, ask: Ask, table_id: int, name: str, value: Any) -> Table:
        """The host sets an option of the rules or of the table."""
        return await self._change(
            table_id, lambda held, game: lobby.set_option(held, ask, game, name, value), ask
        )

    async def gone(self, table_id: int, user_id: int) -> None:
        """This user is not on the server any more: their place is given up as if they had left."""

        def transition(held: Held, game: AnyGame) -> Plan | None:
            seat = held.table.seat_of(user_id)
            if seat is None or not seat.plays(user_id) or held.table.status is Status.CLOSED:
                return None
            if held.table.status is Status.LOBBY:
                return lobby.gone(held, seat, user_id)
            return play.gone(held, game, seat, user_id)

        await self._change(table_id, transition)

    async def note_reach(self, table_id: int, user_id: int, reach: Reach) -> Table:
        """Remember how this person gets secrets."""
        return await self._change(table_id, lambda held, _game: lobby.note_reach(held, user_id, reach))

    async def move(self, table_id: int, channel_id: int) -> Table:
        """Play goes on in this channel (the table's own thread)."""
        return await self._change(table_id, lambda held, _game: lobby.move(held, channel_id))

    async def without_thread(self, table_id: int) -> Table:
        """No thread could be made for this table: it stays where it was opened."""
        return await self._change(table_id, lambda held, _game: lobby.without_thread(held))

    async def rematch(self, ask: Ask, table_id: int) -> Table:
        """A new lobby with a new commitment, the same options and the other seats reserved."""
        old = await self.table(table_id)
        if old.status is not Status.CLOSED:
            raise Denied("running")
        remembered(old)
        if old.seat_of(ask.user_id) is None:
            raise Denied("not_at_table")
        if old.rematch_id is not None and await self._stands(old.rematch_id):
            return await self.join(ask, old.rematch_id)
        try:
            new = await self.open(ask, old.game, lobby.rematch_opening(old, ask.user_id))
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
        return table.status is not Status.CLOSED or table.ending == "over"

    async def _note_rematch(self, old_id: int, new_id: int) -> None:
        await self._change(old_id, lambda held, _game: lobby.note_rematch(held, new_id))

    # -- the game --------------------------------------------------------------------------------------

    async def begin(self, ask: Ask, table_id: int) -> Table:
        """The host begins the game, or after a while whoever sits at the table."""
        now, table = self._clock.now(), await self.table(table_id)
        cards = await fetched(self._store, self.game(table.game), table)
        salt = None if cards is None else self._new_seed().secret
        return await self._change(
            table_id, lambda held, game: play.begin(held, ask, game, cards, salt, now), ask
        )

    async def act(self, ask: Ask, table_id: int, action: Any) -> Table:
        """A seat acts; Denied, or the engine's Refusal."""

        def transition(held: Held, game: AnyGame) -> Plan:
            back_at = self._clock.now() if self.deadlines.held else self._back_at
            return play.act(held, ask, game, action, back_at)

        return await self._change(table_id, transition, ask)

    async def undo(self, ask: Ask, table_id: int) -> Table:
        """A seat takes back the last action of the turn that it drafts."""
        return await self._change(table_id, lambda held, game: play.undo(held, ask, game), ask)

    async def offer(self, ask: Ask, table_id: int, command: str) -> Table:
        """A seat proposes to the others what the rules leave to their agreement."""
        return await self._change(table_id, lambda held, game: play.offer(held, ask, game, command), ask)

    async def accept(self, ask: Ask, table_id: int) -> Table:
        """A seat agrees to what another proposes."""
        return await self._change(table_id, lambda held, game: play.accept(held, ask, game), ask)

    async def decline(self, ask: Ask, table_id: int) -> Table:
        """A seat does not agree, or takes back its own proposal."""
        return await self._change(table_id, lambda held, game: play.decline(held, ask, game), ask)

    async def wish(self, ask: Ask, table_id: int, whom: str) -> Table:
        """A seat wants an absent one removed; it is, once all the others do."""
        return await self._change(table_id, lambda held, game: play.wish(held, ask, game, whom), ask)

    async def grant(self, ask: Ask, table_id: int) -> Table:
        """A seat gives more time to those who are awaited."""
        now = self._clock.now()
        return await self._change(table_id, lambda held, game: play.grant(held, ask, game, now), ask)

    async def stop(self, ask: Ask, table_id: int) -> Table:
        """The host or a moderator ends the table, whatever its state."""
        return await self._change(table_id, lambda held, _game: lobby.close(held, ask, "stopped"), ask)

    async def system(self, ask: Ask | None, table_id: int, command: str) -> Table:
        """The table itself (ask None) or its host does something to the rules: settle, end the round."""
        return await self._change(table_id, lambda held, game: play.system(held, ask, game, command), ask)

    async def pause(self, table_id: int, reason: str) -> Table:
        """Stop the clocks: the table cannot be shown."""
        return await self._change(table_id, lambda held, _game: play.pause(held, reason))

    async def suspend(self, ask: Ask, table_id: int) -> Table:
        """The host or a moderator pauses the game; Denied("in_a_race") where moments count."""
        now = self._clock.now()
        return await self._change(table_id, lambda held, _game: play.suspend(held, ask, now), ask)

    async def resume(self, ask: Ask, table_id: int, channel_id: int) -> Table:
        """Go on after a pause, in this channel; Denied("occupied") where another table of the game is."""
        rival = await self._store.find((await self.table(table_id)).game, channel_id)
        if rival not in (None, table_id):
            raise Denied("occupied", table_id=rival)
        now = self._clock.now()
        return await self._change(table_id, lambda held, _game: play.resume(held, ask, channel_id, now), ask)

    async def report(self, user_id: int, table_id: int, card: str, question: int, reason: str) -> bool:
        """A player finds a question bad: it waits for moderators; False if they said so. Denied, Full."""
        held = await self._ledger.held(table_id)
        game = self.game(held.table.game)
        made = await reported(self._store, held, game, user_id, card, question, reason, self.now())
        return await self._store.add_report(held.table.guild_id, made)

    def found_unread(self, table_id: int, error: Exception | None = None) -> None:
        """A table turned out not to be readable, or the rules failed there: set it aside, soon."""
        self._tasks.spawn(self.set_aside(table_id, error), f"set aside {table_id}")

    async def set_aside(self, table_id: int, error: Exception | None = None) -> None:
        """The rules cannot go on with a table: disarm its clock, and let its board say so.

        Nothing happens at a table that can be read, unless the rules failed there by this `error`.
        """
        why = ""

        def transition(held: Held, _game: AnyGame) -> Plan | None:
            nonlocal why
            unread = held.vault.unread
            if unread is None and error is None:
                return None
            plan = play.set_aside(held)
            why = "" if plan is None else "the rules failed" if unread is None else unread.why
            return plan

        table = await self._change(table_id, transition)
        if why:
            about = {"table": table_id, "game": table.game, "incident": table.incident}
            _log.error("table cannot be read", why=why, exc_info=error, **about)

    # -- the clock -------------------------------------------------------------------------------------

    async def shown(self, table_id: int, key: str, at: int) -> None:
        """The message that opens this race is out; `at` is Discord's time of it (ms UTC)."""
        await self._change(table_id, lambda held, game: play.shown(held, game, key, at))

    async def expire(self, table_id: int, key: str) -> None:
        """A deadline has passed, if it still stands: the rule's consequence, or the lobby closes."""

        def transition(held: Held, game: AnyGame) -> Plan | None:
            alarm = held.table.alarm
            if alarm is None or alarm.key != key or alarm.stopped_at is not None:
                return None
            if alarm.rings_at > self._clock.now():
                return None
            if held.table.status is Status.LOBBY:
                return lobby.close(held, None, "idle")
            if alarm.settle_at is not None:
                return play.system(held, None, game, "settle")
            return play.expire(held, game)

        try:
            await self._change(table_id, transition)
        except Denied as denied:
            _log.info("deadline not passed", table=table_id, key=key, why=denied.reason)
        except (Broken, Refusal) as error:
            # It would be so at every try: the table stands still until somebody closes or mends it.
            await self.set_aside(table_id, error)
        except Exception:
            # The store may be full or locked for a while; the table must not lose its clock over that.
            self.deadlines.again(table_id, key, self._clock.now() + _AGAIN)
            raise
        else:
            _log.info("deadline passed", table=table_id, key=key)

    def _ring(self, table_id: int, key: str, bell: Bell) -> None:
        match bell.ring:
            case Ring.OPEN | Ring.LOOK:
                self.changed(table_id)
            case Ring.REMIND:
                self._tasks.spawn(self._warn(table_id, key, bell.number), f"warn {table_id}")
            case Ring.END:
                self._tasks.spawn(self.expire(table_id, key), f"expire {table_id}")

    async def _warn(self, table_id: int, key: str, number: int) -> None:
        if await self._ledger.mark_warned(table_id, key, number):
            self.warned(table_id)

    async def came_back(self, away_since: int | None) -> Sequence[Live]:
        """Time in which nobody could act does not count: move the open deadlines, and arm them all anew.

        At a start, too. Returns what the store holds then, so that messages can be brought up to date.
        """
        now = self._clock.now()
        async with self._ledger.still():
            if away_since is not None:
                moved = await postponed(self._store, away_since, now)
                _log.info("deadlines moved", tables=moved, by_ms=max(0, now - away_since))
            self._back_at = now
            lives = await self._store.live()
            for live in lives:
                self._arm(live.table_id, live.alarm)
        return lives

    # -- after a commit --------------------------------------------------------------------------------

    async def change(self, table_id: int, transition: Transition) -> Table:
        """Let another part of the runtime change a table."""
        return await self._change(table_id, transition)

    async def _change(self, table_id: int, transition: Transition, ask: Ask | None = None) -> Table:
        try:
            held = await self._ledger.change(table_id, transition)
        except Duplicate as again:
            return await self.table(again.table_id)
        except Occupied as other:
            raise Denied("occupied", table_id=other.table_id) from None
        except (Denied, Refusal) as refused:
            if isinstance(refused, Denied) and refused.reason == "unread":
                self.found_unread(table_id)
            if ask is None or not await self._done(table_id, ask):
                raise
            return await self.table(table_id)
        return self._after(held).table

    async def _done(self, table_id: int, ask: Ask) -> bool:
        """Whether this is a second delivery: what it wants was done, and often cannot be done twice."""
        return await self._store.logged(table_id, ask.interaction_id)

    def _after(self, held: Held) -> Held:
        self._arm(held.table.id, held.table.alarm)
        self.changed(held.table.id)
        return held

    def _arm(self, table_id: int, alarm: Alarm | None) -> None:
        if alarm is None or alarm.stopped_at is not None:
            self.deadlines.disarm(table_id)
        else:
            self.deadlines.arm(table_id, alarm.key, bells(alarm, self._clock.now()))
