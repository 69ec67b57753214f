"""The names of the people at a table, ready for a message."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.tables.computer import Computer
from bot.tables.model import Person, Seat, Table
from bot.texts import N_, Name, Texts
from bot.ui.pages.escape import NAME_LENGTH, escape, label
from bot.ui.pages.lettering import writable
from players.core.decision import Level

__all__ = [
    "LEVELS",
    "host_name",
    "level_of",
    "plain_name",
    "rated_name",
    "raw_name",
    "seat_name",
    "spoken_name",
    "spoken_names",
    "with_written_names",
]

LEVELS: Final = {Level.EASY: N_("facile"), Level.MEDIUM: N_("moyen"), Level.STRONG: N_("fort")}
"""How well a computer plays, in words."""
_COMPUTER: Final = "🤖"
"""Stands before the name of every computer, so that nobody takes one for a person."""
_TOGETHER = " & "
"""Stands between the people of one seat on buttons and among other names, where "et" would be unclear."""


def seat_name(table: Table, seat: str, t: Texts, most: int = NAME_LENGTH) -> str:
    """The name of a seat, escaped for markdown: its team's, or the names of its people.

    Each name has at most `most` characters.
    """
    return _TOGETHER.join(escape(name, most) for name in _names(table.seat(seat), t))


def rated_name(table: Table, seat: str, t: Texts, most: int = NAME_LENGTH) -> str:
    """As `seat_name`, and how well it plays if it is a computer: for lists, where each seat stands once."""
    name, player = seat_name(table, seat, t, most), table.seat(seat).computer
    return name if player is None else t("{name}, {level}", name=name, level=level_of(player, t))


def spoken_name(table: Table, seat: str, t: Texts) -> Name:
    """The name of a seat in a sentence, in bold: "**Gaëlle et Hugo**". Verbs agree with its people."""
    holder = table.seat(seat)
    return Name(f"**{t.list([escape(name) for name in _names(holder, t)])}**", len(holder.people))


def spoken_names(table: Table, seats: Iterable[str], t: Texts) -> Name:
    """The names of several seats in a sentence: "**Gaëlle & Hugo** et **Anne & Bob**"; "" for none."""
    listed = tuple(seats)
    if len(listed) == 1:
        return spoken_name(table, listed[0], t)
    return t.list([f"**{seat_name(table, seat, t)}**" for seat in listed])


def plain_name(table: Table, seat: str, t: Texts) -> str:
    """The name of a seat for a button or a list, where Discord reads no markdown."""
    return label(_TOGETHER.join(label(name, NAME_LENGTH) for name in _names(table.seat(seat), t)))


def raw_name(seat: Seat) -> str:
    """The name of a seat as people typed it, not escaped: for sentences that escape it themselves."""
    if seat.computer is not None:
        return f"{_COMPUTER} {seat.people[0].name}"
    return seat.title or _TOGETHER.join(person.name for person in seat.people)


def with_written_names(table: Table, most: int = NAME_LENGTH) -> Table:
    """The table with all names in letters that pictures can show, each cut to `most` characters.

    Who has no name still has none.
    """

    def written(name: str, seat: Seat) -> str:
        return label(writable(name, f"#{seat.name}"), most) if name else ""

    def renamed(seat: Seat) -> Seat:
        people: tuple[Person, ...] = tuple(
            replace(person, name=written(person.name, seat)) for person in seat.people
        )
        return replace(seat, people=people, title=written(seat.title, seat))

    return replace(table, seats=tuple(renamed(seat) for seat in table.seats))


def level_of(computer: Computer, t: Texts) -> str:
    """How well a computer plays, in a word; of somebody else's program nobody knows."""
    return t(LEVELS[computer.level]) if computer.program is None else t("programme")


def host_name(table: Table) -> str | None:
    """The host's name, escaped; None if the host does not sit at the table."""
    for person in table.people():
        if person.user_id is not None and person.user_id == table.host_id:
            return escape(person.name)
    return None


def _names(seat: Seat, t: Texts) -> list[str]:
    """Names as they were typed; people whose data are erased have none, and are called by their seat."""
    if seat.title:
        return [seat.title]
    return [_name(seat, person, t) for person in seat.people]


def _name(seat: Seat, person: Person, t: Texts) -> str:
    if person.computer is not None:
        return f"{_COMPUTER} {person.name}"
    return person.name or t("Anonyme {seat}", seat=seat.name)
