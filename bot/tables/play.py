"""What can happen to a table while the game runs. Pure: a held table, a wish and draws in, a plan out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.tables.absence import wished, wishers_left
from bot.tables.asks import Ask, ByComputer, ByPerson
from bot.tables.codec import scene_of
from bot.tables.dice import TableDraws, prefix
from bot.tables.drafting import Tried, drafted, ends_turn, tried, undone
from bot.tables.errors import Denied
from bot.tables.hosting import led
from bot.tables.lobby import abandoned, closed, hosting, next_host, readable
from bot.tables.model import BY_HOST, Held, Pace, Seat, Status, Table, Vault, cannot_be_read, incident_of
from bot.tables.plan import Plan, line
from bot.tables.ports import Entry
from bot.tables.sealing import deck_digest, seals_of
from bot.tables.shuffling import Cards, laid, turned
from bot.tables.teams import leaving, reseated, who_came
from bot.tables.terms import agreed, declined, granted, offered
from bot.tables.timing import check_moment, drawn_for, going_on, seen_at
from engines.core.game import AnyGame, AnyState, AnyStep

__all__ = [
    "accept",
    "act",
    "begin",
    "command",
    "decline",
    "dismiss",
    "draws_of",
    "expire",
    "gone",
    "grant",
    "leave",
    "offer",
    "pause",
    "resume",
    "set_aside",
    "settle",
    "shown",
    "suspend",
    "undo",
    "wish",
]

_FREELY: Mapping[str, Any] = {}
_REMOVED: Mapping[str, Any] = {"removed": True}
"""What the log says of who did not leave by themselves: the line is of whoever removed them."""


def begin(
    held: Held, ask: Ask, game: AnyGame, cards: Cards | None = None, salt: bytes | None = None, now: int = 0
) -> Plan:
    """The host begins: reserved places that were not confirmed are given up; the cards are shuffled.

    `salt`: what seals the cards (see bot.tables.sealing). From some time on anybody at the table may begin,
    too, so it matters what time it is (`now`, ms UTC).
    """
    table = held.table
    if table.status is not Status.LOBBY:
        raise Denied("closed" if table.status is Status.CLOSED else "running")
    table = led(table, ask, now)
    readable(held)
    if table.manners.thread and not ask.threads:  # a rematch of others, or a host who has gone since
        table = replace(table, manners=replace(table.manners, thread=False))
    seats = who_came(table, game.people_a_seat(table.options), game.least_seats(table.options))
    table = replace(reseated(table, seats), status=Status.PLAYING)
    draws, options = _draws(held, table), dict(table.options)
    lines: tuple[Entry, ...] = ()
    if cards is not None:
        if cards.name != table.manners.deck:
            raise Denied("busy")  # the host chose another deck while this one was fetched
        dealt, entry = laid(game, cards, draws)
        options |= dealt
        lines = (replace(entry, draws=draws.taken),)
    taken = len(draws.taken)
    setup = game.setup([seat.name for seat in seats], options)
    told: dict[str, Any] = {"rules": game.rules_version}
    if game.dealer is not None and salt is not None:
        plain = game.dealer.plain_cards(game.setups.plain(setup))
        told["deck"] = deck_digest(seals_of(plain, salt))
    step = game.start(setup, draws)
    lines = (*lines, line("begin", ask, None, told, draws.taken[taken:]))
    begun = replace(held, table=table, vault=replace(held.vault, salt=salt))
    return _stepped(begun, game, Tried(step.state, lines, (step.events,)))


def act(held: Held, ask: Ask, game: AnyGame, action: Any, back_at: int = 0) -> Plan:
    """A seat acts; `back_at`: when we last came back to Discord (ms UTC). Denied, or the engine's Refusal."""
    _playing(held)
    seat = _in_turn(held, ask, game)
    check_moment(held.table.alarm, ask, back_at)
    action, draws = game.stamped(action, ask.order), draws_of(held)
    before = tried(held, game, draws)
    action = game.decided(before.state, seat.name, action)
    after = before.then(game, seat.name, action, draws, ask)
    if game.drafts and not ends_turn(held, game, after):
        return drafted(held, ask, seat.name, game.actions.plain(action))
    return replace(_stepped(held, game, after), aside=ask.aside)


def undo(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """A seat takes back the last action of the turn that it drafts."""
    _playing(held)
    return undone(held, ask, game, _in_turn(held, ask, game).name)


def offer(held: Held, ask: Ask, game: AnyGame, command: str) -> Plan:
    """A seat proposes a command of the rules to the others."""
    _playing(held)
    return offered(held, ask, game, _in_turn(held, ask, game).name, command)


def accept(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """The other seat agrees: what is drafted is played, then the command."""
    _playing(held)
    seat = _in_turn(held, ask, game)
    command, draws = agreed(held, seat.name), draws_of(held)
    before = tried(held, game, draws)
    taken = len(draws.taken)
    step = game.system(before.state, command, draws)
    entry = line("system", ask, seat.name, {"command": command}, draws.taken[taken:])
    return _stepped(held, game, _after(before, step, entry))


def decline(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """A seat says no to what another proposes, or takes back its own proposal."""
    _playing(held)
    return declined(held, ask, _in_turn(held, ask, game).name)


def wish(held: Held, ask: Ask, game: AnyGame, whom: str) -> Plan:
    """A seat wants an absent one removed; once all the others do, it leaves."""
    _playing(held)
    seat = _in_turn(held, ask, game)
    offer = wished(held, game, seat.name, whom)
    if not wishers_left(held.table, offer):
        return _left(held, ask, game, held.table.seat(whom), _REMOVED)
    entry = line("offer", ask, seat.name, {"command": offer.command, "whom": whom})
    return Plan(replace(held.table, offer=offer), held.vault, (entry,))


def grant(held: Held, ask: Ask, game: AnyGame, now: int) -> Plan:
    """A seat gives more time to those who are awaited."""
    _playing(held)
    return granted(held, ask, game, _in_turn(held, ask, game).name, now)


def leave(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """A person gives up their place in a game, in their turn or not, paused or not."""
    return _parted(held, ask, game, _seated(held.table, ask), ask.user_id)


def dismiss(held: Held, ask: Ask, game: AnyGame, seat_name: str, user_id: int | None = None) -> Plan:
    """A moderator removes a seat, always; the host only one that the game is waiting for without a deadline.

    With `user_id`, that one person of it.
    """
    hosting(held.table, ask)
    seat = next((seat for seat in held.table.seats if seat.name == seat_name and not seat.left), None)
    if seat is None:
        raise Denied("seat_gone")
    if held.vault.unread is not None:
        return abandoned(held, ask, seat)
    state = _begun(held) if ask.moderator else _playing(held)
    absent = held.table.manners.pace is Pace.RELAXED and seat.name in game.to_act(state)
    if not absent and not ask.moderator:
        raise Denied("not_absent")
    if user_id is None:
        return _left(held, ask, game, seat, _REMOVED)
    if not seat.plays(user_id):
        raise Denied("seat_gone")
    return _parted(held, ask, game, seat, user_id, _REMOVED)


def set_aside(held: Held, ask: Ask) -> Plan | None:
    """The rules cannot go on with this table: it stands still, and shows so; None if it does already."""
    if held.table.status is Status.CLOSED or held.table.incident is not None:
        return None
    trouble = cannot_be_read(incident_of(held.table))
    table = replace(held.table, status=Status.PAUSED, trouble=trouble, alarm=None, offer=None)
    return Plan(table, held.vault, (line("pause", ask, None, {"reason": trouble}),))


def gone(held: Held, ask: Ask, game: AnyGame, seat: Seat, user_id: int) -> Plan:
    """A person has left the server, and so the game."""
    return _parted(held, ask, game, seat, user_id)


def shown(held: Held, game: AnyGame, key: str, at: int) -> Plan | None:
    """The message that opens a race is out, since this moment; None if that is known, or over."""
    alarm, state = held.table.alarm, held.vault.state
    deadline = None if state is None else game.deadline(state)
    if alarm is None or deadline is None or not alarm.unseen or not alarm.key == deadline.key == key:
        return None
    return Plan(replace(held.table, alarm=seen_at(alarm, at, deadline.lead)), held.vault, ())


def expire(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """The pending deadline passes for everybody who owes a decision (C3); what they drafted is played."""
    _playing(held)
    draws = draws_of(held)
    before = tried(held, game, draws)
    taken = len(draws.taken)
    step = game.expire(before.state, draws)
    return _stepped(held, game, _after(before, step, line("expire", ask, None, draws=draws.taken[taken:])))


def settle(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """The clock closes a race that only clicks on their way could still change."""
    return _obey(held, ask, game, _playing(held), "settle")


def command(held: Held, ask: Ask, game: AnyGame, command: str) -> Plan:
    """The host does something to the rules; during a pause too, but not by a button of an earlier turn."""
    state = _begun(held)
    hosting(held.table, ask)
    _fresh(held, ask, game, None)
    return _obey(held, ask, game, state, command)


def _obey(held: Held, ask: Ask, game: AnyGame, state: AnyState, command: str) -> Plan:
    draws = draws_of(held)
    step = game.system(state, command, draws)
    entry = line("system", ask, None, {"command": command}, draws.taken)
    return _stepped(held, game, _after(Tried(state), step, entry))


def pause(held: Held, ask: Ask, reason: str) -> Plan:
    """The table cannot be shown any more: nothing runs until somebody posts it anew."""
    _playing(held)
    table = replace(held.table, status=Status.PAUSED, trouble=reason, alarm=None)
    return Plan(table, held.vault, (line("pause", ask, None, {"reason": reason}),))


def suspend(held: Held, ask: Ask, now: int) -> Plan:
    """The host pauses the table: its clock stops where it is. In a race it is too late for that."""
    _playing(held)
    hosting(held.table, ask)
    alarm = held.table.alarm
    if alarm is not None:
        if alarm.race:
            raise Denied("in_a_race")
        alarm = replace(alarm, stopped_at=now)
    table = replace(held.table, status=Status.PAUSED, trouble=BY_HOST, alarm=alarm)
    return Plan(table, held.vault, (line("pause", ask, None, {"reason": BY_HOST}),))


def resume(held: Held, ask: Ask, channel_id: int, now: int) -> Plan:
    """Go on after a pause, in this channel; the clock starts anew, or goes on where the host stopped it.

    A pause of the host's only the host ends, for a while (see bot.tables.hosting).

    A channel that is neither the table's home nor its thread becomes its home: the old one may be gone, and
    whoever looks for the table, or wants a rematch, is here.
    """
    if held.table.status is not Status.PAUSED:
        raise Denied("closed" if held.table.status is Status.CLOSED else "not_paused")
    _begun(held)
    before = led(held.table, ask, now) if held.table.halted else held.table
    known = (held.table.home_id, held.table.channel_id)
    home_id = held.table.home_id if channel_id in known else channel_id
    alarm = None if held.table.alarm is None else going_on(held.table.alarm, now)
    table = replace(before, status=Status.PLAYING, trouble=None, alarm=alarm)
    table = replace(table, home_id=home_id, channel_id=channel_id)
    return Plan(table, held.vault, (line("resume", ask, None),))


def _parted(
    held: Held,
    ask: Ask,
    game: AnyGame,
    seat: Seat,
    user_id: int,
    why: Mapping[str, Any] = _FREELY,
) -> Plan:
    """A person leaves: their team plays on without them, and the seat leaves with its last person."""
    others = [person for person in seat.people if person.user_id not in (None, user_id) and not person.left]
    if held.vault.unread is not None:
        return abandoned(held, ask, seat)
    if not others:
        return _left(held, ask, game, seat, why)
    _begun(held)
    people = tuple(replace(p, left=True) if p.user_id == user_id else p for p in seat.people)
    table = held.table.with_seat(replace(seat, people=people))
    if table.host_id == user_id:
        table = replace(table, host_id=next_host(table, user_id))
    return Plan(table, held.vault, (line("quit", ask, seat.name, {**leaving(seat, user_id), **why}),))


def _left(held: Held, ask: Ask, game: AnyGame, seat: Seat, why: Mapping[str, Any] = _FREELY) -> Plan:
    """A seat leaves; a turn that is being drafted is not played any more."""
    state = _begun(held)
    draws = draws_of(held)
    step = game.leave(state, seat.name, draws)
    entry = line("leave", ask, seat.name, why, draws.taken)
    return _stepped(held, game, _after(Tried(state), step, entry))


def _after(before: Tried, step: AnyStep, entry: Entry) -> Tried:
    return Tried(step.state, (*before.lines, entry), (*before.events, step.events))


def _stepped(held: Held, game: AnyGame, after: Tried) -> Plan:
    """The game has gone on to this state: all that happened is one scene, and nothing is drafted any more."""
    table, vault = held.table, held.vault
    events = tuple(event for step in after.events for event in step)
    for event in events:
        if event.type == "left":
            table = table.with_seat(replace(table.seat(event.seat), left=True))
    host = None if table.host_id is None else table.seat_of(table.host_id)
    if host is not None and host.left:
        table = replace(table, host_id=next_host(table, table.host_id) or table.host_id)
    opened_at = 0 if table.alarm is None else table.alarm.opened_at
    scene = scene_of(table.version + 1, events, game, opened_at)
    scenes = (*vault.scenes, scene)[-game.steps_told :]
    vault = Vault(vault.seed, after.state, scenes, vault.salt, vault.rules)
    if table.draft or table.offer is not None:
        table = replace(table, draft=(), offer=None)
    if game.is_over(after.state):
        table = closed(table, vault.seed, "over", game.winners(after.state) or ())
    seen = turned(game, table.manners.deck, held.vault.state, after.state)
    return Plan(table, vault, after.lines, seen)


def _in_turn(held: Held, ask: Ask, game: AnyGame) -> Seat:
    """The seat of who asks, by a button that is not of an earlier turn."""
    seat = _seated(held.table, ask)
    _fresh(held, ask, game, seat.name)
    return seat


def _fresh(held: Held, ask: Ask, game: AnyGame, seat: str | None) -> None:
    """Refuse a button that was drawn for an earlier turn."""
    if ask.drawn is not None and ask.drawn != drawn_for(held, game, seat):
        raise Denied("stale")


def _playing(held: Held) -> AnyState:
    if held.table.incident is not None and held.table.status is not Status.CLOSED:
        raise Denied("unread", incident=held.table.incident)
    if held.table.status is Status.PAUSED:
        raise Denied("halted" if held.table.halted else "paused")
    return _begun(held)


def _begun(held: Held) -> AnyState:
    if held.table.status is Status.CLOSED:
        raise Denied("closed")
    readable(held)
    if held.vault.state is None:
        raise Denied("not_begun")
    return held.vault.state


def _seated(table: Table, ask: Ask) -> Seat:
    """The seat that this wish is made for; Denied "not_at_table" or "left_already"."""
    seat = _seat_asking(table, ask)
    if seat is None:
        raise Denied("not_at_table")
    plays = seat.plays(ask.user_id) if isinstance(ask.who, ByPerson) else not seat.left
    if not plays:
        raise Denied("left_already")
    return seat


def _seat_asking(table: Table, ask: Ask) -> Seat | None:
    match ask.who:
        case ByPerson(user_id):
            return table.seat_of(user_id)
        case ByComputer(name):
            return next((seat for seat in table.seats if seat.name == name and seat.by_computer), None)
        case _:
            return None


def draws_of(held: Held) -> TableDraws:
    """The table's next dice, from the first one that no committed step has taken."""
    return _draws(held, held.table)


def _draws(held: Held, table: Table) -> TableDraws:
    joins = [person.join_id or 0 for seat in table.seats for person in seat.people]
    return TableDraws(held.vault.seed, prefix(table.id, joins), table.draws_taken)
