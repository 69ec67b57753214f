"""What must be so before anything is granted: the state of the table, and who asks. Pure."""

from __future__ import annotations

from bot.tables.asks import Ask, ByClock, ByComputer, ByHouse, ByPerson
from bot.tables.errors import Denied
from bot.tables.model import Held, Seat, Status, Table
from bot.tables.timing import drawn_for
from engines.core.game import AnyGame, AnyState

__all__ = [
    "check_fresh",
    "check_host",
    "check_lobby",
    "check_readable",
    "check_threads",
    "find_seat",
    "find_seat_in_turn",
    "get_running_state",
    "get_state",
]


def check_lobby(table: Table) -> None:
    """Refuse what is too late once the game has begun; Denied "closed" or "running"."""
    if table.status is Status.CLOSED:
        raise Denied("closed")
    if table.status is not Status.LOBBY:
        raise Denied("running")


def check_readable(held: Held) -> None:
    """Refuse what needs the rules of a table that cannot be read; Denied "unread" (incident)."""
    if held.vault.unread is not None:
        raise Denied("unread", incident=held.vault.unread.incident)


def get_state(held: Held) -> AnyState:
    """The state of a game that has begun, paused or not; Denied "closed", "unread" or "not_begun"."""
    if held.table.status is Status.CLOSED:
        raise Denied("closed")
    check_readable(held)
    if held.vault.state is None:
        raise Denied("not_begun")
    return held.vault.state


def get_running_state(held: Held) -> AnyState:
    """The state of a game that goes on; Denied as `get_state`, and "paused" or "halted" (by its host)."""
    if held.table.incident is not None and held.table.status is not Status.CLOSED:
        raise Denied("unread", incident=held.table.incident)
    if held.table.status is Status.PAUSED:
        raise Denied("halted" if held.table.halted else "paused")
    return get_state(held)


def check_host(table: Table, ask: Ask) -> None:
    """Refuse a player who is neither the host nor a moderator; Denied "not_host".

    The clock and the house may do anything.
    """
    match ask.who:
        case ByPerson(user_id):
            leads = user_id == table.host_id or ask.moderator
        case ByComputer():
            leads = False
        case ByClock() | ByHouse():
            leads = True
    if not leads:
        raise Denied("not_host")


def check_threads(ask: Ask) -> None:
    """Refuse who may not open threads, for the bot does not do it for them; Denied "no_threads"."""
    if not ask.threads:
        raise Denied("no_threads")


def find_seat(table: Table, ask: Ask) -> Seat:
    """The seat that a wish is made for; Denied "not_at_table" or "left_already"."""
    seat = _seat_of(table, ask)
    if seat is None:
        raise Denied("not_at_table")
    plays = seat.plays(ask.user_id) if isinstance(ask.who, ByPerson) else not seat.left
    if not plays:
        raise Denied("left_already")
    return seat


def find_seat_in_turn(held: Held, ask: Ask, game: AnyGame) -> Seat:
    """The seat that a wish is made for, by a button that still counts; Denied as `find_seat`, and "stale"."""
    seat = find_seat(held.table, ask)
    check_fresh(held, ask, game, seat.name)
    return seat


def check_fresh(held: Held, ask: Ask, game: AnyGame, seat: str | None) -> None:
    """Refuse a button that was drawn for an earlier turn; Denied "stale"."""
    if ask.drawn is not None and ask.drawn != drawn_for(held, game, seat):
        raise Denied("stale")


def _seat_of(table: Table, ask: Ask) -> Seat | None:
    match ask.who:
        case ByPerson(user_id):
            return table.seat_of(user_id)
        case ByComputer(name):
            return next((seat for seat in table.seats if seat.name == name and seat.player), None)
        case _:
            return None
