"""What can happen to a table before the game begins. Pure: a held table and a wish in, a plan out."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.tables.asks import Ask, ByClock, ByComputer, ByHouse, ByPerson
from bot.tables.errors import Denied
from bot.tables.model import Held, Manners, Pace, Person, Reach, Seat, Status, Table
from bot.tables.plan import Plan, line
from bot.tables.ports import Entry
from bot.tables.teams import came_by, leaving, moved, reseated, seated, split, team_with_room, without
from engines.core.errors import Refusal
from engines.core.game import AnyGame

__all__ = [
    "SEATS_AT_MOST",
    "Opening",
    "abandoned",
    "close",
    "closed",
    "gone",
    "hosting",
    "join",
    "move",
    "next_host",
    "note_reach",
    "note_rematch",
    "opened",
    "quit_lobby",
    "readable",
    "rematch_opening",
    "remove",
    "removed",
    "set_option",
    "without_thread",
]

SEATS_AT_MOST = 25
"""A public message with more players than this would not fit Discord's limits."""
ALONE = Seat("1", ())
"""The seat of who opens a table, before they sit down."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Where and how a table is opened; `reserved` are the other people of a rematch, not yet seated.

    `team` is the seat that whoever opens the table shares, as it was before; only its title and its people
    count, who are not yet seated either.
    """

    guild_id: int
    channel_id: int
    home_id: int
    options: Mapping[str, Any]
    manners: Manners
    reserved: tuple[Seat, ...] = ()
    rematch_of: int | None = None
    team: Seat = ALONE


def opened(ask: Ask, game: AnyGame, opening: Opening, commitment: str, now: int) -> tuple[Table, Plan]:
    """A new lobby with its host seated; raises Denied("bad_option"), or "no_threads" for a thread of its own.

    The rematch of a table in a thread is opened by anybody: who begins it decides.
    """
    if opening.manners.thread and opening.rematch_of is None:
        check_threads(ask)
    host = seated(replace(opening.team, name="1"), _arriving(ask))
    kept = tuple(replace(seat, name=str(2 + i)) for i, seat in enumerate(opening.reserved))
    seats = (host, *kept)
    check_options(game, opening.options, [seat.name for seat in seats])
    table = Table(
        id=0,
        game=game.name,
        guild_id=opening.guild_id,
        home_id=opening.home_id,
        channel_id=opening.channel_id,
        host_id=ask.user_id,
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
    payload = {"commitment": commitment, "options": dict(opening.options), "rematch_of": opening.rematch_of}
    return table, Plan(table, None, (line("open", ask, "1", payload),))


def join(
    held: Held, ask: Ask, game: AnyGame, team: str | None = None, barred: Container[int] = frozenset()
) -> Plan:
    """Sit down, or confirm a reserved seat; who sits already may move to another team.

    `team`: whose seat to share, NEW_TEAM for one of one's own; None where nothing was chosen. `barred`: who
    was removed from this lobby; moderators come back all the same.
    """
    table = held.table
    _in_lobby(table)
    readable(held)
    if ask.user_id in barred and not ask.moderator:
        raise Denied("removed")
    own = table.seat_of(ask.user_id)
    person = _arriving(ask)
    if own is not None and not _has_come(own, ask.user_id):
        return Plan(table.with_seat(seated(own, person)), held.vault, (line("join", ask, own.name),))
    if own is not None and (team in (None, own.name) or (not team and len(own.people) == 1)):
        raise Denied("already_seated")
    if team:
        target = team_with_room(table, team, game.people_a_seat(table.options))
    else:
        check_room(game, len(table.seats))
        target = Seat(str(table.seats_made + 1), ())
    if own is not None:
        return moved(held, ask, own, target)
    sat = seated(target, person)
    if team:
        after = table.with_seat(sat)
    else:
        after = replace(table, seats=(*table.seats, sat), seats_made=table.seats_made + 1)
    return Plan(after, held.vault, (line("join", ask, sat.name),))


def _arriving(ask: Ask) -> Person:
    """Who sits down by this wish."""
    return Person(ask.user_id, ask.person.name, ask.click)


def check_room(game: AnyGame, seats: int) -> None:
    """Refuse one seat more where this many fill the table; Denied "full" (n)."""
    if seats >= seats_at_most(game):
        raise Denied("full", n=seats)


def seats_at_most(game: AnyGame) -> int:
    """How many seats a table of this game has room for."""
    return min(game.seats_max or SEATS_AT_MOST, SEATS_AT_MOST)


def quit_lobby(held: Held, ask: Ask) -> Plan:
    """Get up again. The host role moves on; the last one out closes the lobby."""
    _in_lobby(held.table)
    seat = held.table.seat_of(ask.user_id)
    if seat is None:
        raise Denied("not_at_table")
    after = _without(held, seat, ask.user_id)
    return Plan(after, held.vault, (line("quit", ask, seat.name, leaving(seat, ask.user_id)),))


def remove(held: Held, ask: Ask, seat_name: str, user_id: int | None = None) -> Plan:
    """The host (or a moderator) makes somebody get up: whom is named where people share the seat."""
    _in_lobby(held.table)
    hosting(held.table, ask)
    seat = next((seat for seat in held.table.seats if seat.name == seat_name), None)
    if seat is None:
        raise Denied("seat_gone")
    if user_id is None:
        if len(seat.people) > 1:
            raise Denied("stale")
        user_id = seat.people[0].user_id
    if user_id is None or not seat.holds(user_id):
        raise Denied("seat_gone")
    after = _without(held, seat, user_id)
    return Plan(after, held.vault, (line("remove", ask, seat.name, came_by(seat, user_id)),))


def removed(log: Iterable[Entry]) -> frozenset[int]:
    """The users whom the lines of a lobby remove: they name the interactions by which these had sat down."""
    lines = tuple(log)
    joins = {entry.payload.get("join") for entry in lines if entry.kind == "remove"}
    sat = [entry for entry in lines if entry.kind in ("open", "join") and str(entry.interaction_id) in joins]
    return frozenset(entry.user_id for entry in sat if entry.user_id is not None)


def gone(held: Held, ask: Ask, seat: Seat, user_id: int) -> Plan:
    """A person has left the server: their place is free."""
    after = _without(held, seat, user_id)
    return Plan(after, held.vault, (line("quit", ask, seat.name, leaving(seat, user_id)),))


def set_option(held: Held, ask: Ask, game: AnyGame, name: str, value: Any) -> Plan:
    """The host sets an option of the rules, or of the table (pace, thread, accessible, at_once, deck)."""
    table = held.table
    _in_lobby(table)
    readable(held)
    hosting(table, ask)
    moves: tuple[Entry, ...] = ()
    if name == "thread" and value is True:
        check_threads(ask)
    own = ("pace", "thread", "accessible", "at_once")
    if name in own or (name == "deck" and game.dealer is not None):
        after = replace(table, manners=_mannered(table.manners, name, value))
    else:
        options = {**table.options, name: value}
        if game.people_a_seat(options) == 1 < game.people_a_seat(table.options):
            table, moves = split(table)
            if len(table.seats) > seats_at_most(game):
                raise Denied("too_many_seats", most=seats_at_most(game))
        check_options(game, options, [seat.name for seat in table.seats])
        after = replace(table, options=options)
    return Plan(after, held.vault, (line("options", ask, None, {"name": name, "value": value}), *moves))


def note_reach(held: Held, user_id: int, reach: Reach) -> Plan | None:
    """How this person gets secrets, found out by a real message; None if nothing changes."""
    seat = held.table.seat_of(user_id)
    if held.table.status is Status.CLOSED or seat is None:
        return None
    if all(person.reach is reach for person in seat.people if person.user_id == user_id):
        return None
    people = tuple(replace(p, reach=reach) if p.user_id == user_id else p for p in seat.people)
    return Plan(held.table.with_seat(replace(seat, people=people)), held.vault, ())


def move(held: Held, channel_id: int) -> Plan | None:
    """Play goes on in another channel (the thread made for this table)."""
    if held.table.channel_id == channel_id or held.table.status is Status.CLOSED:
        return None
    return Plan(replace(held.table, channel_id=channel_id), held.vault, ())


def without_thread(held: Held) -> Plan | None:
    """No thread could be made: the table stays in its channel."""
    table = held.table
    after = replace(table, manners=replace(table.manners, thread=False))
    return None if after == table else Plan(after, held.vault, ())


def rematch_opening(old: Table, user_id: int) -> Opening:
    """The same options again, where the old table was opened, with everybody else's seat reserved."""
    kept = [_reserved(seat) for seat in old.seats]
    reserved = tuple(seat for seat in kept if seat.people and not seat.holds(user_id))
    team = next((seat for seat in kept if seat.holds(user_id)), ALONE)
    options = {name: value for name, value in old.options.items() if name != "first"}
    return Opening(old.guild_id, old.home_id, old.home_id, options, old.manners, reserved, old.id, team)


def _reserved(seat: Seat) -> Seat:
    """The seat of a rematch: for the same people, but for those who had their data erased."""
    people = tuple(Person(p.user_id, p.name, None, p.reach) for p in seat.people if p.user_id is not None)
    return Seat(seat.name, people, title=seat.title)


def note_rematch(held: Held, rematch_id: int) -> Plan | None:
    """Remember which table follows this one."""
    if held.table.rematch_id == rematch_id:
        return None
    after = replace(held.table, rematch_id=rematch_id)
    return Plan(after, held.vault, (line("rematch", None, None, {"table": rematch_id}),))


def abandoned(held: Held, ask: Ask, seat: Seat) -> Plan:
    """A seat is given up at a table whose rules cannot be asked; the last one out closes it."""
    if held.table.status is Status.CLOSED:
        raise Denied("closed")
    table = held.table.with_seat(replace(seat, left=True))
    if isinstance(ask.who, ByPerson) and table.host_id in [person.user_id for person in seat.people]:
        table = replace(table, host_id=next_host(table, table.host_id))
    if all(other.left for other in table.seats):
        table = closed(table, held.vault.seed, "empty")
    return Plan(table, held.vault, (line("quit", ask, seat.name),))


def close(held: Held, ask: Ask, ending: str, reason: str | None = None) -> Plan:
    """End the table: by its host or a moderator ("stopped"), or because nobody came ("idle", "empty").

    Or because nobody came back ("abandoned"), or we were taken off its server ("left"). By the house also for
    the operator ("operator", for a `reason` that the log keeps), or because a backup was put back that it
    cannot go on from ("restored").
    """
    table = held.table
    if table.status is Status.CLOSED:
        raise Denied("closed")
    hosting(table, ask)
    told = {"ending": ending} if reason is None else {"ending": ending, "reason": reason}
    return Plan(closed(table, held.vault.seed, ending), held.vault, (line("close", ask, None, told),))


def closed(table: Table, seed: bytes, ending: str, winners: Sequence[str] = ()) -> Table:
    """The table after its end: no clock, and the seed is told."""
    over = replace(table, status=Status.CLOSED, alarm=None, closes_at=None, seed=seed.hex())
    return replace(over, ending=ending, winners=tuple(winners))


def check_options(game: AnyGame, options: Mapping[str, Any], seats: Sequence[str]) -> None:
    """Ask the rules whether these options are good; a table still short of seats is filled up for that."""
    missing = max(0, game.least_seats(options) - len(seats))
    names = [*seats, *(f"?{n}" for n in range(missing))]
    try:
        game.setup(names, options)
    except Refusal as refusal:
        raise Denied("bad_option", **dict(refusal.params)) from refusal


def check_threads(ask: Ask) -> None:
    """Refuse who may not open threads: the bot does not do it for them."""
    if not ask.threads:
        raise Denied("no_threads")


def hosting(table: Table, ask: Ask) -> None:
    """Refuse a player who is neither the host nor a moderator; the clock and the house may do anything."""
    match ask.who:
        case ByPerson(user_id):
            leads = user_id == table.host_id or ask.moderator
        case ByComputer():
            leads = False
        case ByClock() | ByHouse():
            leads = True
    if not leads:
        raise Denied("not_host")


def readable(held: Held) -> None:
    """Refuse what needs the rules of a table that cannot be read."""
    if held.vault.unread is not None:
        raise Denied("unread", incident=held.vault.unread.incident)


def next_host(table: Table, leaver: int | None) -> int | None:
    """Who hosts when this user goes: the first person still seated, None if nobody is."""
    for seat in table.seats:
        for person in seat.people:
            there = not (seat.left or person.left) and person.join_id is not None
            if there and person.user_id not in (None, leaver):
                return person.user_id
    return None


def _mannered(manners: Manners, name: str, value: Any) -> Manners:
    if name == "thread" and isinstance(value, bool):
        return replace(manners, thread=value)
    if name == "accessible" and isinstance(value, bool):
        return replace(manners, accessible=value)
    if name == "at_once" and isinstance(value, bool):
        return replace(manners, at_once=value)
    if name == "pace" and value in tuple(Pace):
        return replace(manners, pace=Pace(value))
    if name == "deck" and isinstance(value, str):
        return replace(manners, deck=value)
    raise Denied("bad_option", option=name)


def _in_lobby(table: Table) -> None:
    if table.status is Status.CLOSED:
        raise Denied("closed")
    if table.status is not Status.LOBBY:
        raise Denied("running")


def _has_come(seat: Seat, user_id: int) -> bool:
    return all(person.join_id is not None for person in seat.people if person.user_id == user_id)


def _without(held: Held, seat: Seat, user_id: int) -> Table:
    table = held.table
    after = reseated(table, without(table, seat, user_id))
    if table.host_id is None or table.host_id == user_id:
        after = replace(after, host_id=next_host(after, table.host_id))
    return after if after.host_id is not None else closed(after, held.vault.seed, "empty")
