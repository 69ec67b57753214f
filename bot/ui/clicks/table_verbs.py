"""The verbs that every table has: those of its lobby and its options, and the rematch."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.decks import DeckStore
from bot.tables.model import Table
from bot.tables.ports import PeopleStore, ServerStore
from bot.tables.service import Tables
from bot.texts import Texts
from bot.ui.clicks.click import Click, Handler
from bot.ui.clicks.people import note_locale
from bot.ui.clicks.revealing import reveal
from bot.ui.clicks.team_verbs import TeamVerbs
from bot.ui.frame import lobby
from bot.ui.frame.decks import deck_spec, theme_specs
from bot.ui.frame.face import Face
from bot.ui.frame.fairness import promise_in_full
from bot.ui.frame.option import OptionSpec
from bot.ui.frame.presets import PRESET, offer_presets, settings_of
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher

__all__ = ["TableVerbs"]


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
