"""The names of the people at a table, ready for a message."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.tables.model import Computer, Person, Seat, Table
from bot.texts import N_, Name, Texts
from bot.ui.pages.escape import NAME_LENGTH, escape, label
from bot.ui.pages.lettering import writable
from players.core.player import Level

LEVELS: Final = {Level.EASY: N_("facile"), Level.MEDIUM: N_("moyen"), Level.STRONG: N_("fort")}
"""How well a computer plays, in words."""
_COMPUTER: Final = "🤖"
"""Stands before the name of every computer, so that nobody takes one for a person."""


def seat_name(table: Table, seat: str, t: Texts, most: int = NAME_LENGTH) -> str:
    """The name of a seat, escaped for markdown: its team's or its person's, of at most `most` characters."""
    return escape(raw_name(table.seat(seat), t), most)


def rated_name(table: Table, seat: str, t: Texts, most: int = NAME_LENGTH) -> str:
    """As `seat_name`, and how well it plays if it is a computer: for lists, where each seat stands once."""
    name, player = seat_name(table, seat, t, most), table.seat(seat).computer
    return name if player is None else t("{name}, {level}", name=name, level=level_of(player, t))


def spoken_name(table: Table, seat: str, t: Texts) -> Name:
    """The name of a seat in a sentence, in bold: "**Anne**", "**Équipe Anne**", "**Les Oies**".

    Verbs agree with the people of a team that has given itself a name.
    """
    holder = table.seat(seat)
    return Name(f"**{seat_name(table, seat, t)}**", len(holder.people) if holder.title else 1)


def spoken_names(table: Table, seats: Iterable[str], t: Texts) -> Name:
    """The names of several seats in a sentence: "**Équipe Anne** et **Les Oies**"; "" for none."""
    listed = tuple(seats)
    if len(listed) == 1:
        return spoken_name(table, listed[0], t)
    return t.list([f"**{seat_name(table, seat, t)}**" for seat in listed])


def plain_name(table: Table, seat: str, t: Texts) -> str:
    """The name of a seat for a button or a list, where Discord reads no markdown."""
    return label(raw_name(table.seat(seat), t), NAME_LENGTH)


def raw_name(seat: Seat, t: Texts) -> str:
    """The name of a seat as people typed it, not escaped: for sentences that escape it themselves.

    People whose data are erased have none, and are called by their seat.
    """
    if seat.title:
        return seat.title
    if len(seat.people) > 1:
        return team_name((person.name for person in seat.people), seat.name, t)
    return _person(seat, seat.people[0], t)


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


def team_name(names: Iterable[str], number: object, t: Texts) -> str:
    """What a team is called that has given itself no name: by the first of its people who has one.

    It is the same in lists, pictures, files and sentences, where it takes the singular: short, however many
    they are, and read aloud never taken for several teams. `number` stands for those who have no name at all.
    """
    first = next(filter(None, names), None)
    return t("Équipe {n}", n=number) if first is None else t("Équipe {name}", name=first)


def member_names(table: Table, seat: str, t: Texts) -> str:
    """The names of the people at a seat as plain text: "Anne et Bob"."""
    holder = table.seat(seat)
    return t.list([label(_person(holder, person, t), NAME_LENGTH) for person in holder.people])


def in_teams(table: Table) -> bool:
    """Whether what sits at a table is teams, not people alone."""
    return bool(table.options.get("teams")) or table.options.get("people", 1) != 1


def _person(seat: Seat, person: Person, t: Texts) -> str:
    if person.computer is not None:
        return f"{_COMPUTER} {person.name}"
    return person.name or t("Anonyme {seat}", seat=seat.name)
