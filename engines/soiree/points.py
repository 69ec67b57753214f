"""Teams and their points: `give` alone changes them (S1, S2, S15)."""

from __future__ import annotations

from typing import TypeAlias

from engines.core.events import SeatName
from engines.core.play import Play
from engines.core.replacing import replace
from engines.core.seats import put_at, without
from engines.soiree.events import SoireeEvent
from engines.soiree.model import BOT, Position, Round, Setup

SoireePlay: TypeAlias = Play[Setup, Position, SoireeEvent]


def all_teams(setup: Setup) -> tuple[SeatName, ...]:
    """Return the seats that are teams, also those that have left: all but the quizmaster's (S2)."""
    return without(setup.seats, (setup.options.quizmaster,))


def teams_there(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return the teams that are still there."""
    return without(all_teams(setup), position.gone)


def round_of(setup: Setup, position: Position) -> Round:
    """Return the round in play or to come."""
    return setup.programme[position.round]


def points_of(setup: Setup, position: Position, seat: SeatName) -> int:
    """Return how many points a seat has."""
    return position.points[setup.seats.index(seat)]


def first_teams(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who has most points of the teams that are still there."""
    there = teams_there(setup, position)
    most = max(points_of(setup, position, seat) for seat in there)
    return tuple(seat for seat in there if points_of(setup, position, seat) == most)


def give(play: SoireePlay, seat: SeatName, points: int) -> int:
    """Give or take a seat's points, but none that it does not have (S15); return by how many they changed."""
    position, place = play.position, play.setup.seats.index(seat)
    changed = max(points, -position.points[place])
    row = position.by_round[-1]
    play.position = replace(
        position,
        points=put_at(position.points, place, position.points[place] + changed),
        by_round=(*position.by_round[:-1], put_at(row, place, row[place] + changed)),
    )
    return changed


def leader_name(position: Position) -> str:
    """Return what observations call who leads: a seat, or the bot (S2)."""
    return BOT if position.quizmaster is None else position.quizmaster
