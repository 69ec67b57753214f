"""Who sits on which seat of a lobby, and who has really come. Pure."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, islice
from typing import Any

from bot.tables.asks import Ask, Plan, line
from bot.tables.model import Computer, Denied, Held, Person, Seat, Table
from bot.tables.playing.conditions import check_lobby, check_readable
from engines.core.game import AnyGame
from players.core.player import PERSONAS, Level

SEATS_AT_MOST = 25
"""A public message with more players than this would not fit Discord's limits."""


def newcomer(ask: Ask) -> Person:
    """The person who sits down by this wish."""
    return Person(ask.user_id, ask.person.name, ask.click)


def check_may_sit(held: Held, ask: Ask, barred: Container[int]) -> None:
    """Refuse who may not sit down in a lobby.

    Denied "closed", "running", "unread", "no_such_table" for a table in somebody's private messages, and
    "removed" for those who are `barred`, moderators excepted.
    """
    if held.table.private and held.table.seat_of(ask.user_id) is None:
        raise Denied("no_such_table")
    check_lobby(held.table)
    check_readable(held)
    if ask.user_id in barred and not ask.moderator:
        raise Denied("removed")


def confirm_seat(held: Held, ask: Ask) -> Plan | None:
    """Sit down on the seat that was reserved for who asks; None where none is."""
    own = held.table.seat_of(ask.user_id)
    if own is None or _has_come(own, ask.user_id):
        return None
    after = held.table.with_seat(add_person(own, newcomer(ask)))
    return Plan(after, held.vault, (line("join", ask, own.name),))


def check_room(game: AnyGame, options: Mapping[str, object], seats: int) -> None:
    """Refuse one seat more where this many fill a table with these options; Denied "full" (n)."""
    if seats >= seats_at_most(game, options):
        raise Denied("full", n=seats)


def seats_at_most(game: AnyGame, options: Mapping[str, object] | None = None) -> int:
    """How many seats a table of this game has room for: with these options or, without, with any."""
    most = game.seats_max if options is None else game.most_seats(options)
    return min(most or SEATS_AT_MOST, SEATS_AT_MOST)


def add_person(seat: Seat, person: Person) -> Seat:
    """The seat with one who has come, behind those who came before, in the order that the dice know."""
    others = [other for other in seat.people if other.user_id != person.user_id]
    came = [other for other in others if other.join_id is not None]
    awaited = [other for other in others if other.join_id is None]
    return replace(seat, people=(*came, person, *awaited))


def take_out(table: Table, seat: Seat, user_id: int) -> tuple[Seat, ...]:
    """The table's seats when this user is no longer at theirs; a seat without people goes."""
    people = tuple(person for person in seat.people if person.user_id != user_id)
    rest = replace(seat, people=people)
    places = (rest if other.name == seat.name else other for other in table.seats)
    return tuple(place for place in places if place.people)


def keep_seats(table: Table, seats: tuple[Seat, ...]) -> Table:
    """The table with these of its seats alone; an option that names one of the others is forgotten."""
    gone = {seat.name for seat in table.seats} - {seat.name for seat in seats}
    options = {k: v for k, v in table.options.items() if not (isinstance(v, str) and v in gone)}
    return replace(table, seats=seats, options=options)


def describe_leaving(seat: Seat, user_id: int) -> dict[str, Any]:
    """What the log says of one who gets up while others stay: by which interaction they had sat down."""
    if len(seat.people) == 1:
        return {}
    return {"join": _join(seat, user_id)}


def describe_removal(seat: Seat, user_id: int) -> dict[str, Any]:
    """What the log says of one who is removed: by which interaction they had sat down, if they had."""
    join = _join(seat, user_id)
    return describe_leaving(seat, user_id) if join is None else {"join": join}


def find_seats_to_begin(table: Table, game: AnyGame) -> tuple[Seat, ...]:
    """The seats of those who have really sat down, if they are enough to begin.

    Denied "too_few" or "too_few_teams" (n), or "teams_short" (teams: the names of those not full).
    """
    came = (
        replace(seat, people=tuple(person for person in seat.people if person.join_id is not None))
        for seat in table.seats
    )
    seats = tuple(seat for seat in came if seat.people)
    least, fewest = game.least_seats(table.options), game.fewest_people(table.options)
    if len(seats) < least:
        alone = game.people_a_seat(table.options) == 1
        raise Denied("too_few" if alone else "too_few_teams", n=least)
    short = [seat for seat in seats if len(seat.people) < fewest and not seat.by_computer]
    if short:
        raise Denied("teams_short", teams=_names(short))
    return seats


def _names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """As people typed them: whoever shows them escapes them."""
    return tuple(seat.title or ", ".join(person.name for person in seat.people) for seat in seats)


def _join(seat: Seat, user_id: int) -> str | None:
    person = next(person for person in seat.people if person.user_id == user_id)
    return None if person.join_id is None else str(person.join_id)


def _has_come(seat: Seat, user_id: int) -> bool:
    return all(person.join_id is not None for person in seat.people if person.user_id == user_id)


# Which computers sit down where nobody names them: how many, how well they play, and as whom. Pure.


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
