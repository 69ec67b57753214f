"""A table as it is opened: where and how, and the lobby that comes of it, whoever sits there first. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.tables.asks import Ask
from bot.tables.computer import Computer
from bot.tables.model import Manners, Seat, Status, Table
from bot.tables.plan import line
from bot.tables.ports import Entry
from engines.core.game import AnyGame

__all__ = ["ALONE", "Opening", "make_lobby", "tell_opening"]

ALONE = Seat("1", ())
"""The seat of who opens a table, before they sit down."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Where and how a table is opened; `reserved` are the other people of a rematch, not yet seated.

    `team` is the seat that whoever opens the table shares, as it was before; only its title and its people
    count, who are not yet seated either. `computers` sit down at once, and so do those of a rematch.
    """

    guild_id: int
    channel_id: int
    home_id: int
    options: Mapping[str, Any]
    manners: Manners
    reserved: tuple[Seat, ...] = ()
    rematch_of: int | None = None
    team: Seat = ALONE
    computers: tuple[Computer, ...] = ()


def make_lobby(
    game: AnyGame, opening: Opening, host_id: int | None, seats: tuple[Seat, ...], commitment: str, now: int
) -> Table:
    """A table whose game has not begun, with these seats; the store numbers it."""
    return Table(
        id=0,
        game=game.name,
        guild_id=opening.guild_id,
        home_id=opening.home_id,
        channel_id=opening.channel_id,
        host_id=host_id,
        status=Status.LOBBY,
        version=0,
        turn=0,
        commitment=commitment,
        created_at=now,
        changed_at=now,
        options=dict(opening.options),
        manners=opening.manners,
        seats=seats,
        seats_made=len(seats),
        rematch_of=opening.rematch_of,
    )


def tell_opening(ask: Ask, seat: str | None, table: Table) -> Entry:
    """The line that opens the record of a new table; `seat` is that of who opens it, None for none."""
    told = {"commitment": table.commitment, "options": dict(table.options), "rematch_of": table.rematch_of}
    return line("open", ask, seat, told)
