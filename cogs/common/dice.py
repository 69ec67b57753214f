"""`/des`: anybody may check the dice of a finished table, and see how even all of them are."""

from __future__ import annotations

from typing import Any, Optional

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.tables.errors import Denied
from bot.tables.model import Status
from bot.tables.proof.checking import ask_check, check, verdict_of
from bot.texts import N_
from bot.thinking import find_player
from bot.ui.clicks.house import House, Interaction
from bot.ui.clicks.place import place_of
from bot.ui.clicks.rights import may_know, may_manage_server
from bot.ui.frame.verdicts import describe_verdict
from bot.ui.pages.page import Attachment
from bot.ui.wire.responder import Responder
from cogs.common.dice_sums import DiceSums

__all__ = ["DiceCommands"]


@app_commands.allowed_contexts(guilds=True, dms=True)
class DiceCommands(app_commands.Group):
    """The commands about dice: checking those of a finished table, and the sums of all."""

    def __init__(self, house: House) -> None:
        says = N_("Vérifier que les dés étaient honnêtes")
        super().__init__(name="des", description=says)
        self.house = house
        self.add_command(_sums_command(house))

    @app_commands.command(name="verifier", description=N_("Vérifier chaque lancer d’une table terminée"))
    @app_commands.rename(number=N_("table"))
    @app_commands.describe(number=N_("Son numéro ; sinon, la dernière terminée dans ce salon"))
    async def verify(
        self, interaction: Interaction, number: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Replay the log of a table against its seed, and send the verdict with the record as a file."""

        async def work(responder: Responder) -> None:
            self.house.refuse_blocked(interaction)
            tables = self.house.tables
            here = interaction.channel_id or 0
            ended = number or await tables.latest(None, here, closed=True)
            table_id = ended or await tables.latest(None, here)
            if table_id is None:
                raise Denied("no_table_here")
            table = await tables.table(table_id)
            if table.guild_id != place_of(interaction) or not await may_know(interaction, table):
                raise Denied("no_such_table")
            if table.status is not Status.CLOSED:
                raise Denied("still_secret")
            async with self.house.backroom.enter(interaction.user.id) as do:
                whole = may_manage_server(interaction)  # they may export the server's decks anyway
                record = (await tables.record(table_id, whole=whole)).dump()
                face = self.house.faces.get(table.game)
                rules = None if face is None else face.spec.rules
                verdict = verdict_of(await do(check, ask_check(record, rules, find_player)))
            file = Attachment(f"gobelet-table-{table_id}.json", record)
            dice = face is None or face.spec.dice
            await responder.say(describe_verdict(verdict, responder.texts, dice=dice), file)

        await self.house.answer(interaction, work)


def _sums_command(house: House) -> app_commands.Command[Any, ..., None]:
    """The command that shows all dice of a server, with the games that have dice."""
    sums = DiceSums(house)

    async def bilan(interaction: Interaction, game: Optional[str] = None) -> None:  # noqa: UP045
        await house.answer(interaction, lambda responder: sums.begin(responder, game))

    # discord.py reads a command's parameters from its signature.
    bilan.__annotations__ |= {"interaction": discord.Interaction, "game": Optional[str]}  # noqa: UP045
    for described in (
        app_commands.rename(game=N_("jeu")),
        app_commands.describe(game=N_("Le jeu ; sinon, tous")),
        app_commands.choices(game=[Choice(name=spec.title, value=spec.name) for spec in sums.games]),
    ):
        described(bilan)
    said = N_("Tous les dés lancés sur ce serveur, et ce qu’en dit le hasard")
    return app_commands.Command(name="bilan", description=said, callback=bilan)
