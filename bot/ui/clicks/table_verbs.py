"""The verbs that every table has: those of its lobby and its options, and the rematch."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.computers.thought import Programs
from bot.tables.decks import DeckStore
from bot.tables.model import Computer, Denied, Status, Table
from bot.tables.playing.capabilities.teams import NEW_TEAM
from bot.tables.playing.conditions import check_host
from bot.tables.playing.seating import choose_computers, list_free_personas, seats_at_most
from bot.tables.ports import PeopleStore, ServerStore
from bot.tables.service import Tables
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.clicks.click import Click, Handler, Revealing, note_locale, reveal
from bot.ui.frame import lobby, teams
from bot.ui.frame.computers import computers_page, read_computer
from bot.ui.frame.console import PAUSE, RESUME, SURE, confirmation_page, console_page, orders
from bot.ui.frame.decks import deck_spec, theme_specs
from bot.ui.frame.face import Face
from bot.ui.frame.option import PRESET, OptionSpec, offer_presets, settings_of
from bot.ui.frame.verdicts import promise_in_full
from bot.ui.pages.escape import NOTHING, tidy
from bot.ui.pages.page import Page
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher


class TableVerbs:
    """Changes the table itself, whatever is played at it."""

    namespace = "table"

    def __init__(
        self,
        tables: Tables,
        publisher: Publisher,
        private: Private,
        faces: Mapping[str, Face],
        people: PeopleStore,
        servers: ServerStore,
        decks: DeckStore,
        teams: TeamVerbs,
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._private = private
        self._faces = faces
        self._people = people
        self._servers = servers
        self._decks = decks
        self._teams = teams

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb."""
        return {
            "join": self._join,
            "quit": self._quit,
            "begin": self._begin,
            "options": self._show_options,
            "option": self._set_option,
            "remove": self._remove,
            "dice": self._explain_dice,
            "rematch": self._open_rematch,
        }

    async def _join(self, click: Click) -> None:
        """Sit down or, in a game of teams, choose a team first."""
        await note_locale(self._people, click.user.id, str(click.responder.interaction.locale))
        choice = await self._teams.choice(click)
        if choice is not None:
            await click.responder.show(choice)
            return
        table = await self._tables.join(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, table.id)
        await self._private.welcome(click.responder, table.id, click.user.id)

    async def _quit(self, click: Click) -> None:
        """Leave the table."""
        table = await self._tables.quit(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, table.id)

    async def _begin(self, click: Click) -> None:
        """Begin the game, and show the clicker what it has given to them alone."""
        table = await self._tables.begin(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, table.id)
        sight = await self._tables.sight(table.id, click.user.id)
        await reveal(click, None, sight, self._faces[table.game], self._private)

    async def _show_options(self, click: Click) -> None:
        """Open the options panel or, from the panel itself, turn to another page of it."""
        await self._show_panel(click, click.table, redraw=click.target.arg != "")

    async def _set_option(self, click: Click) -> None:
        """Set an option to the value that was chosen from its list, or all that a preset sets."""
        table = click.table
        face = self._faces[table.game]
        specs = await self._specs(table, face, click.responder.texts)
        name, value = lobby.read_choice(specs, click.target.arg, click.values)
        chosen = {name: value}
        if name == PRESET:
            chosen = dict(settings_of(face.spec.presets, value, face.spec.facts))
        table = await self._tables.set_options(click.ask, table.id, chosen)
        await self._show_panel(click, table, redraw=True)

    async def _remove(self, click: Click) -> None:
        """Remove the seat, or the person of a team, that was chosen in the options panel."""
        seat, _, user = (click.values[0] if click.values else click.target.arg).partition(".")
        whom = int(user) if user.isdecimal() else None
        table = await self._tables.remove(click.ask, click.target.table_id, seat, whom)
        await self._show_panel(click, table, redraw=True)

    async def _explain_dice(self, click: Click) -> None:
        """Show the clicker the whole commitment of what the table draws, and what it is good for."""
        dice = self._faces[click.table.game].spec.dice
        await click.responder.show(promise_in_full(click.table, click.responder.texts, dice=dice))

    async def _open_rematch(self, click: Click) -> None:
        """Open the lobby of a rematch, or sit down in it if it is open."""
        await note_locale(self._people, click.user.id, str(click.responder.interaction.locale))
        table = await self._tables.rematch(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)
        await self._private.welcome(click.responder, table.id, click.user.id)

    async def _show_panel(self, click: Click, table: Table, redraw: bool) -> None:
        """Show the clicker the options panel; `redraw`: in the place of the clicked message."""
        face, t = self._faces[table.game], click.responder.texts
        moderator, team = click.ask.moderator, self._teams.size(table)
        may = click.user.id == table.host_id or moderator
        settings = lobby.option_words(table, await self._offer_options(table, face, t), face.spec, t)
        specs = await self._specs(table, face, t)
        page = lobby.options_page(table, face, specs, may, click.target.arg, t, team, moderator, settings)
        if redraw:
            await click.responder.update(page)
        else:
            await click.responder.show(page)

    async def _specs(self, table: Table, face: Face, t: Texts) -> tuple[OptionSpec, ...]:
        """The options that can be set here: presets, those of the rules, the deck where there are cards."""
        specs = (*offer_presets(face.spec.presets, t), *await self._offer_options(table, face, t))
        if self._tables.game(table.game).dealer is None:
            return specs
        deck = deck_spec(face.spec.decks, await self._decks.decks(table.guild_id), t)
        return (*specs, deck, *theme_specs(await self._tables.decks.list_themes(table), face.spec.themes, t))

    async def _offer_options(self, table: Table, face: Face, t: Texts) -> tuple[OptionSpec, ...]:
        """The options of the rules that the host of this table may set."""
        return face.spec.offer_options(table, t, await self._read_permitted(table))

    async def _read_permitted(self, table: Table) -> frozenset[str]:
        """Read the names of the settings that the table's server has switched on."""
        settings = await self._servers.server(table.guild_id)
        return frozenset(name for name, on in settings.items() if on is True)


# The verbs of the host's console.


class HostVerbs:
    """Carries out what the host, or a moderator, does to a running table. The board follows by itself."""

    namespace = "host"

    def __init__(self, tables: Tables, faces: Mapping[str, Face]) -> None:
        self._tables = tables
        self._faces = faces

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb."""
        return {"console": self._show_console, "order": self._take_order}

    async def _show_console(self, click: Click) -> None:
        """Open the console or, if it was clicked itself, redraw it."""
        sight = await self._sight(click)
        page = console_page(sight, self._faces[sight.table.game], click.responder.texts)
        if click.target.arg:
            await click.responder.update(page)
        else:
            await click.responder.show(page)

    async def _take_order(self, click: Click) -> None:
        """Ask whether the host is sure; once they have said so, carry out the order.

        Raises Denied "in_a_race" (a pause during a race) or "nothing_to_do" (the order is not possible).
        """
        sight, t = await self._sight(click), click.responder.texts
        order, sure, _ = click.target.arg.partition(SURE)
        face = self._faces[sight.table.game]
        words = orders(sight, face, t).get(order)
        if words is None and order == PAUSE and sight.table.status is Status.PLAYING:
            raise Denied("in_a_race")
        if words is None:
            raise Denied("nothing_to_do")
        if not sure:
            await click.responder.update(confirmation_page(sight, order, words, t))
            return
        await self._obey(click, sight, order)
        await click.responder.update(console_page(await self._sight(click), face, t, done=words[0]))

    async def _obey(self, click: Click, sight: Sight, order: str) -> None:
        table = sight.table
        if order == PAUSE:
            await self._tables.suspend(click.ask, table.id)
        elif order == RESUME:
            await self._tables.resume(click.ask, table.id, table.channel_id)
        else:
            await self._tables.hosting.command(click.ask, table.id, order)

    async def _sight(self, click: Click) -> Sight:
        """The table as everybody sees it, for a clicker who may lead it.

        Raises Denied "not_host" or similar if they may not, "closed", or "not_begun".
        """
        sight = await self._tables.sight(click.target.table_id)
        check_host(sight.table, click.ask)
        if sight.table.status is Status.CLOSED:
            raise Denied("closed")
        if sight.observation is None:
            raise Denied("not_begun")
        return sight


# The verbs of teams: choose one to sit down in, and give it a name.


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


# The verbs of computers in the lobby: seat them, make them get up, begin with as many as are missing.


class ComputerVerbs(Revealing):
    """Lets the host of a lobby seat computers, whatever is played there."""

    namespace = "computer"

    def __init__(
        self,
        tables: Tables,
        publisher: Publisher,
        private: Private,
        faces: Mapping[str, Face],
        programs: Programs,
    ) -> None:
        super().__init__(tables, publisher, private, faces)
        self._programs = programs

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb."""
        return {"invite": self._invite, "add": self._add, "remove": self._remove, "fill": self._fill}

    async def _invite(self, click: Click) -> None:
        """Open the page on which computers are seated."""
        await self._show(click, click.table, redraw=False)

    async def _add(self, click: Click) -> None:
        """Seat the computer that was chosen by its level, or by name; the board follows by itself."""
        computer = _read(click)
        if computer.program is not None and computer.program not in self._programs.offered(click.table.game):
            raise Denied("stale")
        table = await self._tables.seat_computer(click.ask, click.target.table_id, computer)
        await self._show(click, table, redraw=True)

    async def _remove(self, click: Click) -> None:
        """Make the computer get up that was chosen."""
        seat = click.values[0] if click.values else click.target.arg
        table = await self._tables.remove(click.ask, click.target.table_id, seat)
        await self._show(click, table, redraw=True)

    async def _fill(self, click: Click) -> None:
        """Seat as many computers as are missing, begin, and show the clicker what that gave to them alone."""
        level = _read(click).level
        table = await self._tables.begin(click.ask, click.target.table_id, fill=level)
        await self._publisher.answer(click.responder, table.id)
        sight = await self._tables.sight(table.id, click.user.id)
        await self._reveal(click, sight)

    async def _show(self, click: Click, table: Table, *, redraw: bool) -> None:
        may = click.user.id == table.host_id or click.ask.moderator
        programs = self._programs.offered(table.game)
        page = computers_page(table, self._faces[table.game], may, click.responder.texts, programs)
        if redraw:
            await click.responder.update(page)
        else:
            await click.responder.show(page)


def _read(click: Click) -> Computer:
    """The computer that a click asks for. Raises Denied "stale" for what we never wrote."""
    wanted = read_computer(click.target.arg, click.values)
    if wanted is None:
        raise Denied("stale")
    level, persona = wanted
    chosen = choose_computers(list_free_personas(click.table), level, 1)[0]
    return chosen if persona is None else Computer(level, persona)
