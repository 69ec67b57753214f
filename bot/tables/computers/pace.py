"""When a computer does what it has decided: as a person would, and never too late. Pure."""

from __future__ import annotations

from bot.tables.asks import Ask, ByComputer
from bot.tables.model import WINDOW, Alarm, Table
from engines.core.moments import order_of

__all__ = ["ask_of_computer", "due_at"]

_QUICKEST = 1_500
_QUICKEST_IN_A_RACE = 900
"""No computer is quicker (ms), in a race or without one: people have to read what has just happened."""
_LEAST = 100
"""After what was done last at least so long (ms), even where the deadline is near: no flood."""
_BY_MAIL = 60
"""At a pace of days, so many times as long."""
_LEAST_BY_MAIL, _MOST_BY_MAIL = 60_000, 600_000
_SPARE = 5_000
"""So long (ms) before a deadline it has acted."""
_LAST = (1 << 22) - 1
"""Of all orders within a millisecond the last ones are computers': people come first."""


def due_at(table: Table, delay: int, *, waits: bool) -> int | None:
    """When a computer acts (ms UTC) that would like to take so long (ms); None: not before its race is over.

    It is counted from what is stored, so that a stop of ours takes no time of its own. `waits`: a person is
    awaited, too, so that nobody waits for computers alone.
    """
    alarm = table.alarm
    if alarm is not None and alarm.race:
        due = alarm.opened_at + max(_QUICKEST_IN_A_RACE, delay)
        return due if due <= alarm.at else None
    if table.manners.pace.days is not None:
        delay = min(max(delay * _BY_MAIL, _LEAST_BY_MAIL), _MOST_BY_MAIL)
    elif not waits:
        delay = delay * 2 // 3
    delay = max(_QUICKEST, delay)
    if alarm is None:
        return table.changed_at + delay
    start = max(table.changed_at, alarm.opened_at)
    return max(start + _LEAST, min(start + delay, start + _third(alarm), alarm.at - _SPARE))


def ask_of_computer(table: Table, seat: str, due: int, now: int) -> Ask:
    """What a computer wishes that was to act then (ms UTC); in a race, as if it had clicked at that moment.

    Where that is too long ago for a click on its way, it clicks now.
    """
    race = table.alarm is not None and table.alarm.race
    at = due if race and now - due <= WINDOW else now
    place = next(i for i, other in enumerate(table.seats) if other.name == seat)
    return Ask(ByComputer(seat), at, order_of(at) + _LAST - place)


def _third(alarm: Alarm) -> int:
    """A third of a deadline's length, in ms."""
    return alarm.seconds * 1000 // 3
