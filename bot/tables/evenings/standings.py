"""The standings of a season: what teams and people got in all its evenings. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from bot.tables.evenings.model import Evening, Guest, Ranked

__all__ = ["SCALE", "rank_people", "rank_teams"]

SCALE = (10, 7, 5, 4, 3, 2)
"""What the places of an evening are worth; every other one is worth 1, for having come."""


@dataclass(slots=True)
class _Sum:
    name: str = ""
    evenings: int = 0
    wins: int = 0
    points: int = 0


def rank_teams(evenings: Sequence[Evening]) -> tuple[Ranked, ...]:
    """The teams by their names, whatever their case; who played alone, and nameless teams, are left out."""
    sums: dict[Hashable, _Sum] = {}
    for evening in evenings:
        for team in evening.teams:
            if team.name and team.place is not None and evening.people > 1:
                _add(sums, team.name.casefold(), team.name, team.place)
    return _rank(sums)


def rank_people(evenings: Sequence[Evening]) -> tuple[Ranked, ...]:
    """The people, each by the places of the teams they were in; those whose data were erased are left out."""
    sums: dict[Hashable, _Sum] = {}
    for evening in evenings:
        for guest in evening.players:
            place = _place_of(evening, guest)
            if place is not None and guest.user_id is not None:
                _add(sums, guest.user_id, guest.name, place)
    return _rank(sums)


def _place_of(evening: Evening, guest: Guest) -> int | None:
    team = evening.team(guest.team)
    return None if team is None else team.place


def _add(sums: dict[Hashable, _Sum], key: Hashable, name: str, place: int) -> None:
    one = sums.setdefault(key, _Sum())
    one.name = name  # as it was written last
    one.evenings += 1
    one.wins += place == 1
    one.points += SCALE[place - 1] if place <= len(SCALE) else 1


def _rank(sums: dict[Hashable, _Sum]) -> tuple[Ranked, ...]:
    """Most points lead, then most wins; who has as many of both shares a rank."""
    ordered = sorted(sums.values(), key=lambda one: (-one.points, -one.wins, one.name.casefold()))
    ranked: list[Ranked] = []
    for number, one in enumerate(ordered, 1):
        before = ranked[-1] if ranked else None
        equal = before is not None and (before.points, before.wins) == (one.points, one.wins)
        rank = before.rank if before is not None and equal else number
        ranked.append(Ranked(rank, one.name, one.evenings, one.wins, one.points))
    return tuple(ranked)
