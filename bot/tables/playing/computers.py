"""Which computers sit down where nobody names them: how many, how well they play, and as whom. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice

from bot.tables.computer import Computer
from bot.tables.model import Table
from engines.core.game import AnyGame
from players.core.decision import Level
from players.core.persona import PERSONAS

__all__ = ["choose_computers", "count_missing", "list_free_personas", "usual_level"]


def count_missing(table: Table, game: AnyGame) -> int:
    """How many computers have to sit down so that the game of a lobby can begin; 0 where it can already."""
    came = sum(any(person.join_id is not None for person in seat.people) for seat in table.seats)
    least = game.least_seats(table.options)
    if came >= least:
        return 0
    return max(1, game.least_seats({**game.beside_computers, **table.options}) - came)


def usual_level(table: Table) -> Level:
    """How well the next computer plays where nobody says so: like the last one that sat down."""
    seated = [seat.computer for seat in table.seats if seat.computer is not None]
    levels = [computer.level for computer in seated if computer.program is None]
    return levels[-1] if levels else Level.MEDIUM


def list_free_personas(table: Table) -> tuple[str, ...]:
    """The keys of the personas who are not at the table."""
    taken = {seat.computer.persona for seat in table.seats if seat.computer is not None}
    return tuple(key for key in PERSONAS if key not in taken)


def choose_computers(personas: Sequence[str], level: Level, count: int) -> tuple[Computer, ...]:
    """So many computers of a level: first those of these personas, in order, then all of them again."""
    every = cycle(PERSONAS)
    others = islice(every, max(0, count - len(personas)))
    return tuple(Computer(level, key) for key in (*personas[:count], *others))
