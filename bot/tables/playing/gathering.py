"""Tables for people who have come together before: they sit down at once, by the clicks of then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.tables.asks import Ask
from bot.tables.errors import Denied
from bot.tables.model import Manners, Person, Seat
from bot.tables.plan import Plan, line
from bot.tables.playing.lobby import check_options
from bot.tables.playing.opening import Opening, make_lobby, tell_opening
from bot.tables.playing.seating import check_room
from bot.tables.ports import Entry
from engines.core.errors import Refusal
from engines.core.game import AnyGame

__all__ = ["Gathered", "open_gathered"]


@dataclass(frozen=True, slots=True)
class Gathered:
    """Who has come together, where, and how they play.

    `seats` stand in their order; they are called "1", "2"… whatever their names, and options name them so.
    Each person has come by an interaction (`join_id`), 0 for one who needed none; a `title` is a team's name.
    `host_id` leads the table, and need not sit at it.
    """

    guild_id: int
    channel_id: int
    options: Mapping[str, Any]
    manners: Manners
    seats: tuple[Seat, ...]
    host_id: int | None


def open_gathered(ask: Ask, game: AnyGame, gathered: Gathered, commitment: str, now: int) -> Plan:
    """A new lobby with all of them seated, ready to begin.

    Denied "bad_option" as the rules say, "full" (n), or "team_full" where a seat has more people than the
    options let share one; "already_seated" where somebody sits twice.
    """
    seats = tuple(replace(seat, name=str(number)) for number, seat in enumerate(gathered.seats, 1))
    check_room(game, gathered.options, len(seats) - 1)
    if any(not 1 <= len(seat.people) <= game.people_a_seat(gathered.options) for seat in seats):
        raise Denied("team_full")
    users = [person.user_id for seat in seats for person in seat.people]
    if len(set(users)) != len(users):
        raise Denied("already_seated")
    check_options(game, gathered.options, [seat.name for seat in seats])
    _check_shape(game, gathered.options)
    place = gathered.channel_id
    opening = Opening(gathered.guild_id, place, place, gathered.options, gathered.manners)
    table = make_lobby(game, opening, gathered.host_id, seats, commitment, now)
    sat = tuple(_tell_coming(seat, person) for seat in seats for person in seat.people)
    return Plan(table, None, (tell_opening(ask, None, table), *sat))


def _check_shape(game: AnyGame, options: Mapping[str, Any]) -> None:
    """Refuse options that are none at all; Denied "bad_option". What cards they need is seen at the start."""
    try:
        game.options.parse(dict(options), "bad_options")
    except Refusal as refusal:
        raise Denied("bad_option", **dict(refusal.params)) from refusal


def _tell_coming(seat: Seat, person: Person) -> Entry:
    """The line of one who comes: its interaction is one of another message, and stands in the payload."""
    told = line("join", None, seat.name, {"join": str(person.join_id or 0)})
    return replace(told, user_id=person.user_id)
