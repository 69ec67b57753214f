"""Who shares which seat of a lobby: teams, where a game's options seat two people together. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.tables.asks import Ask
from bot.tables.errors import Denied
from bot.tables.model import Held, Person, Seat, Status, Table
from bot.tables.plan import Plan, line
from bot.tables.ports import Entry
from engines.core.game import AnyGame

__all__ = [
    "NEW_TEAM",
    "TITLE_LENGTH",
    "came_by",
    "leaving",
    "moved",
    "reseated",
    "seated",
    "split",
    "team_with_room",
    "titled",
    "who_came",
    "without",
]

NEW_TEAM = ""
"""What stands for a team that is still to be made, where one is chosen by its seat."""
TITLE_LENGTH = 32
"""How long (in characters) the name of a team may be."""


def seated(seat: Seat, person: Person) -> Seat:
    """The seat with one who has come, behind those who came before, in the order that the dice know."""
    others = [other for other in seat.people if other.user_id != person.user_id]
    came = [other for other in others if other.join_id is not None]
    awaited = [other for other in others if other.join_id is None]
    return replace(seat, people=(*came, person, *awaited))


def without(table: Table, seat: Seat, user_id: int) -> tuple[Seat, ...]:
    """The table's seats when this user is no longer at theirs; a seat without people goes."""
    people = tuple(person for person in seat.people if person.user_id != user_id)
    rest = replace(seat, people=people)
    places = (rest if other.name == seat.name else other for other in table.seats)
    return tuple(place for place in places if place.people)


def leaving(seat: Seat, user_id: int) -> dict[str, Any]:
    """What the log says of one who gets up while others stay: by which interaction they had sat down."""
    if len(seat.people) == 1:
        return {}
    return {"join": _join(_person(seat, user_id))}


def came_by(seat: Seat, user_id: int) -> dict[str, Any]:
    """What the log says of one who is removed: by which interaction they had sat down, if they had."""
    join = _join(_person(seat, user_id))
    return leaving(seat, user_id) if join is None else {"join": join}


def reseated(table: Table, seats: tuple[Seat, ...]) -> Table:
    """The table with these of its seats alone; an option that names one of the others is forgotten."""
    gone = {seat.name for seat in table.seats} - {seat.name for seat in seats}
    options = {k: v for k, v in table.options.items() if not (k == "first" and v in gone)}
    return replace(table, seats=seats, options=options)


def team_with_room(table: Table, name: str, size: int) -> Seat:
    """The team of this seat; raises Denied "team_gone" or "team_full"."""
    seat = next((seat for seat in table.seats if seat.name == name), None)
    if seat is None or size == 1:
        raise Denied("team_gone")
    if len(seat.people) >= size:
        raise Denied("team_full")
    return seat


def moved(held: Held, ask: Ask, own: Seat, target: Seat) -> Plan:
    """Somebody who sits here goes to another seat, which may be new; they keep their part in the dice."""
    table = held.table
    person = next(person for person in own.people if person.user_id == ask.user_id)
    seats = without(table, own, ask.user_id)
    known = any(seat.name == target.name for seat in seats)
    goal = seated(target, person)
    seats = tuple(goal if seat.name == goal.name else seat for seat in seats) if known else (*seats, goal)
    made = table.seats_made if known else table.seats_made + 1
    after = replace(reseated(table, seats), seats_made=made)
    return Plan(after, held.vault, (line("move", ask, goal.name, {"from": own.name, "join": _join(person)}),))


def split(table: Table) -> tuple[Table, tuple[Entry, ...]]:
    """Everybody at a seat of their own: the first of a team keeps theirs, the others get new ones in order.

    Returns the log lines of those who had sat down, too. No team has a name any more.
    """
    seats = [replace(seat, people=seat.people[:1], title="") for seat in table.seats]
    made, lines = table.seats_made, []
    for seat in table.seats:
        for person in seat.people[1:]:
            made += 1
            seats.append(Seat(str(made), (person,)))
            if person.join_id is not None:
                told = {"from": seat.name, "join": _join(person)}
                lines.append(line("move", None, str(made), told))
    return replace(table, seats=tuple(seats), seats_made=made), tuple(lines)


def titled(held: Held, ask: Ask, game: AnyGame, title: str) -> Plan:
    """A team gets a name from one of its people; raises Denied "no_teams" or "bad_title" (most)."""
    table = held.table
    if table.status is not Status.LOBBY:
        raise Denied("closed" if table.status is Status.CLOSED else "running")
    seat = table.seat_of(ask.user_id)
    if seat is None:
        raise Denied("not_at_table")
    if game.people_a_seat(table.options) == 1:
        raise Denied("no_teams")
    name = title.strip()
    if not 1 <= len(name) <= TITLE_LENGTH:
        raise Denied("bad_title", most=TITLE_LENGTH)
    return Plan(table.with_seat(replace(seat, title=name)), held.vault, (line("title", ask, seat.name),))


def who_came(table: Table, size: int, least: int) -> tuple[Seat, ...]:
    """The seats of those who have really sat down, if they are enough to begin.

    Raises Denied "too_few" or "too_few_teams" (n), or "teams_short" (teams: the names of those not full).
    """
    came = (
        replace(seat, people=tuple(person for person in seat.people if person.join_id is not None))
        for seat in table.seats
    )
    seats = tuple(seat for seat in came if seat.people)
    if len(seats) < least:
        raise Denied("too_few" if size == 1 else "too_few_teams", n=least)
    short = [seat for seat in seats if len(seat.people) < size]
    if short:
        raise Denied("teams_short", teams=_called(short))
    return seats


def _called(seats: Sequence[Seat]) -> tuple[str, ...]:
    """As people typed them: whoever shows them escapes them."""
    return tuple(seat.title or ", ".join(person.name for person in seat.people) for seat in seats)


def _person(seat: Seat, user_id: int) -> Person:
    return next(person for person in seat.people if person.user_id == user_id)


def _join(person: Person) -> str | None:
    return None if person.join_id is None else str(person.join_id)
