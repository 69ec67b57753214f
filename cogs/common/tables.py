"""`/tables`: moderators see every live table of their server, and can stop each."""

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.care.caretaking import Idle
from bot.tables.model import Denied, Status, Table
from bot.texts import N_, Texts
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House, Interaction
from bot.ui.clicks.rights import look_up, may_moderate
from bot.ui.frame.names import host_name
from bot.ui.pages.page import Block, Button, Page, Row, Text, countdown
from bot.ui.wire.responder import Responder

_ON_A_PAGE = 5


class TablesCog(commands.Cog):
    """The live tables of a server, for those who moderate it."""

    def __init__(self, house: House) -> None:
        self.house = house
        house.router.register("server", {"tables": self._turn_page, "shut": self._stop})

    @app_commands.command(name="tables", description=N_("Les tables en cours de ce serveur (modération)"))
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_messages=True)
    async def tables(self, interaction: Interaction) -> None:
        """Show the tables that are not closed, those idle longest first."""

        async def work(responder: Responder) -> None:
            await responder.show(await self._page(responder, 0))

        await self.house.answer(interaction, work)

    async def _turn_page(self, click: Click) -> None:
        """Show another page of the list."""
        await click.responder.update(await self._page(click.responder, _number(click.target.arg)))

    async def _stop(self, click: Click) -> None:
        """Stop one table of the list, and show the rest with a line about what was stopped."""
        interaction, t = click.responder.interaction, click.responder.texts
        number, _, page = click.target.arg.partition(".")
        table = await self.house.tables.table(_number(number))
        if table.guild_id != interaction.guild_id:
            raise Denied("no_such_table")
        await look_up(interaction, table)
        if not (may_moderate(interaction, table) or click.user.id == table.host_id):
            raise Denied("not_moderator")
        await self.house.tables.stop(replace(click.ask, moderator=True), table.id)
        done = t("✅ La table n° {n} ({game}) est arrêtée.", n=table.id, game=self._title(table))
        await click.responder.update(await self._page(click.responder, _number(page), done))

    # -- what is shown ---------------------------------------------------------------------------------

    async def _page(self, responder: Responder, number: int, done: str = "") -> Page:
        """One page of the list, with a button for each table; `done` is a line about what was just done."""
        interaction, t = responder.interaction, responder.texts
        every = await self.house.upkeep.live_in(interaction.guild_id or 0)
        pages = [every[i : i + _ON_A_PAGE] for i in range(0, len(every), _ON_A_PAGE)] or [()]
        number = min(number, len(pages) - 1)
        head = t.plural("### {n} table en cours", "### {n} tables en cours", len(every))
        blocks: list[Block] = [Text("\n".join(line for line in (done, head) if line))]
        blocks += await self._table_blocks(pages[number], number, interaction.guild, t)
        if len(pages) > 1:
            blocks.append(_page_buttons(number, len(pages), t))
        return Page(0, 0, tuple(blocks))

    async def _table_blocks(
        self, idles: Sequence[Idle], number: int, guild: discord.Guild | None, t: Texts
    ) -> list[Block]:
        if not idles:
            return [Text(t("Aucune table n’est ouverte sur ce serveur."))]
        lines, buttons = [], []
        for idle in idles:
            table = await self.house.tables.table(idle.table_id)
            lines.append(self._line(table, idle, guild, t))
            stop = t("Arrêter le n° {n}", n=table.id)
            buttons.append(Button("server.shut", stop, f"{table.id}.{number}", "danger"))
        return [Text("\n".join(lines)), Row(tuple(buttons))]

    def _line(self, table: Table, idle: Idle, guild: discord.Guild | None, t: Texts) -> str:
        """A table's line: number, game, place, host, state, and since when nobody has done anything."""
        return " · ".join(
            (
                t("- **n° {n}** {game}", n=table.id, game=self._title(table)),
                _place(table, guild) or t("salon supprimé"),
                t("hôte : {host}", host=host_name(table) or "—"),
                _state(table, t),
                t("dernière action {time}", time=countdown(idle.acted_at)),
            )
        )

    def _title(self, table: Table) -> str:
        face = self.house.faces.get(table.game)
        return table.game if face is None else face.spec.title


def _place(table: Table, guild: discord.Guild | None) -> str | None:
    """A link to the table's channel, or else to where it was opened; None if neither exists any more."""
    if guild is None:
        return None
    for channel_id in (table.channel_id, table.home_id):
        # A server without channels is one of which no gateway tells this process.
        if not guild.channels or guild.get_channel_or_thread(channel_id) is not None:
            return f"<#{channel_id}>"
    return None


def _state(table: Table, t: Texts) -> str:
    if table.incident is not None:
        return t("ne peut plus être lue (incident {incident})", incident=table.incident)
    return {
        Status.LOBBY: t("pas commencée"),
        Status.PLAYING: t("en jeu"),
        Status.PAUSED: t("en pause"),
    }.get(table.status, t("terminée"))


def _page_buttons(number: int, pages: int, t: Texts) -> Row:
    before = Button("server.tables", t("Précédentes"), str(max(number - 1, 0)), disabled=number == 0)
    after = Button("server.tables", t("Suivantes"), str(number + 1), disabled=number == pages - 1)
    return Row((before, after))


def _number(arg: str) -> int:
    return int(arg) if arg.isdecimal() else 0
