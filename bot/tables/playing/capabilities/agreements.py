"""What players settle among themselves: a command of the rules, more time, the removal of who is absent.

The first is for games that have such commands (`Game.agreements`), the others are for all. One offer stands
at a time, until the others answer it or anything changes in the game.
"""

from dataclasses import replace

from bot.tables.asks import Ask, Changer, Plan, line
from bot.tables.model import Denied, Held, Table
from bot.tables.pending import Offer, Pending
from bot.tables.playing.absence import add_wish, wishers_left
from bot.tables.playing.capabilities.steps import (
    REMOVED,
    draws_of,
    is_decided,
    leave_seat,
    play_pending,
    take_step,
)
from bot.tables.playing.conditions import find_seat_in_turn, get_running_state
from engines.core.game import AnyGame


class Agreements:
    """What players may propose to each other, and answer."""

    def __init__(self, tables: Changer) -> None:
        self._tables = tables

    async def offer(self, ask: Ask, table_id: int, command: str) -> Table:
        """A seat proposes to the others what the rules leave to their agreement."""
        return await self._tables.change(table_id, lambda held, game: offer(held, ask, game, command), ask)

    async def accept(self, ask: Ask, table_id: int) -> Table:
        """A seat agrees to what another proposes."""
        return await self._tables.change(table_id, lambda held, game: accept(held, ask, game), ask)

    async def decline(self, ask: Ask, table_id: int) -> Table:
        """A seat does not agree, or takes back its own proposal."""
        return await self._tables.change(table_id, lambda held, game: decline(held, ask, game), ask)

    async def wish(self, ask: Ask, table_id: int, whom: str) -> Table:
        """A seat wants an absent one removed; it is, once all the others do."""
        return await self._tables.change(table_id, lambda held, game: wish(held, ask, game, whom), ask)

    async def grant(self, ask: Ask, table_id: int) -> Table:
        """A seat gives more time to those who are awaited."""
        now = self._tables.now()
        return await self._tables.change(table_id, lambda held, game: grant(held, ask, game, now), ask)


def offer(held: Held, ask: Ask, game: AnyGame, command: str) -> Plan:
    """Propose a command to the others.

    Denied "nothing_to_do" (no such agreement in this game), "already_offered", or "turn_complete" where a
    drafted turn only waits to be ended: then the command might come too late.
    """
    get_running_state(held)
    seat = find_seat_in_turn(held, ask, game)
    if command not in game.agreements:
        raise Denied("nothing_to_do")
    if held.table.pending.offer is not None:
        raise Denied("already_offered")
    if is_decided(held, game, play_pending(held, game, draws_of(held))):
        raise Denied("turn_complete")
    return _keep(held, ask, Offer(command, seat.name), seat.name, {"command": command})


def accept(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """Agree: what is pending is played, then the command. Denied "no_offer" or "own_offer"."""
    get_running_state(held)
    seat = find_seat_in_turn(held, ask, game)
    made = held.table.pending.offer
    if made is None or made.whom is not None:
        raise Denied("no_offer")
    if made.seat == seat.name:
        raise Denied("own_offer")
    draws = draws_of(held)
    before = play_pending(held, game, draws)
    taken = len(draws.taken)
    step = game.system(before.state, made.command, draws)
    entry = line("system", ask, seat.name, {"command": made.command}, draws.taken[taken:])
    return take_step(held, game, before.add(step, entry))


def decline(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """Say no to an offer, or take back one's own; Denied "no_offer"."""
    get_running_state(held)
    seat = find_seat_in_turn(held, ask, game)
    made = held.table.pending.offer
    if made is None:
        raise Denied("no_offer")
    table = replace(held.table, pending=replace(held.table.pending, offer=None))
    return Plan(table, held.vault, (line("decline", ask, seat.name, {"command": made.command}),))


def wish(held: Held, ask: Ask, game: AnyGame, whom: str) -> Plan:
    """Want an absent seat removed: once all the others do, it leaves. Denied as `add_wish`."""
    get_running_state(held)
    seat = find_seat_in_turn(held, ask, game)
    made = add_wish(held, game, seat.name, whom)
    if not wishers_left(held.table, made):
        return leave_seat(held, ask, game, held.table.seat(whom), REMOVED)
    return _keep(held, ask, made, seat.name, {"command": made.command, "whom": whom})


def grant(held: Held, ask: Ask, game: AnyGame, now: int) -> Plan:
    """Give the others the whole time of their decision once more; `now` is in ms UTC.

    Denied "no_clock", "own_clock" (one gives no time to oneself) or "time_enough" (they have more than the
    whole time left already).
    """
    state = get_running_state(held)
    seat = find_seat_in_turn(held, ask, game)
    alarm = held.table.alarm
    if alarm is None or alarm.race:
        raise Denied("no_clock")
    if seat.name in game.to_act(state):
        raise Denied("own_clock")
    if alarm.at - now > alarm.seconds * 1000:
        raise Denied("time_enough")
    longer = replace(alarm, at=alarm.at + alarm.seconds * 1000)
    told = {"key": alarm.key, "until": longer.at}
    return Plan(replace(held.table, alarm=longer), held.vault, (line("grant", ask, seat.name, told),))


def _keep(held: Held, ask: Ask, made: Offer, seat: str, told: dict[str, str]) -> Plan:
    """The table with this offer, and the log line that tells of it."""
    pending = Pending(held.table.pending.draft, made)
    return Plan(replace(held.table, pending=pending), held.vault, (line("offer", ask, seat, told),))
