"""At a pace of days: whoever let a deadline pass may be removed, if all the others wish so. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.tables.asks import Ask, ByPerson, Plan, Transition, line
from bot.tables.model import Denied, Held, Seat, Status, Table
from bot.tables.pending import Offer
from bot.tables.playing.conditions import find_seat, get_running_state
from bot.tables.ports import Entry
from engines.core.game import AnyGame
from players.core.player import Level

REMOVE = "remove"
"""What such a wish is called among the offers."""


def missing(held: Held, game: AnyGame) -> tuple[str, ...]:
    """The seats that the table awaits and that have missed their last deadline, at a pace of days.

    Nobody is missing while a turn is being drafted: whoever drafts it is there.
    """
    state, table = held.vault.state, held.table
    if state is None or table.manners.pace.days is None or table.pending.draft:
        return ()
    missed = game.observe(state, None).missed
    return tuple(seat for seat in game.to_act(state) if missed.get(seat, 0) > 0)


def add_wish(held: Held, game: AnyGame, seat: str, whom: str) -> Offer:
    """Add a seat to those who want this one removed; any other offer lapses.

    Denied "not_missing" (they are awaited no more, or have missed nothing) or "already_offered".
    """
    if whom not in missing(held, game) or whom == seat:
        raise Denied("not_missing")
    offer = held.table.pending.offer
    if offer is None or offer.whom is None:
        return Offer(REMOVE, seat, whom, (seat,))
    if offer.whom != whom or seat in offer.agreed:
        raise Denied("already_offered")
    return replace(offer, agreed=(*offer.agreed, seat))


def wishers_left(table: Table, offer: Offer) -> tuple[Seat, ...]:
    """Those in play who have not agreed yet; once there is nobody, it is done."""
    return tuple(
        seat for seat in table.seats if not seat.left and seat.name not in (offer.whom, *offer.agreed)
    )


# Autopilot: a computer plays a seat in the place of its people, until one of them does anything. Pure.

KIND = "autopilot"
"""The kind of log lines that tell who plays a seat from then on: a computer of a "level", or its people."""
_LEVEL = Level.MEDIUM
_MISSES = 2
"""So many deadlines missed in a row hand a seat over; one more would make it leave (C3)."""


def hand_over(held: Held, ask: Ask, game: AnyGame) -> Plan:
    """A person lets a computer play their seat; what they have drafted of a turn is dropped.

    Denied as `get_running_state` and `find_seat`.
    """
    state, seat = get_running_state(held), find_seat(held.table, ask)
    table = _with_pilot(held.table, seat, _LEVEL)
    if seat.name in game.to_act(state):
        table = replace(table, pending=replace(table.pending, draft=()))
    return Plan(table, held.vault, (_tell(seat, _LEVEL, ask),))


def stand_in(plan: Plan, game: AnyGame) -> Plan:
    """Add to the plan of a missed deadline that computers play for those who are away, if the table wants it.

    Not where nobody would be left whom they could play with.
    """
    table, state = plan.table, None if plan.vault is None else plan.vault.state
    if not table.manners.stand_in or table.status is not Status.PLAYING or state is None:
        return plan
    missed: Mapping[str, int] = game.observe(state, None).missed
    present = [seat for seat in table.seats if not seat.left and seat.player is None]
    away = [seat for seat in present if missed.get(seat.name, 0) >= _MISSES]
    if len(away) == len(present):
        return plan
    for seat in away:
        table = _with_pilot(table, seat, _LEVEL)
    return replace(plan, table=table, lines=(*plan.lines, *(_tell(seat, _LEVEL) for seat in away)))


def taking_back(transition: Transition, ask: Ask | None) -> Transition:
    """What a person wishes, and with it their seat back where a computer plays for them."""
    if ask is None or not isinstance(ask.who, ByPerson):
        return transition
    user_id = ask.user_id

    def changed(held: Held, game: AnyGame) -> Plan | None:
        seat = held.table.seat_of(user_id)
        if seat is None or seat.autopilot is None or not seat.plays(user_id) or _is_over(held.table):
            return transition(held, game)
        table = _with_pilot(held.table, seat, None)
        plan = transition(replace(held, table=table), game) or Plan(table, held.vault, ())
        if plan.table.seat(seat.name).autopilot is not None:
            return None  # to hand over once more is all that they wish
        return replace(plan, lines=(*plan.lines, _tell(seat, None)))

    return changed


def _is_over(table: Table) -> bool:
    return table.status is Status.CLOSED


def _with_pilot(table: Table, seat: Seat, level: Level | None) -> Table:
    return table.with_seat(replace(seat, autopilot=level))


def _tell(seat: Seat, level: Level | None, ask: Ask | None = None) -> Entry:
    told: dict[str, Any] = {"level": None if level is None else level.value}
    return line(KIND, ask, seat.name, told)
