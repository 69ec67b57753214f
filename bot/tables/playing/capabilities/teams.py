"""Teams: several people share a seat, where the options of a game want it so."""

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from bot.tables.asks import Ask, Changer, Plan, line
from bot.tables.model import Denied, Held, Person, Seat, Table
from bot.tables.playing.capabilities.hooks import Hooks
from bot.tables.playing.conditions import check_lobby, get_running_state
from bot.tables.playing.seating import (
    add_person,
    check_may_sit,
    check_room,
    confirm_seat,
    keep_seats,
    newcomer,
    seats_at_most,
    take_out,
)
from bot.tables.ports import Entry
from engines.core.game import AnyGame

NEW_TEAM = ""
"""What stands for a team that is still to be made, where one is chosen by its seat."""
TITLE_LENGTH = 32
"""How long (in characters) the name of a team may be."""


class Teams:
    """What people may ask for about their teams."""

    def __init__(self, tables: Changer) -> None:
        self._tables = tables

    async def name(self, ask: Ask, table_id: int, title: str) -> Table:
        """Somebody gives their team a name; Denied as `name_team`."""
        return await self._tables.change(table_id, lambda held, game: name_team(held, ask, game, title), ask)


class TeamHooks(Hooks):
    """Teams are split once an option seats everybody alone, or some have become too large for it."""

    def reseat(
        self, table: Table, game: AnyGame, options: Mapping[str, Any]
    ) -> tuple[Table, tuple[Entry, ...]]:
        """Split the teams where there will be none any more; Denied "too_many_seats" (most)."""
        size = game.people_a_seat(options)
        alone = size == 1 < game.people_a_seat(table.options)
        if not alone and all(len(seat.people) <= size for seat in table.seats):
            return table, ()
        table, moves = split_teams(table)
        if len(table.seats) > seats_at_most(game, options):
            raise Denied("too_many_seats", most=seats_at_most(game, options))
        return table, moves


def join_team(held: Held, ask: Ask, game: AnyGame, team: str, barred: Container[int] = frozenset()) -> Plan:
    """Sit down with this team, or go over to it; NEW_TEAM is one of one's own.

    Denied as `check_may_sit`, "already_seated", "full", "team_gone", "team_full".
    """
    check_may_sit(held, ask, barred)
    confirmed = confirm_seat(held, ask)
    if confirmed is not None:
        return confirmed
    table, own = held.table, held.table.seat_of(ask.user_id)
    if own is not None and (team == own.name or (team == NEW_TEAM and len(own.people) == 1)):
        raise Denied("already_seated")
    target = _new_team(table, game) if team == NEW_TEAM else _find_team(table, game, team)
    if own is not None:
        return _move(held, ask, own, target)
    sat = add_person(target, newcomer(ask))
    if team == NEW_TEAM:
        after = replace(table, seats=(*table.seats, sat), seats_made=table.seats_made + 1)
    else:
        after = table.with_seat(sat)
    return Plan(after, held.vault, (line("join", ask, sat.name),))


def join_late(held: Held, ask: Ask, game: AnyGame, team: str) -> Plan:
    """Sit down with a team though the game has begun, where the rules let people in.

    Denied as `get_running_state`, "running" where they do not, "already_seated", "team_full".
    """
    table, state = held.table, get_running_state(held)
    if team not in game.open_to_latecomers(state):
        raise Denied("running")
    if table.seat_of(ask.user_id) is not None:
        raise Denied("already_seated")
    seat = table.seat(team)
    if len(seat.people) >= game.people_a_seat(table.options) or seat.by_computer:
        raise Denied("team_full")
    late = Person(ask.user_id, ask.person.name, -(ask.click or 1))
    after = table.with_seat(replace(seat, people=(*seat.people, late)))
    return Plan(after, held.vault, (line("late", ask, seat.name),))


def name_team(held: Held, ask: Ask, game: AnyGame, title: str) -> Plan:
    """Give the team of who asks a name.

    Denied "closed", "running", "not_at_table", "no_teams" or "bad_title" (most).
    """
    table = held.table
    check_lobby(table)
    seat = table.seat_of(ask.user_id)
    if seat is None:
        raise Denied("not_at_table")
    if game.people_a_seat(table.options) == 1:
        raise Denied("no_teams")
    name = title.strip()
    if not 1 <= len(name) <= TITLE_LENGTH:
        raise Denied("bad_title", most=TITLE_LENGTH)
    return Plan(table.with_seat(replace(seat, title=name)), held.vault, (line("title", ask, seat.name),))


def split_teams(table: Table) -> tuple[Table, tuple[Entry, ...]]:
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
                lines.append(line("move", None, str(made), _moved_from(seat, person)))
    return replace(table, seats=tuple(seats), seats_made=made), tuple(lines)


def _new_team(table: Table, game: AnyGame) -> Seat:
    check_room(game, table.options, len(table.seats))
    return Seat(str(table.seats_made + 1), ())


def _find_team(table: Table, game: AnyGame, name: str) -> Seat:
    size = game.people_a_seat(table.options)
    seat = next((seat for seat in table.seats if seat.name == name), None)
    if seat is None or size == 1:
        raise Denied("team_gone")
    if len(seat.people) >= size or seat.by_computer:
        raise Denied("team_full")
    return seat


def _move(held: Held, ask: Ask, own: Seat, target: Seat) -> Plan:
    """Somebody who sits here goes to another seat, which may be new; they keep their part in the dice."""
    table = held.table
    person = next(person for person in own.people if person.user_id == ask.user_id)
    seats = take_out(table, own, ask.user_id)
    known = any(seat.name == target.name for seat in seats)
    goal = add_person(target, person)
    seats = tuple(goal if seat.name == goal.name else seat for seat in seats) if known else (*seats, goal)
    made = table.seats_made if known else table.seats_made + 1
    after = replace(keep_seats(table, seats), seats_made=made)
    return Plan(after, held.vault, (line("move", ask, goal.name, _moved_from(own, person)),))


def _moved_from(seat: Seat, person: Person) -> dict[str, Any]:
    """What the log says of one who changes seats: where they sat, and by which interaction they had come."""
    return {"from": seat.name, "join": None if person.join_id is None else str(person.join_id)}
