"""What must be so before anything is granted: the state of the table, and who asks. Pure."""

from dataclasses import replace

from bot.tables.asks import Ask, ByClock, ByComputer, ByHouse, ByPerson
from bot.tables.model import Denied, Held, Seat, Status, Table
from bot.tables.timing import drawn_for
from engines.core.game import AnyGame
from engines.core.records import AnyState


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


# Who leads a table: its host, moderators, and after a while without a move whoever sits at it. Pure.

QUIET = 5 * 60 * 1000
"""So long (ms) after the last change of a lobby, or of a paused table, its host may be stood in for."""


def open_to_all_at(table: Table) -> int:
    """From when on (ms UTC) anybody at the table may begin its game, or end its host's pause.

    Every change counts as a move: joining and leaving, the host's own choices, the pause.
    """
    return table.changed_at + QUIET


def may_lead(table: Table, ask: Ask, now: int) -> bool:
    """Whether this person may begin the game, or end the host's pause."""
    if ask.moderator or ask.user_id == table.host_id:
        return True
    return now >= open_to_all_at(table) and _sits(table, ask.user_id)


def take_lead(table: Table, ask: Ask, now: int) -> Table:
    """Let this person begin the game, or end the host's pause; Denied "not_host" (`at`: for who must wait).

    Whoever does so in the place of a host who has left becomes the host.
    """
    if not may_lead(table, ask, now):
        if _sits(table, ask.user_id):
            raise Denied("not_host", at=open_to_all_at(table))
        check_host(table, ask)
    gone = table.host_id is None or not _sits(table, table.host_id)
    return replace(table, host_id=ask.user_id) if gone and _sits(table, ask.user_id) else table


def _sits(table: Table, user_id: int) -> bool:
    """Whether this user has sat down here and not left."""
    seat = table.seat_of(user_id)
    return (
        seat is not None
        and seat.plays(user_id)
        and any(person.user_id == user_id and person.join_id is not None for person in seat.people)
    )
