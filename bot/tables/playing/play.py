"""What can happen to a table while the game runs. Pure: a held table, a wish and draws in, a plan out."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.tables.asks import Ask, Plan, line
from bot.tables.model import (
    BY_HOST,
    FIRST_DECISIONS,
    NOBODY_LEARNS,
    Denied,
    Held,
    Learning,
    Pace,
    Seat,
    Status,
    Table,
    cannot_be_read,
    incident_of,
)
from bot.tables.pending import Pending
from bot.tables.playing.absence import stand_in
from bot.tables.playing.capabilities.hooks import Supply, Tried
from bot.tables.playing.capabilities.steps import (
    FREELY,
    REMOVED,
    draws_at,
    draws_of,
    hooks_of,
    is_decided,
    leave_seat,
    play_pending,
    take_step,
)
from bot.tables.playing.conditions import (
    check_host,
    check_lobby,
    check_readable,
    find_seat,
    find_seat_in_turn,
    get_running_state,
    get_state,
    take_lead,
)
from bot.tables.playing.ending import Course, give_up_seat, next_host
from bot.tables.playing.seating import describe_leaving, find_seats_to_begin, keep_seats
from bot.tables.ports import Entry
from bot.tables.timing import check_moment, go_on
from engines.core.game import AnyGame
from engines.core.records import Refusal


def begin(
    held: Held,
    ask: Ask,
    game: AnyGame,
    supplies: Sequence[Supply],
    now: int,
    newcomers: Container[int] = (),
) -> Plan:
    """The host begins: reserved places that were not confirmed are given up, and supplies are laid out.

    `newcomers` are users who have never finished this game here: their first decisions have more time. From
    some time on anybody at the table may begin, too, so it matters what time it is (`now`, ms UTC).
    Denied "closed", "running", "unread", "busy", and as `take_lead` and `find_seats_to_begin`.
    """
    check_lobby(held.table)
    table = take_lead(held.table, ask, now)
    check_readable(held)
    if table.manners.thread and not ask.threads:  # a rematch of others, or a host who has gone since
        table = replace(table, manners=replace(table.manners, thread=False))
    seats = find_seats_to_begin(table, game)
    table = replace(keep_seats(table, seats), status=Status.PLAYING)
    table = replace(table, learning=_learning(table, newcomers if game.eases_newcomers else ()))
    draws, options = draws_at(held, table), {**game.at_tables, **table.options}
    lines: tuple[Entry, ...] = ()
    vault = held.vault
    for supply in supplies:
        layout = supply.lay_out(game, table, draws)
        options |= layout.options
        lines += layout.lines
        vault = replace(vault, salt=layout.salt)
    taken = len(draws.taken)
    setup = game.setup([seat.name for seat in seats], options)
    told: dict[str, Any] = {"rules": game.rules_version}
    for supply in supplies:
        told |= supply.promise(game, setup)
    step = game.start(setup, draws)
    course = Course(step.state, (*lines, line("begin", ask, None, told, draws.taken[taken:])), (step.events,))
    return take_step(replace(held, table=table, vault=vault), game, course)


def _learning(table: Table, newcomers: Container[int]) -> Learning:
    """Who learns the game at a table that begins; days are long enough for anybody."""
    if table.manners.pace.days is not None:
        return NOBODY_LEARNS
    new = [seat.name for seat in table.seats if any(one.user_id in newcomers for one in seat.people)]
    return Learning(dict.fromkeys(new, FIRST_DECISIONS)) if new else NOBODY_LEARNS


def act(held: Held, ask: Ask, game: AnyGame, action: Any, back_at: int = 0) -> Plan:
    """A seat acts; `back_at`: when we last came back to Discord (ms UTC).

    Denied as `get_running_state`, `find_seat_in_turn` and `check_moment`, or "turn_complete" where a drafted
    turn only waits to be ended; or the engine's Refusal.
    """
    state = get_running_state(held)
    seat = find_seat_in_turn(held, ask, game).name
    check_moment(held.table, ask, back_at)
    action, draws = game.stamp(action, ask.order), draws_of(held)
    before = play_pending(held, game, draws)
    if is_decided(held, game, before):
        raise Denied("turn_complete") if seat in game.to_act(state) else Refusal("not_your_turn")
    action = game.decide(before.state, seat, action)
    after = before.act(game, seat, action, draws, ask)
    for hooks in hooks_of(game):
        kept = hooks.keep_back(held, ask, game, before, Tried(seat, action, after))
        if kept is not None:
            return kept
    plan = take_step(held, game, after)
    return replace(plan, aside=True) if ask.aside else plan


def leave(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """A person gives up their place in a game, in their turn or not, paused or not."""
    return _part(held, ask, game, find_seat(held.table, ask), ask.user_id)


def dismiss(held: Held, ask: Ask, game: AnyGame, seat_name: str, user_id: int | None = None) -> Plan:
    """A moderator removes a seat, always; the host only one that the game is waiting for without a deadline.

    With `user_id`, that one person of it.
    """
    check_host(held.table, ask)
    seat = next((seat for seat in held.table.seats if seat.name == seat_name and not seat.left), None)
    if seat is None:
        raise Denied("seat_gone")
    if held.vault.unread is not None:
        return give_up_seat(held, ask, seat)
    state = get_state(held) if ask.moderator else get_running_state(held)
    absent = held.table.manners.pace is Pace.RELAXED and seat.name in game.to_act(state)
    if not absent and not ask.moderator:
        raise Denied("not_absent")
    if user_id is None:
        return leave_seat(held, ask, game, seat, REMOVED)
    if not seat.plays(user_id):
        raise Denied("seat_gone")
    return _part(held, ask, game, seat, user_id, REMOVED)


def set_aside(held: Held, ask: Ask) -> Plan | None:
    """The rules cannot go on with this table: it stands still, and shows so; None if it does already."""
    if held.table.status is Status.CLOSED or held.table.incident is not None:
        return None
    trouble, draft = cannot_be_read(incident_of(held.table)), held.table.pending.draft
    table = replace(held.table, status=Status.PAUSED, trouble=trouble, alarm=None, pending=Pending(draft))
    return Plan(table, held.vault, (line("pause", ask, None, {"reason": trouble}),))


def leave_server(held: Held, ask: Ask, game: AnyGame, seat: Seat, user_id: int) -> Plan:
    """A person has left the server, and so the game."""
    return _part(held, ask, game, seat, user_id)


def expire(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """The pending deadline passes for everybody who owes a decision (C3); what is pending is played.

    Where that decides it, nobody has missed anything.
    """
    get_running_state(held)
    draws = draws_of(held)
    before = play_pending(held, game, draws)
    if is_decided(held, game, before):
        return take_step(held, game, before)
    taken = len(draws.taken)
    step = game.expire(before.state, draws)
    after = before.add(step, line("expire", ask, None, draws=draws.taken[taken:]))
    return stand_in(take_step(held, game, after), game)


def pause(held: Held, ask: Ask, reason: str) -> Plan:
    """The table cannot be shown any more: nothing runs until somebody posts it anew."""
    get_running_state(held)
    table = replace(held.table, status=Status.PAUSED, trouble=reason, alarm=None)
    return Plan(table, held.vault, (line("pause", ask, None, {"reason": reason}),))


def suspend(held: Held, ask: Ask, now: int) -> Plan:
    """The host pauses the table: its clock stops where it is. In a race it is too late for that."""
    get_running_state(held)
    check_host(held.table, ask)
    alarm = held.table.alarm
    if alarm is not None:
        if alarm.race:
            raise Denied("in_a_race")
        alarm = replace(alarm, stopped_at=now)
    table = replace(held.table, status=Status.PAUSED, trouble=BY_HOST, alarm=alarm)
    return Plan(table, held.vault, (line("pause", ask, None, {"reason": BY_HOST}),))


def resume(held: Held, ask: Ask, channel_id: int, now: int) -> Plan:
    """Go on after a pause, in this channel; the clock starts anew, or goes on where the host stopped it.

    A pause of the host's only the host ends, for a while (see bot.tables.playing.conditions).

    A channel that is neither the table's home nor its thread becomes its home: the old one may be gone, and
    whoever looks for the table, or wants a rematch, is here.
    """
    if held.table.status is not Status.PAUSED:
        raise Denied("closed" if held.table.status is Status.CLOSED else "not_paused")
    get_state(held)
    before = take_lead(held.table, ask, now) if held.table.halted else held.table
    known = (held.table.home_id, held.table.channel_id)
    home_id = held.table.home_id if channel_id in known else channel_id
    alarm = None if held.table.alarm is None else go_on(held.table.alarm, now)
    table = replace(before, status=Status.PLAYING, trouble=None, alarm=alarm)
    table = replace(table, home_id=home_id, channel_id=channel_id)
    return Plan(table, held.vault, (line("resume", ask, None),))


def _part(
    held: Held,
    ask: Ask,
    game: AnyGame,
    seat: Seat,
    user_id: int,
    why: Mapping[str, Any] = FREELY,
) -> Plan:
    """A person leaves: their team plays on without them, and the seat leaves with its last person."""
    others = [person for person in seat.people if person.user_id not in (None, user_id) and not person.left]
    if held.vault.unread is not None:
        return give_up_seat(held, ask, seat)
    if not others:
        return leave_seat(held, ask, game, seat, why)
    get_state(held)
    people = tuple(replace(p, left=True) if p.user_id == user_id else p for p in seat.people)
    table = held.table.with_seat(replace(seat, people=people))
    if table.host_id == user_id:
        table = replace(table, host_id=next_host(table, user_id))
    told = {**describe_leaving(seat, user_id), **why}
    return Plan(table, held.vault, (line("quit", ask, seat.name, told),))
