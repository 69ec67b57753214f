"""Evenings that are frozen: planned, registered for, begun and ended through the doors that people use."""

from dataclasses import replace
from functools import partial

from bot.tables.evenings import planning, registering
from bot.tables.evenings.model import HOUR, Change, Evening
from bot.tables.model import Table
from cogs.evenings.face import PlannedEvening
from db.jobs.evenings import KeptEvenings
from tests.stored.decks import PICTURED
from tests.stored.room import Room
from tests.stored.wanting import GUILDS, Wanted
from tests.support.clock import NOON

ROUNDS = (
    {"length": 3, "modes": ["chrono"], "title": "Échauffement"},
    {"play": "challenges", "length": 2, "deck": PICTURED},
    {"length": 2, "themes": ["nature"], "stakes": True, "worth": 2},
)
HOST, LEADER, SHY = 16_001, 16_002, 16_003
"""Who plans what is still to come, who leads some of it, and whose data are erased later."""


async def changed(evenings: KeptEvenings, evening: Evening, *changes: Change) -> Evening:
    """Make these changes one after another; the evening as it is then."""
    for change in changes:
        done = await evenings.change(evening.id, change)
        assert done is not None, f"evening {evening.id} is gone"
        evening = done[1]
    return evening


async def plan_evenings(room: Room) -> None:
    """One for each stage of which a table needs to know nothing, and the season that runs."""
    evenings = room.store.evenings
    await evenings.begin_season(GUILDS["soiree"], "Hiver", room.clock.now() - HOUR)
    await evenings.add(_draft(room, 901, title="Encore un secret", words=""))
    await _plan_with_waiting_list(room, 902)
    coming = await _announce(room, 903, title="Celle qui commence")
    come = [_comes(room, user_id) for user_id in range(16_031, 16_034)]
    await changed(evenings, coming, *come, planning.begin)
    off = await _announce(room, 904, title="Celle qui n’aura pas lieu")
    await changed(evenings, off, _comes(room, SHY), lambda found: planning.cancel(found, "host"))
    await room.tables.erase(SHY, room.store)


async def _plan_with_waiting_list(room: Room, channel_id: int) -> Evening:
    """Teams, people without one, some who wait, one of whom has just moved up; reminders; somebody leads."""
    evenings, now = room.store.evenings, room.clock.now()
    evening = await _announce(room, channel_id, title="La grande soirée", people=2, places=4)
    first, second, third, fourth, fifth, sixth = range(16_011, 16_017)
    evening = await changed(
        evenings,
        evening,
        lambda found: planning.lead(found, LEADER, f"nom {LEADER}"),
        _makes(room, first, "Les Oies"),
        lambda found: registering.join_team(found, second, f"nom {second}", _number(room), 1),
        *(_comes(room, user_id) for user_id in (third, fourth, fifth, sixth)),
        *(partial(_wants_letters, user_id, now) for user_id in (first, second)),
        lambda found: planning.note_sent(found, planning.Due(first, "1")),
    )
    await evenings.note_shown(evening.id, evening.version, evening.message_id)
    await evenings.note_event(evening.id, 77_000, "La grande soirée, avec 4 personnes")
    return await changed(evenings, evening, lambda found: registering.leave(found, third))


async def open_evening_table(room: Room, wanted: Wanted, number: int) -> Table:
    """The table of an evening, with all who have come in as many teams; its game has begun."""
    host = number * 100
    options, evenings = wanted.options, room.store.evenings
    evening = await _announce(
        room,
        1000 + number,
        host_id=host,
        programme=tuple(options["programme"]),
        people=options["people"],
        starts_at=room.clock.now() + HOUR,
    )
    if "quizmaster" in options:
        evening = await changed(evenings, evening, lambda found: planning.lead(found, host, f"nom {host}"))
    for place in range(1, wanted.seats):
        await room.clock.advance(1500)
        evening = await changed(evenings, evening, _makes(room, host + place, f"Équipe n° {place}"))
    for place in range(wanted.seats, 2 * wanted.seats):
        evening = await changed(evenings, evening, _comes(room, host + place))
    evening = await changed(evenings, evening, planning.begin)
    table_id = await PlannedEvening(room.tables, room.store).open_table(evening)
    evening = await changed(evenings, evening, lambda found: planning.note_table(found, table_id))
    await evenings.note_shown(evening.id, evening.version, evening.message_id)
    return await room.tables.table(table_id)


async def close_evening(room: Room, table_id: int) -> None:
    """The game of an evening is over, and so are the evening and its season; another one begins."""
    evenings = room.store.evenings
    evening = await evenings.of_table(table_id)
    outcome = await PlannedEvening(room.tables, room.store).outcome(evening)
    evening = await changed(evenings, evening, lambda found: planning.end(found, outcome))
    await evenings.note_shown(evening.id, evening.version, evening.message_id)
    await evenings.begin_season(GUILDS["soiree"], "Printemps", room.clock.now())


async def _announce(room: Room, channel_id: int, **facts: object) -> Evening:
    """An evening that is open to everybody, and shown in its channel."""
    evenings, now, message_id = room.store.evenings, room.clock.now(), _number(room)
    draft = await evenings.add(_draft(room, channel_id, **facts))
    evening = await changed(evenings, draft, lambda found: planning.publish(found, now))
    await evenings.note_shown(evening.id, evening.version, message_id)
    return replace(evening, message_id=message_id, shown=evening.version)


def _draft(room: Room, channel_id: int, **facts: object) -> Evening:
    known = {
        "title": "Quiz du jeudi",
        "host_id": HOST,
        "starts_at": NOON + 20 * HOUR,
        "programme": ROUNDS,
        "deck": PICTURED,
        "words": "Venez *nombreux* !",
        "created_at": room.clock.now(),
    }
    return Evening(0, GUILDS["soiree"], channel_id, **{**known, **facts})  # type: ignore[arg-type]


def _comes(room: Room, user_id: int) -> Change:
    join_id = _number(room)
    return lambda found: registering.register(found, user_id, f"nom {user_id}", join_id)


def _makes(room: Room, user_id: int, title: str) -> Change:
    join_id = _number(room)
    return lambda found: registering.make_team(found, user_id, f"nom {user_id}", join_id, title)


def _wants_letters(user_id: int, now: int, evening: Evening) -> Evening:
    return planning.want_reminders(evening, user_id, now, wanted=True)


def _number(room: Room) -> int:
    """The number of an interaction, or of a message, of this moment."""
    click = room.ask(HOST).click
    assert click is not None
    return click
