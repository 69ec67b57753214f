"""The commands of every game (start, essai, regles, statut, quitter, stop, pause, retirer), and its own."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.tables.model import Denied, Status, Table
from bot.tables.playing.conditions import may_lead
from bot.texts import N_
from bot.ui.clicks.click import place_of
from bot.ui.clicks.house import House, Interaction, ask_of_command
from bot.ui.clicks.opening import check_permissions, open_table, open_trial
from bot.ui.clicks.start import LEVEL, LEVEL_HINT, level_choices, start_command
from bot.ui.frame.header import jump
from bot.ui.frame.lesson import rulebook
from bot.ui.frame.option import PRESET, settings_of
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.page import Page
from bot.ui.wire.commands import called, strip_accents
from bot.ui.wire.responder import Responder


@app_commands.allowed_contexts(guilds=True, dms=True)
class GameCommands(app_commands.Group):
    """The slash commands of one game, made from its spec."""

    def __init__(self, spec: GameSpec, house: House) -> None:
        title = spec.title.lower()
        french = title if strip_accents(title) == spec.name else None
        super().__init__(name=spec.name, description=spec.pitch, extras=called(fr=french))
        self.spec = spec
        self.game = spec.name
        self.house = house
        self._put_first(start_command(spec, self.open))
        if spec.own_commands is not None:
            self.add_command(spec.own_commands(house))

    def _put_first(self, command: app_commands.Command[Any, ..., Any]) -> None:
        """Add a command before those that are there: Discord lists them in this order."""
        others = self.commands
        for other in others:
            self.remove_command(other.name)
        for each in (command, *others):
            self.add_command(each)

    async def open(self, interaction: Interaction, typed: Mapping[str, Any]) -> None:
        """Open a lobby in this channel and show its board as answer; what was typed overrules a preset."""
        preset = typed.get(PRESET)
        given = typed
        if preset is not None:
            given = {**settings_of(self.spec.presets, preset, self.spec.facts), **typed}

        async def work(responder: Responder) -> None:
            await open_table(self.house, self.spec, responder, given)

        await self.house.answer(interaction, work)

    @app_commands.command(
        name="essai", description=N_("Jouer tout de suite contre l’ordinateur"), extras=called()
    )
    @app_commands.rename(level=N_("niveau"))
    @app_commands.describe(level=LEVEL_HINT)
    @app_commands.choices(level=level_choices())
    async def trial(self, interaction: Interaction, level: str | None = None) -> None:
        """Open a table against computers, and begin its game."""

        async def work(responder: Responder) -> None:
            await open_trial(self.house, self.spec, responder, {} if level is None else {LEVEL: level})

        await self.house.answer(interaction, work)

    @app_commands.command(name="regles", description=N_("Lire les règles du jeu"))
    async def rules(self, interaction: Interaction) -> None:
        """Show the first page of the rules to the person who asks."""

        async def work(responder: Responder) -> None:
            await responder.show(rulebook(self.spec, responder.texts)[0])

        await self.house.answer(interaction, work)

    @app_commands.command(name="statut", description=N_("Où en est la table de ce salon"))
    async def status(self, interaction: Interaction) -> None:
        """Post the board anew if a player asks, resuming a paused table; show others the board privately."""

        async def work(responder: Responder) -> None:
            table = await self._find_table(interaction)
            ask, t = await ask_of_command(interaction, table), responder.texts
            seated = table.seat_of(interaction.user.id) is not None or ask.moderator
            leads = may_lead(table, ask, self.house.tables.now())
            if table.status is Status.PAUSED and (leads if table.halted else seated):
                check_permissions(interaction)
                await self.house.tables.resume(ask, table.id, interaction.channel_id or 0)
                self.house.publisher.publish_soon(table.id, anew=True)
                await responder.say(t("La table reprend ici, là où elle en était."))
            elif table.status is Status.CLOSED or not seated:
                await responder.show(await self._draw_for_others(table, responder))
            else:
                self.house.publisher.publish_soon(table.id, anew=True)
                link = jump(table)
                await responder.say(t("La table revient ici, tout en bas : {link}", link=link))

        await self.house.answer(interaction, work)

    @app_commands.command(name="quitter", description=N_("Quitter la table de ce salon"))
    async def quit(self, interaction: Interaction) -> None:
        """Leave the lobby, or leave the game for good."""

        async def work(responder: Responder) -> None:
            table = await self.house.table_here(interaction, self.game)
            await self.house.tables.quit(await ask_of_command(interaction, table), table.id)
            await responder.say(responder.texts("Vous avez quitté la table."))

        await self.house.answer(interaction, work)

    @app_commands.command(name="stop", description=N_("Arrêter la table (hôte ou modération)"))
    async def stop(self, interaction: Interaction) -> None:
        """End the table; only its host and moderators may."""

        async def work(responder: Responder) -> None:
            table = await self._find_table(interaction)
            if table.status is Status.CLOSED:
                raise Denied("no_table_here", game=self.game)
            try:
                await self.house.tables.stop(await ask_of_command(interaction, table), table.id)
            except Denied as denied:
                raise Denied(
                    denied.reason, **await self.house.describe_table(interaction, table.id)
                ) from denied
            await responder.say(responder.texts("La table est arrêtée."))

        await self.house.answer(interaction, work)

    @app_commands.command(name="pause", description=N_("Mettre la table en pause (hôte ou modération)"))
    async def pause(self, interaction: Interaction) -> None:
        """Pause the table with its clock; only its host and moderators may. `statut` resumes it."""

        async def work(responder: Responder) -> None:
            table = await self.house.table_here(interaction, self.game)
            try:
                await self.house.tables.suspend(await ask_of_command(interaction, table), table.id)
            except Denied as denied:
                raise Denied(
                    denied.reason, **await self.house.describe_table(interaction, table.id)
                ) from denied
            t = responder.texts
            await responder.say(
                t("La table est en pause. `/{command} statut` la relance.", command=self.game)
            )

        await self.house.answer(interaction, work)

    @app_commands.command(
        name="retirer", description=N_("Retirer quelqu’un de la table (hôte ou modération)")
    )
    @app_commands.rename(member=N_("membre"))
    @app_commands.describe(member=N_("Qui doit quitter la table"))
    async def remove(self, interaction: Interaction, member: discord.User) -> None:
        """Remove somebody from the lobby or the game; see `Tables.remove` for whom the host may remove."""

        async def work(responder: Responder) -> None:
            table = await self.house.table_here(interaction, self.game)
            seat = table.seat_of(member.id)
            if seat is None:
                raise Denied("seat_gone")
            try:
                await self.house.tables.remove(
                    await ask_of_command(interaction, table), table.id, seat.name, member.id
                )
            except Denied as denied:
                raise Denied(
                    denied.reason, **await self.house.describe_table(interaction, table.id)
                ) from denied
            await responder.say(responder.texts("C’est fait."))

        await self.house.answer(interaction, work)

    async def _find_table(self, interaction: Interaction) -> Table:
        """Find this channel's table, else a paused table of this person, else the last one played here.

        Raises Denied "no_table_here" if there is none.
        """
        tables, here = self.house.tables, interaction.channel_id or 0
        table_id = await tables.find(self.game, here)
        if table_id is None:
            for candidate in await tables.tables_of(interaction.user.id):
                table = await tables.table(candidate)
                same = table.game == self.game and table.guild_id == place_of(interaction)
                if same and table.status is Status.PAUSED:
                    return table
            table_id = await tables.latest(self.game, here)
        if table_id is None:
            raise Denied("no_table_here", game=self.game)
        return await tables.table(table_id)

    async def _draw_for_others(self, table: Table, responder: Responder) -> Page:
        look = await self.house.tables.look(table.id)
        return self.house.pages.board(look, responder.texts).page
