"""The names of those at a table, ready for a message."""

from __future__ import annotations

from bot.tables.model import Seat, Table
from bot.texts import Texts
from bot.ui.pages.escape import NAME_LENGTH, escape, label

__all__ = ["host_name", "plain_name", "raw_name", "seat_name"]

_TOGETHER = " & "
"""Between the people of one seat: it is one name, which sentences treat as one."""


def seat_name(table: Table, seat: str, t: Texts, most: int = NAME_LENGTH) -> str:
    """How a seat is called in markdown, escaped: its team's name, or else those of its people.

    Each name has at most `most` characters.
    """
    return _TOGETHER.join(escape(name, most) for name in _names(table.seat(seat), t))


def plain_name(table: Table, seat: str, t: Texts) -> str:
    """How a seat is called on a button or in a list, which read no markdown."""
    return label(_TOGETHER.join(label(name, NAME_LENGTH) for name in _names(table.seat(seat), t)))


def raw_name(seat: Seat) -> str:
    """How a seat is called, as people typed it: for sentences that escape it themselves."""
    return seat.title or _TOGETHER.join(person.name for person in seat.people)


def host_name(table: Table) -> str | None:
    """The host's name, escaped; None if the host does not sit at the table."""
    for person in table.people():
        if person.user_id is not None and person.user_id == table.host_id:
            return escape(person.name)
    return None


def _names(seat: Seat, t: Texts) -> list[str]:
    """Who had their data erased keeps a place, without a name."""
    if seat.title:
        return [seat.title]
    return [person.name or t("Anonyme {seat}", seat=seat.name) for person in seat.people]
