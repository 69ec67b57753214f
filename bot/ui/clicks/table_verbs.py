"""The verbs that every table has: those of its lobby, of its rules, of its options, and the rematch."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.decks import DeckStore
from bot.tables.errors import Denied
from bot.tables.lobby import seats_at_most
from bot.tables.model import Status, Table
from bot.tables.ports import PeopleStore, ServerStore
from bot.tables.service import Tables
from bot.tables.teams import NEW_TEAM
from bot.texts import Texts
from bot.ui.clicks.click import Click, Handler
from bot.ui.clicks.people import note_locale
from bot.ui.frame import lobby, teams
from bot.ui.frame.decks import deck_specs
from bot.ui.frame.face import Face
from bot.ui.frame.option import OptionSpec
from bot.ui.frame.rulebook import rulebook
from bot.ui.pages.escape import NOTHING, tidy
from bot.ui.pages.page import Page
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher

__all__ = ["TableVerbs"]


class TableVerbs:
    """Answers what is asked of the table itself, whatever is played at it."""

    def __init__(
        self,
        tables: Tables,
        publisher: Publisher,
        private: Private,
        faces: Mapping[str, Face],
        people: PeopleStore,
        servers: ServerStore,
        decks: DeckStore,
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._private = private
        self._faces = faces
        self._people = people
        self._servers = servers
        self._decks = decks

    def handlers(self) -> Mapping[str, Handler]:
        """Who answers which verb."""
        return {
            "join": self._join,
            "team": self._team,
            "title": self._name_team,
            "quit": self._quit,
            "begin": self._begin,
            "options": self._options,
            "option": self._option,
            "remove": self._remove,
            "rules": self._rules,
            "hand": self._hand,
            "knock": self._knock,
            "rematch": self._rematch,
        }

    async def _join(self, click: Click) -> None:
        await note_locale(self._people, click.user.id, str(click.responder.interaction.locale))
        choice = await self._team_choice(click)
        if choice is not None:
            await click.responder.show(choice)
            return
        table = await self._tables.join(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, table.id, click.user.id)
        await self._private.welcome(click.responder, table.id, click.user.id)

    async def _team_choice(self, click: Click) -> Page | None:
        """Which team to join, where people play in teams; None where there is nothing to choose."""
        table = await self._tables.table(click.target.table_id)
        size, own = self._team_size(table), table.seat_of(click.user.id)
        if size == 1 or table.status is not Status.LOBBY:
            return None
        if own is not None and any(p.user_id == click.user.id and p.join_id is None for p in own.people):
            return None
        room = len(table.seats) < seats_at_most(self._tables.game(table.game))
        return teams.choice_page(table, click.user.id, size, room, click.responder.texts)

    async def _team(self, click: Click) -> None:
        chosen = click.values[0] if click.values else teams.NEW
        team = NEW_TEAM if chosen == teams.NEW else chosen
        table = await self._tables.join(click.ask, click.target.table_id, team)
        await click.responder.update(teams.joined_page(table, click.user.id, click.responder.texts))
        await self._private.welcome(click.responder, table.id, click.user.id)

    async def _name_team(self, click: Click) -> None:
        table = await self._tables.table(click.target.table_id)
        if click.target.kind == "m":
            table = await self._tables.name_team(click.ask, table.id, _title(click.values))
            await self._publisher.answer(click.responder, table.id, click.user.id)
            return
        seat = table.seat_of(click.user.id)
        if seat is None:
            raise Denied("not_at_table")
        if table.status is not Status.LOBBY or self._team_size(table) == 1:
            raise Denied("stale")
        await click.responder.ask(teams.naming_form(table, seat, click.responder.texts))

    def _team_size(self, table: Table) -> int:
        return self._tables.game(table.game).people_a_seat(table.options)

    async def _quit(self, click: Click) -> None:
        table = await self._tables.quit(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, table.id, click.user.id)

    async def _begin(self, click: Click) -> None:
        table = await self._tables.begin(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, table.id, click.user.id)

    async def _options(self, click: Click) -> None:
        table = await self._tables.table(click.target.table_id)
        await self._show_options(click, table, redraw=click.target.arg != "")

    async def _option(self, click: Click) -> None:
        table = await self._tables.table(click.target.table_id)
        face = self._faces[table.game]
        specs = await self._specs(table, face, click.responder.texts)
        name, value = lobby.chosen(specs, click.target.arg, click.values)
        table = await self._tables.set_option(click.ask, table.id, name, value)
        await self._show_options(click, table, redraw=True)

    async def _remove(self, click: Click) -> None:
        seat, _, user = (click.values[0] if click.values else click.target.arg).partition(".")
        whom = int(user) if user.isdecimal() else None
        table = await self._tables.remove(click.ask, click.target.table_id, seat, whom)
        await self._show_options(click, table, redraw=True)

    async def _show_options(self, click: Click, table: Table, redraw: bool) -> None:
        face, t = self._faces[table.game], click.responder.texts
        moderator, team = click.ask.moderator, self._team_size(table)
        may = click.user.id == table.host_id or moderator
        specs = await self._specs(table, face, t)
        page = lobby.options_page(table, face, specs, may, click.target.arg, t, team, moderator)
        if redraw:
            await click.responder.update(page)
        else:
            await click.responder.show(page)

    async def _rules(self, click: Click) -> None:
        name, _, number = click.target.arg.partition(".")
        if click.target.table_id:
            name = (await self._tables.table(click.target.table_id)).game
        if name not in self._faces:
            raise Denied("stale")
        pages = rulebook(self._faces[name].spec, click.responder.texts)
        page = pages[min(int(number) if number.isdecimal() else 0, len(pages) - 1)]
        if click.target.table_id:
            await click.responder.show(page)
        else:
            await click.responder.update(page)

    async def _hand(self, click: Click) -> None:
        table_id = click.target.table_id
        table = await self._tables.table(table_id)
        seat = table.seat_of(click.user.id)
        if seat is None:
            raise Denied("not_at_table")
        if not seat.left and not seat.plays(click.user.id):
            raise Denied("left_already")
        page = await self._private.page(table_id, click.user.id)
        if page is None:
            raise Denied("not_begun")
        await click.responder.show(page)

    async def _knock(self, click: Click) -> None:
        """Somebody has opened their private messages: try again."""
        table = await self._tables.table(click.target.table_id)
        seat = table.seat_of(click.user.id)
        if seat is None:
            raise Denied("not_at_table")
        person = next(person for person in seat.people if person.user_id == click.user.id)
        if await self._private.greet(table, person):
            await click.responder.say(click.responder.texts("Vos messages privés arrivent : c’est réglé."))
        else:
            raise Denied("dm_closed")

    async def _rematch(self, click: Click) -> None:
        await note_locale(self._people, click.user.id, str(click.responder.interaction.locale))
        table = await self._tables.rematch(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id, click.user.id)
        await self._private.welcome(click.responder, table.id, click.user.id)

    async def _specs(self, table: Table, face: Face, t: Texts) -> tuple[OptionSpec, ...]:
        """What can be set: the options of the rules, and the deck where the server has its own."""
        specs = face.spec.offer_options(table, t, await self._allowed(table))
        if self._tables.game(table.game).dealer is None:
            return specs
        return (*specs, *deck_specs(await self._decks.decks(table.guild_id), table.manners.deck, t))

    async def _allowed(self, table: Table) -> frozenset[str]:
        settings = await self._servers.server(table.guild_id)
        return frozenset(name for name, on in settings.items() if on is True)


def _title(values: tuple[str, ...]) -> str:
    """What was typed, without what cannot be seen; longer than allowed stays longer."""
    typed = " ".join(values)
    seen = tidy(typed, len(typed) + 1)
    return "" if seen == NOTHING else seen
