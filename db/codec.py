"""Rows of the database made into the runtime's objects, and back. Options and payloads are JSON text."""

import json
from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import groupby
from operator import attrgetter
from typing import Any

import orjson

from bot.tables.model import (
    NOBODY_LEARNS,
    Alarm,
    Computer,
    End,
    Learning,
    Manners,
    Pace,
    Person,
    Reach,
    Seat,
    Status,
    Table,
    Tempo,
)
from bot.tables.pending import Offer, Pending
from bot.tables.ports import Contact, Entry, Live, Posted
from db.sql import Row
from players.core.player import Level

Values = tuple[Any, ...]

ALARM_COLUMNS = (
    "alarm_key",
    "alarm_kind",
    "alarm_seconds",
    "alarm_at",
    "alarm_warned",
    "alarm_opened_at",
    "alarm_race",
    "alarm_settle_at",
    "alarm_unseen",
    "alarm_looks",
    "alarm_stopped_at",
)
"""The columns that keep an armed deadline, in the order of the fields of Alarm."""

STEP_COLUMNS = (
    "version",
    "turn",
    "changed_at",
    "draws_taken",
    *ALARM_COLUMNS,
    "draft",
    "offer",
    "closes_at",
    "learning",
)
"""The columns that every step of a game changes, in the order of `step_row`; no index has any of them."""

RARE = {
    **dict.fromkeys(("game", "guild_id", "home_id", "channel_id", "host_id", "status"), ""),
    **dict.fromkeys(("commitment", "created_at", "options"), ""),
    **dict.fromkeys(("pace", "thread", "locale", "accessible", "at_once"), "manners"),
    **dict.fromkeys(("deck", "tempo", "by_word", "stand_in", "hints", "friendly"), "manners"),
    **dict.fromkeys(("seats_made", "trouble"), ""),
    **dict.fromkeys(("why", "winners"), "end"),
    "rematch_of": "",
    **dict.fromkeys(("rematch_id", "seed"), "end"),
}
"""What all other columns keep of a Table, and the part of it that has this, "" for itself.

Those but for the id, `published` and `last_seq`, and the seats, which have rows of their own.
"""
RARE_COLUMNS = tuple({"why": "ending"}.get(name, name) for name in RARE)
"""These columns, in the order of `rare_row`."""

LOG_COLUMNS = ("seq", "kind", "at", "seat", "user_id", "interaction_id", "payload", "draws", "erased")
"""The columns of a log line, but for the row's own id and its table."""


def dump(data: object) -> str:
    """Write data as compact JSON text; TypeError for what JSON does not know."""
    return orjson.dumps(data).decode()


clock_of = attrgetter(*(name.removeprefix("alarm_") for name in ALARM_COLUMNS))
"""Gets the fields of an Alarm."""
rare_parts = attrgetter(*dict.fromkeys(part or name for name, part in RARE.items()))
"""Gets the fields of a Table that RARE_COLUMNS are made from."""
rare_values = attrgetter(*(f"{part}.{name}" if part else name for name, part in RARE.items()))
"""Gets what RARE_COLUMNS keep, one by one."""


def step_row(table: Table) -> Values:
    """The values of STEP_COLUMNS."""
    alarm, pending = table.alarm, table.pending
    clock: Values = (None,) * len(ALARM_COLUMNS)
    if alarm is not None:
        *facts, looks, stopped_at = clock_of(alarm)
        clock = (*facts, dump(looks) if looks else None, stopped_at)
    draft = dump([dict(action) for action in pending.draft]) if pending.draft else None
    offer = pending.offer
    proposed = None if offer is None else dump([offer.command, offer.seat, offer.whom, offer.agreed])
    numbers = (table.version, table.turn, table.changed_at, table.draws_taken)
    learning = table.learning
    learns = None if learning == NOBODY_LEARNS else dump([dict(learning.left), learning.now])
    return (*numbers, *clock, draft, proposed, table.closes_at, learns)


def rare_row(table: Table) -> Values:
    """The values of RARE_COLUMNS: enumerations by their values, tuples and mappings as JSON text."""
    return tuple(plain(value) for value in rare_values(table))


def plain(value: Any) -> Any:
    """A value as a column keeps it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dump(dict(value))
    return dump(value) if isinstance(value, tuple) else value


def table_of(row: Row, seats: tuple[Seat, ...]) -> Table:
    """The table of this row (read with its id) and these seats."""
    return Table(
        id=row["id"],
        game=row["game"],
        guild_id=row["guild_id"],
        home_id=row["home_id"],
        channel_id=row["channel_id"],
        host_id=row["host_id"],
        status=Status(row["status"]),
        version=row["version"],
        turn=row["turn"],
        commitment=row["commitment"],
        created_at=row["created_at"],
        changed_at=row["changed_at"],
        options=json.loads(row["options"]),
        manners=manners_of(row),
        seats=seats,
        seats_made=row["seats_made"],
        draws_taken=row["draws_taken"],
        alarm=alarm_of(*(row[name] for name in ALARM_COLUMNS)),
        pending=pending_of(row),
        trouble=row["trouble"],
        end=End(
            row["ending"],
            tuple(json.loads(row["winners"])),
            row["seed"],
            row["rematch_id"],
            row["forgotten_at"],
        ),
        learning=learning_of(row["learning"]),
        rematch_of=row["rematch_of"],
        closes_at=row["closes_at"],
    )


def pending_of(row: Row) -> Pending:
    """The draft and the offer of this row of tables."""
    draft = () if row["draft"] is None else tuple(json.loads(row["draft"]))
    return Pending(draft, None if row["offer"] is None else offer_of(*json.loads(row["offer"])))


def learning_of(text: str | None) -> Learning:
    """Who learns the game at a table, as stored."""
    if text is None:
        return NOBODY_LEARNS
    left, now = json.loads(text)
    return Learning(left, tuple(now))


def offer_of(command: str, seat: str, whom: str | None = None, agreed: Iterable[str] = ()) -> Offer:
    """The offer made of these stored parts; older versions stored the first two only."""
    return Offer(command, seat, whom, tuple(agreed))


def manners_of(row: Row) -> Manners:
    """The table's manners in this row of tables: pace, thread, language and so on."""
    return Manners(
        pace=Pace(row["pace"]),
        thread=bool(row["thread"]),
        locale=row["locale"],
        accessible=bool(row["accessible"]),
        at_once=bool(row["at_once"]),
        deck=row["deck"],
        tempo=Tempo(row["tempo"]),
        by_word=bool(row["by_word"]),
        stand_in=bool(row["stand_in"]),
        hints=None if row["hints"] is None else bool(row["hints"]),
        friendly=bool(row["friendly"]),
    )


def alarm_of(*clock: Any) -> Alarm | None:
    """The armed deadline that these values of ALARM_COLUMNS keep, if there is one."""
    key, kind, seconds, at, warned, opened_at, race, settle_at, unseen, looks, stopped_at = clock
    if key is None:
        return None
    moments = () if looks is None else tuple(json.loads(looks))
    return Alarm(
        key, kind, seconds, at, warned, opened_at, bool(race), settle_at, bool(unseen), moments, stopped_at
    )


def seat_rows(table_id: int, seats: Iterable[Seat]) -> tuple[list[Values], list[Values]]:
    """The rows of `seats` and those of `seat_people`, with their values in the order of the columns."""
    places: list[Values] = []
    people: list[Values] = []
    for ordinal, seat in enumerate(seats):
        autopilot = None if seat.autopilot is None else seat.autopilot.value
        places.append((table_id, ordinal, seat.name, seat.left, seat.title, autopilot))
        for rank, person in enumerate(seat.people):
            facts = (person.user_id, person.name, person.join_id, person.reach.value, person.left)
            people.append((table_id, ordinal, rank, *facts, *computer_row(person.computer)))
    return places, people


def seats_of(rows: Iterable[Row]) -> tuple[Seat, ...]:
    """The seats of these rows, which join `seats` to `seat_people`; an empty seat has a row without reach."""
    seats = []
    for _, group in groupby(rows, key=lambda row: row["ordinal"]):
        members = tuple(group)
        people = tuple(person_of(row) for row in members if row["reach"] is not None)
        first = members[0]
        autopilot = None if first["autopilot"] is None else Level(first["autopilot"])
        seats.append(Seat(first["name"], people, bool(first["has_left"]), first["title"], autopilot))
    return tuple(seats)


def person_of(row: Row) -> Person:
    """The person, or the computer, of this row of a seat."""
    computer = None if row["level"] is None else Computer(Level(row["level"]), row["persona"])
    reach, gone = Reach(row["reach"]), bool(row["gone"])
    return Person(row["user_id"], row["person_name"], row["join_id"], reach, gone, computer)


def computer_row(computer: Computer | None) -> Values:
    """A computer's level and persona; neither for a person."""
    return (None, None) if computer is None else (computer.level.value, computer.persona)


def entry_row(table_id: int, entry: Entry) -> Values:
    """The values of a log line in the order of the columns, without the row's own id."""
    return (
        table_id,
        entry.seq,
        entry.kind,
        entry.at,
        entry.seat,
        entry.user_id,
        entry.interaction_id,
        dump(dict(entry.payload)),
        dump(entry.draws),
    )


def entry_of(row: Row | Mapping[str, Any]) -> Entry:
    """The log line of this row, or of these columns."""
    return Entry(
        seq=row["seq"],
        kind=row["kind"],
        at=row["at"],
        seat=row["seat"],
        user_id=row["user_id"],
        interaction_id=row["interaction_id"],
        payload=payload_of(row),
        draws=tuple((sides, outcome) for sides, outcome in json.loads(row["draws"])),
        erased=bool(row["erased"]),
    )


def payload_of(row: Row | Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload of a row of the log."""
    payload: dict[str, Any] = json.loads(row["payload"])
    return payload


def live_of(table_id: int, guild_id: int, status: str, version: int, published: int, *clock: Any) -> Live:
    """What a table's home must know of it when it begins; `clock` are the values of ALARM_COLUMNS."""
    return Live(table_id, guild_id, Status(status), version, published, alarm_of(*clock))


def posted_of(row: Row) -> Posted:
    """The message of this row."""
    return Posted(**dict(zip(row.keys(), row, strict=True)))


def contact_of(row: Row) -> Contact:
    """The contact of this row."""
    return Contact(row["user_id"], row["dm_channel_id"], bool(row["open"]), row["locale"])
