"""How a planned evening of Défizz is drawn, checked, opened and counted."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.tables.asks import Ask, ByHouse, ByPerson
from bot.tables.decks import DeckStore
from bot.tables.evenings.model import MINUTE, Evening, Guest, Ranked, Season, Team
from bot.tables.evenings.planning import Due, Outcome
from bot.tables.evenings.registering import SCALE, rank_people, rank_teams
from bot.tables.model import Broken, Denied, Manners, Pace, Person, Seat, Status, Table
from bot.tables.playing.lobby import Gathered
from bot.tables.service import Tables
from bot.texts import Texts
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Block, Gap, Page, Text
from bot.ui.wire.events import Happening
from cogs.evenings.announcement import announcement, event_words, letter, own_line, place_mark
from cogs.evenings.programme import check_cards, count_minutes, plain, played_rounds, read_rounds
from engines.core.clicks import moment_of
from engines.soiree.model import Observation

_PLAYED = "over"
"""How the tables of evenings end that count; others were stopped."""


class PlannedEvening:
    """What the Soirée adds to an evening: how all is drawn, and how its table is opened."""

    def __init__(self, tables: Tables, decks: DeckStore) -> None:
        self._tables = tables
        self._decks = decks

    def announcement(self, evening: Evening, t: Texts) -> Page:
        """The message in the channel."""
        return announcement(evening, t)

    def letter(self, evening: Evening, due: Due, t: Texts) -> Page:
        """A private message: a place came free, or the evening is near."""
        return letter(evening, due, t)

    def line(self, evening: Evening, user_id: int, t: Texts) -> str:
        """A line of somebody's list of games, with the way to the message."""
        return own_line(evening, user_id, t)

    def happening(self, evening: Evening, t: Texts) -> Happening:
        """What Discord's event says; it ends when the programme should be through."""
        lasts = count_minutes(read_rounds(evening)) * MINUTE
        place = f"<#{evening.channel_id}>"
        return Happening(
            evening.title, event_words(evening, t), place, evening.starts_at, evening.starts_at + lasts
        )

    async def check(self, evening: Evening) -> None:
        """Denied "evening_deck" where a round's deck is gone, "evening_cards" where cards may run short."""
        await check_cards(self._decks, evening)

    async def open_table(self, evening: Evening) -> int:
        """Open the evening's table and begin. Denied where that cannot be, with nothing left open."""
        await self.check(evening)
        return await open_evening(self._tables, evening)

    async def outcome(self, evening: Evening) -> Outcome:
        """How it ended, once the table is closed; one that was stopped has no places."""
        sight = await self._tables.sight(evening.table_id or 0)
        seen = sight.observation
        if not isinstance(seen, Observation) or sight.table.end.why != _PLAYED:
            return Outcome({})
        places = {seat: place.number for place in sight.places for seat in place.seats}
        found: dict[int, tuple[int, int]] = {}
        late: list[Guest] = []
        for team in evening.teams:
            seat = _seat_of(sight.table, evening, team)
            if seat is not None and seat.name in places:
                found[team.number] = (places[seat.name], seen.points[seat.name])
                late += _latecomers(seat, evening, team)
        return Outcome(_close_ranks(found), tuple(late))


def _seat_of(table: Table, evening: Evening, team: Team) -> Seat | None:
    """Where a team sits: the seat of any of its people."""
    seats = (table.seat_of(guest.user_id or 0) for guest in evening.members(team.number))
    return next((seat for seat in seats if seat is not None), None)


def _latecomers(seat: Seat, evening: Evening, team: Team) -> list[Guest]:
    """Those who joined a team at the table, between two rounds."""
    known = {guest.user_id for guest in evening.players}
    return [
        Guest(person.user_id, person.name, abs(person.join_id or 0), team=team.number)
        for person in seat.people
        if person.user_id is not None and person.user_id not in known
    ]


def _close_ranks(found: Mapping[int, tuple[int, int]]) -> Mapping[int, tuple[int, int]]:
    """The places among the teams alone: who leads an evening has one at the table, too."""
    taken = [place for place, _ in found.values()]
    return {
        number: (1 + sum(other < place for other in taken), points)
        for number, (place, points) in found.items()
    }


# Opens the table of an evening whose hour has come, with everybody in their teams, and begins.

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


# The standings of a season in words: teams by name, people by what their teams got.

_SHOWN = 15


def standings_page(season: Season | None, evenings: Sequence[Evening], t: Texts) -> Page:
    """The page of a season; None is for what was played before the first one."""
    name = t("Toutes les soirées") if season is None else escape(season.title, 60)
    head = [f"## 🏆 {name}"]
    if season is not None:
        head.append(t("Depuis le {day}", day=f"<t:{season.began_at // 1000}:D>"))
    head.append(t.plural("{n} soirée terminée", "{n} soirées terminées", len(evenings)))
    blocks: list[Block] = [Text("\n".join(head))]
    for title, ranked in (
        (t("**Équipes**"), rank_teams(evenings)),
        (t("**Personnes**"), rank_people(evenings)),
    ):
        if ranked:
            lines = [_line(one, t) for one in ranked[:_SHOWN]]
            blocks += [Gap(), Text("\n".join((title, *lines)))]
    if len(blocks) == 1:
        blocks.append(Text(t("Rien n’est encore classé : la première soirée terminée comptera ici.")))
    scale = ", ".join(map(str, SCALE))
    blocks.append(Text(t("-# Points par soirée, selon la place : {scale}, puis 1.", scale=scale)))
    return Page(0, 0, tuple(blocks))


def _line(one: Ranked, t: Texts) -> str:
    mark = place_mark(one.rank)
    told = [
        t.plural("{n} point", "{n} points", one.points),
        t.plural("{n} soirée", "{n} soirées", one.evenings),
    ]
    if one.wins:
        told.append(t.plural("{n} victoire", "{n} victoires", one.wins))
    return f"{mark} **{escape(one.name)}** · {' · '.join(told)}"
