"""The commands that every game has (start, regles, statut, quitter, stop, pause, retirer), and its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.tables.errors import Denied
from bot.tables.model import Manners, Pace, Status, Table, Tempo
from bot.tables.playing.hosting import may_lead
from bot.tables.playing.lobby import Opening
from bot.texts import N_, texts_for
from bot.ui.clicks.house import House, Interaction, ask_of_command
from bot.ui.clicks.people import note_locale
from bot.ui.clicks.start import OF_THE_TABLE, start_command
from bot.ui.frame import letters
from bot.ui.frame.presets import PRESET, settings_of
from bot.ui.frame.rulebook import rulebook
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.page import Page
from bot.ui.wire.responder import Responder

__all__ = ["GameCommands"]


@app_commands.guild_only()
class GameCommands(app_commands.Group):
    """The slash commands of one game, made from its spec."""

    def __init__(self, spec: GameSpec, house: House) -> None:
        super().__init__(name=spec.name, description=locale_str(spec.pitch))
        self.spec = spec
        self.game = spec.name
        self.house = house
        self.add_command(start_command(spec, self.open))
        if spec.own_commands is not None:
            self.add_command(spec.own_commands(house))

    async def open(self, interaction: Interaction, typed: Mapping[str, Any]) -> None:
        """Open a lobby in this channel and show its board as answer; what was typed overrules a preset."""
        preset = typed.get(PRESET)
        given = typed
        if preset is not None:
            given = {**settings_of(self.spec.presets, preset, self.spec.facts), **typed}

        async def work(responder: Responder) -> None:
            _check_permissions(interaction)
            await note_locale(self.house.people, interaction.user.id, str(interaction.locale))
            opening = Opening(
                guild_id=interaction.guild_id or 0,
                channel_id=interaction.channel_id or 0,
                home_id=interaction.channel_id or 0,
                options={name: value for name, value in given.items() if name not in OF_THE_TABLE},
                manners=await self._manners(interaction, given),
            )
            try:
                table = await self.house.tables.open(await ask_of_command(interaction), self.game, opening)
            except Denied as denied:
                about = await self.house.describe_table(int(denied.params.get("table_id", 0)))
                raise Denied(denied.reason, **{"game": self.game, **about, **denied.params}) from denied
            if not await self.house.publisher.boards.open(responder, table.id):
                t = responder.texts
                await responder.say(t("La table est ouverte : {link}", link=letters.jump(table)))
            await self.house.private.welcome(responder, table.id, interaction.user.id)

        await self.house.answer(interaction, work)

    async def _manners(self, interaction: Interaction, given: Mapping[str, Any]) -> Manners:
        settings = await self.house.servers.server(interaction.guild_id or 0)
        locale = settings.get("locale") or texts_for(_language_here(interaction)).locale
        pace = Pace(given.get("pace", self.spec.paces[0]))
        return Manners(
            pace,
            given.get("thread", False),
            str(locale),
            given.get("accessible", False),
            tempo=Tempo(given.get("tempo", Tempo.BRISK)),
        )

    @app_commands.command(name="regles", description=locale_str(N_("Lire les règles du jeu")))
    async def rules(self, interaction: Interaction) -> None:
        """Show the first page of the rules to the person who asks."""

        async def work(responder: Responder) -> None:
            await responder.show(rulebook(self.spec, responder.texts)[0])

        await self.house.answer(interaction, work)

    @app_commands.command(name="statut", description=locale_str(N_("Où en est la table de ce salon")))
    async def status(self, interaction: Interaction) -> None:
        """Post the board anew if a player asks, resuming a paused table; show others the board privately."""

        async def work(responder: Responder) -> None:
            table = await self._find_table(interaction)
            ask, t = await ask_of_command(interaction, table), responder.texts
            seated = table.seat_of(interaction.user.id) is not None or ask.moderator
            leads = may_lead(table, ask, self.house.tables.now())
            if table.status is Status.PAUSED and (leads if table.halted else seated):
                _check_permissions(interaction)
                await self.house.tables.resume(ask, table.id, interaction.channel_id or 0)
                await responder.say(t("La table reprend ici, là où elle en était."))
            elif table.status is Status.CLOSED or not seated:
                await responder.show(await self._draw_for_others(table, responder))
            else:
                self.house.publisher.publish_soon(table.id, anew=True)
                link = letters.jump(table)
                await responder.say(t("La table revient en bas du salon : {link}", link=link))

        await self.house.answer(interaction, work)

    @app_commands.command(name="quitter", description=locale_str(N_("Quitter la table de ce salon")))
    async def quit(self, interaction: Interaction) -> None:
        """Leave the lobby, or leave the game for good."""

        async def work(responder: Responder) -> None:
            table = await self.house.table_here(interaction, self.game)
            await self.house.tables.quit(await ask_of_command(interaction, table), table.id)
            await responder.say(responder.texts("Vous avez quitté la table."))

        await self.house.answer(interaction, work)

    @app_commands.command(name="stop", description=locale_str(N_("Arrêter la table (hôte ou modération)")))
    async def stop(self, interaction: Interaction) -> None:
        """End the table; only its host and moderators may."""

        async def work(responder: Responder) -> None:
            table = await self._find_table(interaction)
            if table.status is Status.CLOSED:
                raise Denied("no_table_here", game=self.game)
            try:
                await self.house.tables.stop(await ask_of_command(interaction, table), table.id)
            except Denied as denied:
                raise Denied(denied.reason, **await self.house.describe_table(table.id)) from denied
            await responder.say(responder.texts("La table est arrêtée."))

        await self.house.answer(interaction, work)

    @app_commands.command(
        name="pause", description=locale_str(N_("Mettre la table en pause (hôte ou modération)"))
    )
    async def pause(self, interaction: Interaction) -> None:
        """Pause the table with its clock; only its host and moderators may. `statut` resumes it."""

        async def work(responder: Responder) -> None:
            table = await self.house.table_here(interaction, self.game)
            try:
                await self.house.tables.suspend(await ask_of_command(interaction, table), table.id)
            except Denied as denied:
                raise Denied(denied.reason, **await self.house.describe_table(table.id)) from denied
            t = responder.texts
            await responder.say(
                t("La table est en pause. `/{command} statut` la relance.", command=self.game)
            )

        await self.house.answer(interaction, work)

    @app_commands.command(
        name="retirer", description=locale_str(N_("Retirer quelqu’un de la table (hôte ou modération)"))
    )
    @app_commands.rename(member=locale_str(N_("membre")))
    @app_commands.describe(member=locale_str(N_("Qui doit quitter la table")))
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
                raise Denied(denied.reason, **await self.house.describe_table(table.id)) from denied
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
                same = table.game == self.game and table.guild_id == interaction.guild_id
                if same and table.status is Status.PAUSED:
                    return table
            table_id = await tables.latest(self.game, here)
        if table_id is None:
            raise Denied("no_table_here", game=self.game)
        return await tables.table(table_id)

    async def _draw_for_others(self, table: Table, responder: Responder) -> Page:
        look = await self.house.tables.look(table.id)
        return self.house.pages.board(look, responder.texts).page


def _language_here(interaction: Interaction) -> str:
    """The locale of the server, else of the person: for a server without a choice Discord says en-US."""
    server = interaction.guild_locale
    chosen = server is not None and server is not discord.Locale.american_english
    return str(server if chosen else interaction.locale)


def _check_permissions(interaction: Interaction) -> None:
    """Raise Denied "cannot_write" if the bot could not keep a board up to date in this channel."""
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    if not (may.view_channel and (may.send_messages_in_threads if in_thread else may.send_messages)):
        raise Denied("cannot_write")
