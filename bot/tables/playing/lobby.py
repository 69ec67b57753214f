"""What can happen to a table before the game begins. Pure: a held table and a wish in, a plan out."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.tables.asks import Ask, Plan, line
from bot.tables.homes import is_private
from bot.tables.model import (
    Computer,
    Denied,
    Held,
    Manners,
    Pace,
    Person,
    Reach,
    Seat,
    Status,
    Table,
    Tempo,
    name_of,
    plain_computer,
)
from bot.tables.playing.capabilities.steps import hooks_of
from bot.tables.playing.conditions import check_host, check_lobby, check_readable, check_threads
from bot.tables.playing.ending import end_table, next_host
from bot.tables.playing.seating import (
    add_person,
    check_may_sit,
    check_room,
    choose_computers,
    confirm_seat,
    count_missing,
    describe_leaving,
    describe_removal,
    keep_seats,
    list_free_personas,
    newcomer,
    take_out,
)
from bot.tables.ports import Entry
from engines.core.game import AnyGame
from engines.core.records import Refusal
from engines.core.rules import Capability
from players.core.player import Level

_SWITCHES: Final = frozenset({"thread", "accessible", "at_once", "by_word", "stand_in", "friendly"})
"""The table's options that are on or off."""
_OF_THE_TABLE: Final = _SWITCHES | {"pace", "tempo", "hints"}
"""Options of the table that every game has; the rules know nothing of them."""


def open_table(ask: Ask, game: AnyGame, opening: Opening, commitment: str, now: int) -> Plan:
    """A new lobby with its host seated; raises Denied("bad_option"), or "no_threads" for a thread of its own.

    Or "teams_alone" for teams where nobody else can come.

    The rematch of a table in a thread is opened by anybody: who begins it decides.
    """
    if opening.manners.thread and opening.rematch_of is None:
        check_threads(ask)
    host = add_person(replace(opening.team, name="1"), newcomer(ask))
    kept = tuple(replace(seat, name=str(2 + i)) for i, seat in enumerate(opening.reserved))
    seats = (host, *(_seat_again(seat, ask) for seat in kept))
    check_options(game, opening.options, [seat.name for seat in seats])
    _check_company(game, opening.guild_id, opening.options)
    table = make_lobby(game, opening, ask.user_id, seats, commitment, now)
    opened = tell_opening(ask, "1", table)
    again = tuple(_tell_computer(seat, ask) for seat in seats if seat.by_computer)
    table, sat = _sit_down(table, ask, game, opening.computers)
    return Plan(table, None, (opened, *again, *sat))


def join(held: Held, ask: Ask, game: AnyGame, barred: Container[int] = frozenset()) -> Plan:
    """Sit down on a seat of one's own, or confirm a reserved one. `barred`: who was removed from this lobby.

    Denied as `check_may_sit`, "already_seated" or "full".
    """
    check_may_sit(held, ask, barred)
    confirmed = confirm_seat(held, ask)
    if confirmed is not None:
        return confirmed
    table = held.table
    if table.seat_of(ask.user_id) is not None:
        raise Denied("already_seated")
    check_room(game, table.options, len(table.seats))
    sat = Seat(str(table.seats_made + 1), (newcomer(ask),))
    after = replace(table, seats=(*table.seats, sat), seats_made=table.seats_made + 1)
    return Plan(after, held.vault, (line("join", ask, sat.name),))


def seat_computers(held: Held, ask: Ask, game: AnyGame, computers: Sequence[Computer]) -> Plan:
    """The host seats computers, each on a seat of its own.

    Denied as `check_lobby`, "unread", "not_host" and "full" (n): all of them sit down, or none.
    """
    check_lobby(held.table)
    check_readable(held)
    check_host(held.table, ask)
    table, sat = _sit_down(held.table, ask, game, computers)
    first, *others = sat
    return Plan(table, held.vault, (replace(first, interaction_id=ask.click, user_id=ask.user_id), *others))


def fill_up(held: Held, ask: Ask, game: AnyGame, level: Level) -> tuple[Table, tuple[Entry, ...]]:
    """Seat as many computers of this level as are missing to begin, and the log lines that tell of them.

    Whether who asks may begin is for `begin` to say. Denied "full".
    """
    personas, count = list_free_personas(held.table), count_missing(held.table, game)
    return _sit_down(held.table, ask, game, choose_computers(personas, level, count))


def quit_lobby(held: Held, ask: Ask) -> Plan:
    """Get up again. The host role moves on; the last one out closes the lobby."""
    check_lobby(held.table)
    seat = held.table.seat_of(ask.user_id)
    if seat is None:
        raise Denied("not_at_table")
    after = _get_up(held, seat, ask.user_id)
    return Plan(after, held.vault, (line("quit", ask, seat.name, describe_leaving(seat, ask.user_id)),))


def remove(held: Held, ask: Ask, seat_name: str, user_id: int | None = None) -> Plan:
    """The host (or a moderator) makes somebody get up: whom is named where people share the seat."""
    check_lobby(held.table)
    check_host(held.table, ask)
    seat = next((seat for seat in held.table.seats if seat.name == seat_name), None)
    if seat is None:
        raise Denied("seat_gone")
    if seat.by_computer:
        after = keep_seats(held.table, tuple(other for other in held.table.seats if other is not seat))
        return Plan(after, held.vault, (line("remove", ask, seat.name),))
    if user_id is None:
        if len(seat.people) > 1:
            raise Denied("stale")
        user_id = seat.people[0].user_id
    if user_id is None or not seat.holds(user_id):
        raise Denied("seat_gone")
    after = _get_up(held, seat, user_id)
    return Plan(after, held.vault, (line("remove", ask, seat.name, describe_removal(seat, user_id)),))


def find_removed(log: Iterable[Entry]) -> frozenset[int]:
    """The users whom the lines of a lobby remove: they name the interactions by which these had sat down."""
    lines = tuple(log)
    joins = {entry.payload.get("join") for entry in lines if entry.kind == "remove"}
    sat = [entry for entry in lines if entry.kind in ("open", "join") and str(entry.interaction_id) in joins]
    return frozenset(entry.user_id for entry in sat if entry.user_id is not None)


def leave_server(held: Held, ask: Ask, seat: Seat, user_id: int) -> Plan:
    """Free the place of a person who has left the server."""
    after = _get_up(held, seat, user_id)
    return Plan(after, held.vault, (line("quit", ask, seat.name, describe_leaving(seat, user_id)),))


def set_options(held: Held, ask: Ask, game: AnyGame, chosen: Mapping[str, Any], deck: Any = None) -> Plan:
    """The host sets options of the rules, or of the table (see `_OF_THE_TABLE`, and the deck): all or none.

    `deck` is the one that the table then plays with, None where the choice of cards does not change.
    The first line of the log has the host's click, the others follow from it.
    """
    table = held.table
    check_lobby(table)
    check_readable(held)
    check_host(table, ask)
    lines: tuple[Entry, ...] = ()
    for name, value in chosen.items():
        told = line("options", None if lines else ask, None, {"name": name, "value": value})
        table, moves = _set_option(table, ask, game, name, value)
        lines += (told, *moves)
    if table.options is not held.table.options or deck is not None:
        check_options(game, table.options, [seat.name for seat in table.seats], deck)
        _check_company(game, table.guild_id, chosen)
    return Plan(table, held.vault, lines)


def _check_company(game: AnyGame, guild_id: int, options: Mapping[str, Any]) -> None:
    """Refuse options by which people share seats in private messages, where nobody else can come."""
    if is_private(guild_id) and game.people_a_seat(options) > 1:
        raise Denied("teams_alone")


def _set_option(
    table: Table, ask: Ask, game: AnyGame, name: str, value: Any
) -> tuple[Table, tuple[Entry, ...]]:
    """The table with one option set, seated as it wants it, and the lines that tell who moved."""
    if name == "thread" and value is True:
        check_threads(ask)
    if name in _OF_THE_TABLE or (name == "deck" and Capability.DECKS in game.capabilities):
        return replace(table, manners=_set_manner(table.manners, name, value)), ()
    options = {**table.options, name: value}
    moves: tuple[Entry, ...] = ()
    for hooks in hooks_of(game):
        table, seated_anew = hooks.reseat(table, game, options)
        moves += seated_anew
    return replace(table, options=options), moves


def note_reach(held: Held, user_id: int, reach: Reach) -> Plan | None:
    """How this person gets secrets, found out by a real message; None if nothing changes."""
    seat = held.table.seat_of(user_id)
    if held.table.status is Status.CLOSED or seat is None:
        return None
    if all(person.reach is reach for person in seat.people if person.user_id == user_id):
        return None
    people = tuple(replace(p, reach=reach) if p.user_id == user_id else p for p in seat.people)
    return Plan(held.table.with_seat(replace(seat, people=people)), held.vault, ())


def move_channel(held: Held, channel_id: int) -> Plan | None:
    """Play goes on in another channel (the thread made for this table)."""
    if held.table.channel_id == channel_id or held.table.status is Status.CLOSED:
        return None
    return Plan(replace(held.table, channel_id=channel_id), held.vault, ())


def forget_thread(held: Held) -> Plan | None:
    """No thread could be made: the table stays in its channel."""
    table = held.table
    after = replace(table, manners=replace(table.manners, thread=False))
    return None if after == table else Plan(after, held.vault, ())


def plan_rematch(old: Table, user_id: int) -> Opening:
    """The same options again, where the old table was opened, with everybody else's seat reserved."""
    kept = [_reserve(seat) for seat in old.seats]
    reserved = tuple(seat for seat in kept if seat.people and not seat.holds(user_id))
    team = next((seat for seat in kept if seat.holds(user_id)), ALONE)
    options = {name: value for name, value in old.options.items() if name != "first"}
    return Opening(old.guild_id, old.home_id, old.home_id, options, old.manners, reserved, old.id, team)


def _reserve(seat: Seat) -> Seat:
    """The seat of a rematch: for the same people, but for those who had their data erased.

    A computer that was removed is not missed.
    """
    people = tuple(
        Person(p.user_id, p.name, None, p.reach, computer=p.computer)
        for p in seat.people
        if p.user_id is not None or (p.computer is not None and not seat.left)
    )
    return Seat(seat.name, people, title=seat.title)


def _seat_again(seat: Seat, ask: Ask) -> Seat:
    """The seat of a rematch; a computer sits down at once, by the click that opens the table."""
    if not seat.by_computer:
        return seat
    return replace(seat, people=tuple(replace(person, join_id=ask.click) for person in seat.people))


def _sit_down(
    table: Table, ask: Ask, game: AnyGame, computers: Sequence[Computer]
) -> tuple[Table, tuple[Entry, ...]]:
    """The table with these computers at it, and the log lines that tell of them; Denied "full" (n).

    What is usual beside computers is set where nobody has chosen otherwise.
    """
    lines = []
    for computer in computers:
        check_room(game, table.options, len(table.seats))
        made = table.seats_made + 1
        seat = Seat(str(made), (Person(None, _name_apart(table, computer), ask.click, computer=computer),))
        table = replace(table, seats=(*table.seats, seat), seats_made=made)
        lines.append(_tell_computer(seat, ask))
    for name, value in game.beside_computers.items() if computers else ():
        if name not in table.options:
            table = replace(table, options={**table.options, name: value})
            lines.append(line("options", None, None, {"name": name, "value": value}))
    return table, tuple(lines)


def _name_apart(table: Table, computer: Computer) -> str:
    """The name of a computer's persona, with a number where it is at the table already."""
    there = [seat.computer.persona for seat in table.seats if seat.computer is not None]
    again = there.count(computer.persona)
    return f"{name_of(computer)} {again + 1}" if again else name_of(computer)


def _tell_computer(seat: Seat, ask: Ask) -> Entry:
    """The log line of a computer that sits down: it follows from a click that may seat several."""
    assert seat.computer is not None
    told = {"computer": plain_computer(seat.computer), "join": str(ask.click)}
    return line("join", None, seat.name, told)


def note_rematch(held: Held, rematch_id: int) -> Plan | None:
    """Remember which table follows this one."""
    if held.table.end.rematch_id == rematch_id:
        return None
    after = replace(held.table, end=replace(held.table.end, rematch_id=rematch_id))
    return Plan(after, held.vault, (line("rematch", None, None, {"table": rematch_id}),))


def check_options(game: AnyGame, options: Mapping[str, Any], seats: Sequence[str], deck: Any = None) -> None:
    """Ask the rules whether these options are good; a table still short of seats is filled up for that.

    Which cards they leave is asked only of a `deck`. Denied "bad_option", "too_few_cards".
    """
    if game.dealer is not None:
        bare = {name: value for name, value in options.items() if name not in game.dealer.choices}
        options = bare if deck is None else {**options, **game.dealer.options(deck)}
    missing = max(0, game.least_seats(options) - len(seats))
    names = [*seats, *(f"?{n}" for n in range(missing))]
    try:
        game.setup(names, options)
    except Refusal as refusal:
        few = refusal.reason == "too_few_cards"
        raise Denied("too_few_cards" if few else "bad_option", **dict(refusal.params)) from refusal


def _set_manner(manners: Manners, name: str, value: Any) -> Manners:
    if name in _SWITCHES and isinstance(value, bool):
        changed: dict[str, Any] = {name: value}
        return replace(manners, **changed)
    if name == "hints" and (value is None or isinstance(value, bool)):
        return replace(manners, hints=value)
    if name == "pace" and value in tuple(Pace):
        return replace(manners, pace=Pace(value))
    if name == "tempo" and value in tuple(Tempo):
        return replace(manners, tempo=Tempo(value))
    if name == "deck" and isinstance(value, str):
        return replace(manners, deck=value)
    raise Denied("bad_option", option=name)


def _get_up(held: Held, seat: Seat, user_id: int) -> Table:
    table = held.table
    after = keep_seats(table, take_out(table, seat, user_id))
    if table.host_id is None or table.host_id == user_id:
        after = replace(after, host_id=next_host(after, table.host_id))
    return after if after.host_id is not None else end_table(after, held.vault.seed, "empty")


# A table as it is opened: where and how, and the lobby that comes of it, whoever sits there first. Pure.

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


# Tables for people who have come together before: they sit down at once, by the clicks of then.


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
