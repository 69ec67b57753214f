"""Who wishes to be called to tables, whom a table that waits for people calls, and what is kept of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.tables.model import Table
from bot.tables.playing.seating import seats_at_most
from engines.core.game import AnyGame

_HOUR = 60 * 60 * 1000
QUIET: Final = 12 * _HOUR
"""Nobody is called twice within this time (ms), whatever the game and the server."""
KEPT: Final = 60 * 24 * _HOUR
"""A wish ends so long (ms) after its person has wished it, or has sat down at a table of its game there."""
CALLED_AT_MOST: Final = 20
"""So many people are called by one message."""
LEAST: Final = 2
"""The fewest people with whom somebody can wish to play."""
MOST: Final = 20
"""The most of them, whatever the game has room for."""


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody wishes to be called when `least` people want to play this game on this server.

    `hours`: from which full hour until which one, by the server's clocks; (22, 2) goes past midnight, and
    None is at any time. `channel_id` is where they wished it, `kept_at` (ms UTC) when they did so last, or
    sat down last. `called_at` (ms UTC) is when they were called last, wherever that was.
    """

    guild_id: int
    game: str
    user_id: int
    least: int
    hours: tuple[int, int] | None
    channel_id: int
    kept_at: int
    called_at: int | None = None

    def may_be_called(self, now: int, hour: int) -> bool:
        """Whether they may be called `now` (ms UTC), when it is this full hour by the server's clocks."""
        quiet = self.called_at is None or self.called_at <= now - QUIET
        return quiet and not self.is_over(now) and self._is_within(hour)

    def is_over(self, now: int) -> bool:
        """Whether the wish has ended by `now` (ms UTC)."""
        return now >= self.kept_at + KEPT

    def _is_within(self, hour: int) -> bool:
        if self.hours is None:
            return True
        begin, end = self.hours
        return begin <= hour < end if begin < end else hour >= begin or hour < end


class CallOut(NamedTuple):
    """The message by which a table calls; `message_id` is None until it is known to be there."""

    table_id: int
    channel_id: int
    message_id: int | None = None


def choose_called(seated: int, waiting: Sequence[Call]) -> tuple[Call, ...]:
    """Whom a table calls where so many people sit: the most who come together as many as each of them wishes.

    `waiting` are those who may be called. Who was called longest ago comes first where they are too many.
    """
    for together in range(min(len(waiting), CALLED_AT_MOST), 0, -1):
        willing = [call for call in waiting if call.least <= seated + together]
        if len(willing) >= together:
            willing.sort(key=lambda call: (call.called_at or 0, call.kept_at, call.user_id))
            return tuple(willing[:together])
    return ()


def list_present(table: Table) -> tuple[int, ...]:
    """The people who have sat down at a table; not those for whom a place is only kept."""
    came = (person for person in table.people() if person.join_id is not None)
    return tuple(person.user_id for person in came if person.user_id is not None)


def has_room(table: Table, game: AnyGame) -> bool:
    """Whether somebody who comes finds a place at a table that waits: a seat, or one in a team."""
    size = game.people_a_seat(table.options)
    in_teams = any(len(seat.people) < size and not seat.by_computer for seat in table.seats)
    return in_teams or len(table.seats) < seats_at_most(game, table.options)


def most_people(game: AnyGame) -> int:
    """With how many people somebody can wish to play a game."""
    most = game.seats_max
    return MOST if most is None else min(most, MOST)
