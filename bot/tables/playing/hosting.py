"""Who leads a table: its host, moderators, and after a while without a move whoever sits at it. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.asks import Ask
from bot.tables.errors import Denied
from bot.tables.model import Table
from bot.tables.playing.conditions import check_host

__all__ = ["QUIET", "may_lead", "open_to_all_at", "take_lead"]

QUIET = 5 * 60 * 1000
"""So long (ms) after the last change of a lobby, or of a paused table, its host may be stood in for."""


def open_to_all_at(table: Table) -> int:
    """From when on (ms UTC) anybody at the table may begin its game, or end its host's pause.

    Every change counts as a move: joining and leaving, the host's own choices, the pause.
    """
    return table.changed_at + QUIET


def may_lead(table: Table, ask: Ask, now: int) -> bool:
    """Whether this person may begin the game, or end the host's pause."""
    if ask.moderator or ask.user_id == table.host_id:
        return True
    return now >= open_to_all_at(table) and _sits(table, ask.user_id)


def take_lead(table: Table, ask: Ask, now: int) -> Table:
    """Let this person begin the game, or end the host's pause; Denied "not_host" (`at`: for who must wait).

    Whoever does so in the place of a host who has left becomes the host.
    """
    if not may_lead(table, ask, now):
        if _sits(table, ask.user_id):
            raise Denied("not_host", at=open_to_all_at(table))
        check_host(table, ask)
    gone = table.host_id is None or not _sits(table, table.host_id)
    return replace(table, host_id=ask.user_id) if gone and _sits(table, ask.user_id) else table


def _sits(table: Table, user_id: int) -> bool:
    """Whether this user has sat down here and not left."""
    seat = table.seat_of(user_id)
    return (
        seat is not None
        and seat.plays(user_id)
        and any(person.user_id == user_id and person.join_id is not None for person in seat.people)
    )
