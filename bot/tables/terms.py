"""What players settle among themselves at the table: an early end, more time. Pure; the rules only obey."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.asks import Ask
from bot.tables.errors import Denied
from bot.tables.model import Held, Offer
from bot.tables.plan import Plan, line
from engines.core.game import AnyGame

__all__ = ["agreed", "declined", "granted", "offered"]


def offered(held: Held, ask: Ask, game: AnyGame, seat: str, command: str) -> Plan:
    """Propose a command to the others; it stands until they answer or anything changes on the board.

    Raises Denied "nothing_to_do" (no such agreement in this game) or "already_offered".
    """
    if command not in game.agreements:
        raise Denied("nothing_to_do")
    if held.table.offer is not None:
        raise Denied("already_offered")
    table = replace(held.table, offer=Offer(command, seat))
    return Plan(table, held.vault, (line("offer", ask, seat, {"command": command}),))


def agreed(held: Held, seat: str) -> str:
    """The command that this seat may accept; raises Denied "no_offer" or "own_offer"."""
    offer = held.table.offer
    if offer is None or offer.whom is not None:
        raise Denied("no_offer")
    if offer.seat == seat:
        raise Denied("own_offer")
    return offer.command


def declined(held: Held, ask: Ask, seat: str) -> Plan:
    """The offer is answered with a no, or taken back by who made it; raises Denied "no_offer"."""
    offer = held.table.offer
    if offer is None:
        raise Denied("no_offer")
    table = replace(held.table, offer=None)
    return Plan(table, held.vault, (line("decline", ask, seat, {"command": offer.command}),))


def granted(held: Held, ask: Ask, game: AnyGame, seat: str, now: int) -> Plan:
    """Whoever does not have to decide gives the others the whole time of their decision once more.

    Raises Denied "no_clock", "own_clock" (one gives no time to oneself) or "time_enough" (they have more than
    the whole time left already).
    """
    alarm, state = held.table.alarm, held.vault.state
    if alarm is None or state is None or alarm.race:
        raise Denied("no_clock")
    if seat in game.to_act(state):
        raise Denied("own_clock")
    if alarm.at - now > alarm.seconds * 1000:
        raise Denied("time_enough")
    longer = replace(alarm, at=alarm.at + alarm.seconds * 1000)
    table = replace(held.table, alarm=longer)
    return Plan(table, held.vault, (line("grant", ask, seat, {"key": alarm.key, "until": longer.at}),))
