"""What the shared part asks of evenings of Défizz: how all is drawn, checked, opened and counted."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.decks import DeckStore
from bot.tables.evenings.model import MINUTE, Evening, Guest, Team
from bot.tables.evenings.planning import Due, Outcome
from bot.tables.model import Seat, Table
from bot.tables.service import Tables
from bot.texts import Texts
from bot.ui.pages.page import Page
from bot.ui.showing.evening_face import EveningFace
from bot.ui.wire.events import Happening
from cogs.evenings.announcement import announcement, event_words
from cogs.evenings.cards import check_cards
from cogs.evenings.panels import letter, own_line
from cogs.evenings.programme import count_minutes, read_rounds
from cogs.evenings.starting import open_evening
from engines.soiree.model import Observation

__all__ = ["PlannedEvening"]


_PLAYED = "over"
"""How the tables of evenings end that count; others were stopped."""


class PlannedEvening(EveningFace):
    """Evenings whose rounds are those of the Soirée."""

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
