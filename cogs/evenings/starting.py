"""Opens the table of an evening whose hour has come, seats everybody with their team, and begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.asks import Ask, ByPerson
from bot.tables.errors import Denied
from bot.tables.evenings.model import Evening, Guest, Place
from bot.tables.model import Manners, Pace, Seat, Status, Table
from bot.tables.playing.capabilities.teams import NEW_TEAM
from bot.tables.playing.lobby import Opening
from bot.tables.service import Tables
from engines.core.moments import moment_of

__all__ = ["GAME", "open_evening"]

GAME = "soiree"


async def open_evening(tables: Tables, evening: Evening) -> int:
    """Open the table, or go on where a process that died left it; the table's number.

    Everybody sits down by the interaction by which they registered, so that nobody does twice. Denied where
    no table can be opened; one whose game could not begin is closed again.
    """
    opener = _find_opener(evening)
    ask = _ask_of(opener, evening)
    own = evening.team(opener.team)
    opening = Opening(
        guild_id=evening.guild_id,
        channel_id=evening.channel_id,
        home_id=evening.channel_id,
        options={"people": evening.people, "programme": list(evening.programme)},
        manners=Manners(Pace.BRISK, False, evening.locale, deck=evening.deck),
        team=Seat("1", (), title="" if own is None else own.name),
    )
    table = await tables.open(ask, GAME, opening)
    if table.status is not Status.LOBBY:
        return table.id
    again = replace(ask, click=None)
    try:
        await _seat(tables, table, evening)
        if evening.leader is not None:
            table = await tables.table(table.id)
            seat = table.seat_of(evening.leader.user_id or 0)
            if seat is not None:
                await tables.set_options(again, table.id, {"quizmaster": seat.name})
        await tables.begin(again, table.id)
    except Denied:
        if (await tables.table(table.id)).status is Status.PLAYING:  # another process was quicker
            return table.id
        await tables.stop(again, table.id)
        raise
    return table.id


async def _seat(tables: Tables, table: Table, evening: Evening) -> None:
    """Have everybody sit down, team by team; who may not is left out."""
    if evening.leader is not None:
        await _sit_down(tables, table.id, evening, (evening.leader,), "")
    for team in evening.teams:
        await _sit_down(tables, table.id, evening, evening.members(team.number), team.name)


async def _sit_down(
    tables: Tables, table_id: int, evening: Evening, guests: Sequence[Guest], name: str
) -> None:
    for guest in guests:
        table = await tables.table(table_id)
        there = (table.seat_of(other.user_id or 0) for other in guests)
        seat = next((each for each in there if each is not None), None)
        if table.seat_of(guest.user_id or 0) is not None:
            continue
        ask = _ask_of(guest, evening)
        try:
            await tables.join(ask, table_id, NEW_TEAM if seat is None else seat.name)
        except Denied as denied:
            if denied.reason not in ("blocked", "removed"):
                raise
            continue
        if seat is None and name and evening.people > 1:
            await tables.teams.name(replace(ask, click=None), table_id, name)


def _find_opener(evening: Evening) -> Guest:
    """Who hosts the table: the evening's host if they are there, else who leads it, else who came first."""
    there = [guest for guest in evening.guests if guest.place is not Place.WAITING and guest.user_id]
    host = [guest for guest in there if guest.user_id == evening.host_id]
    leading = [guest for guest in there if guest.place is Place.LEADS]
    found = [*host, *leading, *there]
    if not found:
        raise Denied("evening_few", n=2)
    return found[0]


def _ask_of(guest: Guest, evening: Evening) -> Ask:
    """The ask by which somebody sits down: that by which they registered; who leads, by the message."""
    number = guest.join_id or evening.message_id or evening.id
    return Ask(ByPerson(guest.user_id or 0, guest.name), moment_of(number), number, number)
