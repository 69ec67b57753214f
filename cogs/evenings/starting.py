"""Opens the table of an evening whose hour has come, with everybody in their teams, and begins."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.asks import Ask, ByHouse, ByPerson
from bot.tables.errors import Broken, Denied
from bot.tables.evenings.model import Evening, Guest
from bot.tables.model import Manners, Pace, Person, Seat, Status
from bot.tables.playing.gathering import Gathered
from bot.tables.service import Tables
from cogs.evenings.cards import played_rounds
from cogs.evenings.programme import plain
from engines.core.moments import moment_of

__all__ = ["GAME", "open_evening", "seats_of"]

GAME = "soiree"


async def open_evening(tables: Tables, evening: Evening) -> int:
    """Open the table, or go on where a process that died left it; the table's number.

    Denied where no table can be opened; one whose game could not begin is closed again.
    """
    seats = seats_of(evening)
    leads = {"quizmaster": "1"} if evening.leader is not None else {}
    gathered = Gathered(
        evening.guild_id,
        evening.channel_id,
        {"people": evening.people, "programme": list(map(plain, played_rounds(evening))), **leads},
        Manners(Pace.BRISK, False, evening.locale, deck=evening.deck),
        seats,
        _host_of(evening),
    )
    ask = _ask_of(evening)
    table = await tables.open_gathered(ask, GAME, gathered)
    if table.status is not Status.LOBBY:
        return table.id
    again = replace(ask, click=None)
    by_host = replace(again, who=ByPerson(_host_of(evening), ""))
    try:
        await tables.begin(by_host, table.id)
    except (Denied, Broken):
        if (await tables.table(table.id)).status is Status.PLAYING:  # another process was quicker
            return table.id
        await tables.stop(again, table.id)
        raise
    return table.id


def seats_of(evening: Evening) -> tuple[Seat, ...]:
    """Who leads, if it is a person, then the teams in their order, each with its people."""
    leader = evening.leader
    first = () if leader is None else (Seat("", (_person(leader),)),)
    teams = (
        Seat("", tuple(map(_person, members)), title=team.name if evening.people > 1 else "")
        for team in evening.teams
        if (members := [guest for guest in evening.members(team.number) if guest.user_id is not None])
    )
    return (*first, *teams)


def _host_of(evening: Evening) -> int:
    """Who is host of the table: the quizmaster, who must be able to pause it, or else the evening's host.

    Where the host's data were erased, it is whoever registered first.

    Denied "evening_few" where nobody is there.
    """
    there = [guest.user_id for guest in evening.guests if guest.user_id is not None]
    leader = evening.leader.user_id if evening.leader is not None else None
    found = [one for one in (leader, evening.host_id) if one is not None] or there
    if not found:
        raise Denied("evening_few", n=2)
    return found[0]


def _person(guest: Guest) -> Person:
    return Person(guest.user_id, guest.name, guest.join_id)


def _ask_of(evening: Evening) -> Ask:
    """The house asks, once for each evening: its message stands for the click."""
    number = evening.message_id or evening.id
    return Ask(ByHouse(), moment_of(number), number, number)
