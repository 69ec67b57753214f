"""What can happen to a table while the game runs. Pure: a held table, a wish and draws in, a draft out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.tables.codec import scene_of
from bot.tables.dice import TableDraws, prefix
from bot.tables.draft import Draft, line
from bot.tables.errors import Denied
from bot.tables.lobby import closed, hosting, next_host, reseated
from bot.tables.model import Ask, Held, Pace, Seat, Status, Table, Vault
from bot.tables.ports import Entry
from engines.core.game import AnyGame, AnyState, AnyStep

__all__ = ["act", "begin", "dismiss", "expire", "gone", "leave", "pause", "resume", "system"]

_SCENES_KEPT = 6
"""How many steps back the public message can tell."""


def begin(held: Held, ask: Ask, game: AnyGame) -> Draft:
    """The host begins: reserved seats that were not confirmed are given up."""
    table = held.table
    if table.status is not Status.LOBBY:
        raise Denied("closed" if table.status is Status.CLOSED else "running")
    hosting(table, ask)
    seats = tuple(seat for seat in table.seats if seat.confirmed)
    if len(seats) < game.seats_min:
        raise Denied("too_few", n=game.seats_min)
    table = replace(reseated(table, seats), status=Status.PLAYING)
    setup = game.setup([seat.name for seat in seats], table.options)
    draws = _draws(held, table)
    step = game.start(setup, draws)
    entry = line("begin", ask, None, draws=draws.taken)
    return _stepped(replace(held, table=table), game, step, entry)


def act(held: Held, ask: Ask, game: AnyGame, action: Any) -> Draft:
    """A seat acts. Raises Denied, or the engine's Refusal."""
    state, seat = _playing(held), _seated(held.table, ask)
    if ask.drawn is not None and ask.drawn != held.table.turn:
        raise Denied("stale")
    draws = _draws(held, held.table)
    step = game.act(state, seat.name, action, draws)
    entry = line("act", ask, seat.name, game.actions.plain(action), draws.taken)
    return _stepped(held, game, step, entry)


def leave(held: Held, ask: Ask, game: AnyGame) -> Draft:
    """A person gives up their seat in a game, in their turn or not, paused or not."""
    return _left(held, ask, game, _seated(held.table, ask))


def dismiss(held: Held, ask: Ask, game: AnyGame, seat_name: str) -> Draft:
    """Without deadlines, the host or a moderator removes a seat that the game is waiting for."""
    state = _playing(held)
    hosting(held.table, ask)
    seat = next((seat for seat in held.table.seats if seat.name == seat_name and not seat.left), None)
    if seat is None:
        raise Denied("seat_gone")
    if held.table.manners.pace is not Pace.RELAXED or seat.name not in game.to_act(state):
        raise Denied("not_absent")
    return _left(held, ask, game, seat)


def gone(held: Held, game: AnyGame, seat: Seat) -> Draft:
    """A person has left the server: their seat leaves."""
    return _left(held, None, game, seat)


def expire(held: Held, game: AnyGame) -> Draft:
    """The pending deadline passes for everybody who owes a decision (C3)."""
    state = _playing(held)
    draws = _draws(held, held.table)
    step = game.expire(state, draws)
    return _stepped(held, game, step, line("expire", None, None, draws=draws.taken))


def system(held: Held, ask: Ask | None, game: AnyGame, command: str) -> Draft:
    """The table or its host does something to the rules (settle, end the round...)."""
    state = _playing(held)
    if ask is not None:
        hosting(held.table, ask)
    draws = _draws(held, held.table)
    step = game.system(state, command, draws)
    entry = line("system", ask, None, {"command": command}, draws.taken)
    return _stepped(held, game, step, entry)


def pause(held: Held, reason: str) -> Draft:
    """The table cannot be shown any more: nothing runs until somebody posts it anew."""
    _playing(held)
    table = replace(held.table, status=Status.PAUSED, trouble=reason, alarm=None)
    return Draft(table, held.vault, (line("pause", None, None, {"reason": reason}),))


def resume(held: Held, ask: Ask | None, channel_id: int) -> Draft:
    """Go on after a pause, in this channel; the clock starts anew.

    A channel that is neither the table's home nor its thread becomes its home: the old one may be gone, and
    whoever looks for the table, or wants a rematch, is here.
    """
    if held.table.status is not Status.PAUSED:
        raise Denied("closed" if held.table.status is Status.CLOSED else "not_paused")
    known = (held.table.home_id, held.table.channel_id)
    home_id = held.table.home_id if channel_id in known else channel_id
    table = replace(held.table, status=Status.PLAYING, trouble=None, home_id=home_id, channel_id=channel_id)
    return Draft(table, held.vault, (line("resume", ask, None),))


def _left(held: Held, ask: Ask | None, game: AnyGame, seat: Seat) -> Draft:
    state = _begun(held)
    draws = _draws(held, held.table)
    step = game.leave(state, seat.name, draws)
    return _stepped(held, game, step, line("leave", ask, seat.name, draws=draws.taken))


def _stepped(held: Held, game: AnyGame, step: AnyStep, entry: Entry) -> Draft:
    table, vault = held.table, held.vault
    for event in step.events:
        if event.type == "left":
            table = table.with_seat(replace(table.seat(event.seat), left=True))
    host = next(
        (seat for seat in table.seats if table.host_id is not None and seat.holds(table.host_id)), None
    )
    if host is not None and host.left:
        table = replace(table, host_id=next_host(table, table.host_id) or table.host_id)
    scene = scene_of(table.version + 1, step.events, game)
    vault = Vault(vault.seed, step.state, (*vault.scenes, scene)[-_SCENES_KEPT:])
    if game.is_over(step.state):
        table = closed(table, vault.seed, "over", game.winners(step.state) or ())
    return Draft(table, vault, (entry,))


def _playing(held: Held) -> AnyState:
    if held.table.status is Status.PAUSED:
        raise Denied("paused")
    return _begun(held)


def _begun(held: Held) -> AnyState:
    if held.table.status is Status.CLOSED:
        raise Denied("closed")
    if held.vault.state is None:
        raise Denied("not_begun")
    return held.vault.state


def _seated(table: Table, ask: Ask) -> Seat:
    seat = table.seat_of(ask.user_id)
    if seat is None:
        raise Denied("not_at_table")
    if seat.left:
        raise Denied("left_already")
    return seat


def _draws(held: Held, table: Table) -> TableDraws:
    joins = [person.join_id or 0 for seat in table.seats for person in seat.people]
    return TableDraws(held.vault.seed, prefix(table.id, joins), table.draws_taken)
