"""The verbs of teams: choose one to sit down in, and give it a name."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.errors import Denied
from bot.tables.model import Status, Table
from bot.tables.playing.capabilities.teams import NEW_TEAM
from bot.tables.playing.seating import seats_at_most
from bot.tables.service import Tables
from bot.ui.clicks.click import Click, Handler
from bot.ui.frame import teams
from bot.ui.pages.escape import NOTHING, tidy
from bot.ui.pages.page import Page
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher

__all__ = ["TeamVerbs"]


class TeamVerbs:
    """Lets people choose and name teams in the lobby of a game that is played in teams."""

    namespace = "team"

    def __init__(self, tables: Tables, publisher: Publisher, private: Private) -> None:
        self._tables = tables
        self._publisher = publisher
        self._private = private

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb."""
        return {"join": self._join, "title": self._set_title}

    def size(self, table: Table) -> int:
        """How many people share each seat of a table; 1 if there are no teams."""
        return self._tables.game(table.game).people_a_seat(table.options)

    async def choice(self, click: Click) -> Page | None:
        """The page on which the clicker chooses a team; None if there is nothing to choose.

        Raises Denied "already_seated" or "teams_full" where a game that runs lets people in.
        """
        table = click.table
        size, own = self.size(table), table.seat_of(click.user.id)
        if size > 1 and table.status is Status.PLAYING:
            if not (open_to := (await self._tables.sight(table.id)).welcoming):
                return None
            if own is not None:
                raise Denied("already_seated")
            return teams.late_choice_page(table, open_to, size, click.responder.texts)
        if size == 1 or table.status is not Status.LOBBY:
            return None
        if own is not None and any(p.user_id == click.user.id and p.join_id is None for p in own.people):
            return None
        room = len(table.seats) < seats_at_most(self._tables.game(table.game), table.options)
        return teams.choice_page(table, click.user.id, size, room, click.responder.texts)

    async def _join(self, click: Click) -> None:
        """Sit down in the team that was chosen."""
        chosen = click.values[0] if click.values else teams.NEW
        team = NEW_TEAM if chosen == teams.NEW else chosen
        table = await self._tables.join(click.ask, click.target.table_id, team)
        fewest = self._tables.game(table.game).fewest_people(table.options)
        await click.responder.update(teams.own_team_page(table, click.user.id, fewest, click.responder.texts))
        await self._private.welcome(click.responder, table.id, click.user.id)

    async def _set_title(self, click: Click) -> None:
        """Open the form that asks for the team's name or, if it was submitted, name the team.

        Raises Denied "not_at_table", or "stale" if there are no teams or the game has begun.
        """
        table = click.table
        if click.target.kind == "m":
            table = await self._tables.teams.name(click.ask, table.id, _read_title(click.values))
            await self._publisher.answer(click.responder, table.id)
            return
        seat = table.seat_of(click.user.id)
        if seat is None:
            raise Denied("not_at_table")
        if table.status is not Status.LOBBY or self.size(table) == 1:
            raise Denied("stale")
        await click.responder.open_form(teams.naming_form(table, seat, click.responder.texts))


def _read_title(values: tuple[str, ...]) -> str:
    """Read the typed name without invisible characters, "" if none is left; it may be too long."""
    typed = " ".join(values)
    seen = tidy(typed, len(typed) + 1)
    return "" if seen == NOTHING else seen
