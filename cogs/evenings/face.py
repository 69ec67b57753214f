"""What the shared part asks of evenings of Défizz: how all is drawn, checked, opened and counted."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.decks import DeckStore
from bot.tables.evenings.model import MINUTE, Evening
from bot.tables.evenings.planning import Due
from bot.tables.service import Tables
from bot.texts import Texts
from bot.ui.pages.page import Page
from bot.ui.showing.evenings import EveningFace
from bot.ui.wire.events import Happening
from cogs.evenings.announcement import announcement, event_words
from cogs.evenings.panels import letter
from cogs.evenings.programme import check_rounds, count_minutes, load_deck, read_rounds
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

    def happening(self, evening: Evening, t: Texts) -> Happening:
        """What Discord's event says; it ends when the programme should be through."""
        lasts = count_minutes(read_rounds(evening)) * MINUTE
        place = f"<#{evening.channel_id}>"
        return Happening(
            evening.title, event_words(evening, t), place, evening.starts_at, evening.starts_at + lasts
        )

    async def check(self, evening: Evening) -> None:
        """Denied "no_such_deck", or "evening_cards" (round, needed, found) where questions may run short."""
        deck = await load_deck(self._decks, evening.guild_id, evening.deck)
        check_rounds(read_rounds(evening), deck)

    async def open_table(self, evening: Evening) -> int:
        """Open the evening's table and begin. Denied where that cannot be, with nothing left open."""
        await self.check(evening)
        return await open_evening(self._tables, evening)

    async def results(self, evening: Evening) -> Mapping[int, tuple[int, int]]:
        """Place and points of each team, by its number, once the table is closed."""
        sight = await self._tables.sight(evening.table_id or 0)
        seen = sight.observation
        if not isinstance(seen, Observation) or sight.table.end.why != _PLAYED:
            return {}
        places = {seat: place.number for place in sight.places for seat in place.seats}
        found = {}
        for team in evening.teams:
            for guest in evening.members(team.number):
                seat = sight.table.seat_of(guest.user_id or 0)
                if seat is not None and seat.name in places:
                    found[team.number] = (places[seat.name], seen.points[seat.name])
        return _close_ranks(found)


def _close_ranks(found: Mapping[int, tuple[int, int]]) -> Mapping[int, tuple[int, int]]:
    """The places among the teams alone: who leads an evening has one at the table, too."""
    taken = [place for place, _ in found.values()]
    return {
        number: (1 + sum(other < place for other in taken), points)
        for number, (place, points) in found.items()
    }
