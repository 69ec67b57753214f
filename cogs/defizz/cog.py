"""`/defizz`: opening a table. Everything else is shared or happens by buttons."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.texts import N_
from bot.ui.clicks.game_cog import GameCog, table_options
from bot.ui.clicks.house import House, Interaction
from cogs.defizz.decks import DeckCommands
from cogs.defizz.reports import answer_reports

__all__ = ["DefizzCog"]


class DefizzCog(
    GameCog,
    group_name="defizz",
    group_description=locale_str(N_("Défizz : un quiz où il faut payer pour jouer")),
):
    """Défizz."""

    game = "defizz"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        if self.app_command is not None:
            self.app_command.add_command(DeckCommands(house))
        answer_reports(house)

    @app_commands.command(name="start", description=locale_str(N_("Ouvrir une table de Défizz")))
    @app_commands.rename(
        reader=locale_str(N_("lecteur")),
        expert=locale_str(N_("expert")),
        teams=locale_str(N_("équipes")),
        enrichment=locale_str(N_("enrichissement")),
    )
    @app_commands.describe(
        reader=locale_str(N_("Qui lit et juge : une personne de la table (dès 3), ou le bot (dès 2)")),
        expert=locale_str(N_("Le lecteur choisit la question, et personne n’a d’aide")),
        teams=locale_str(N_("Par deux : chaque équipe a une place, et sa première réponse compte")),
        enrichment=locale_str(N_("On commence sans rien : chaque question rapporte 500 de la banque")),
    )
    @app_commands.choices(
        reader=[
            Choice(name=locale_str(N_("une personne")), value="seat"),
            Choice(name=locale_str(N_("le bot")), value="bot"),
        ],
    )
    @table_options(N_("Vif : avec délais. Détente : sans, sauf pour répondre"))
    async def start(
        self,
        interaction: Interaction,
        reader: str | None = None,
        expert: bool | None = None,
        teams: bool | None = None,
        enrichment: bool | None = None,
        pace: str | None = None,
        thread: bool | None = None,
        accessible: bool | None = None,
    ) -> None:
        """Open a lobby in this channel."""
        given: dict[str, Any] = {
            "reader": reader,
            "expert": expert,
            "teams": teams,
            "enrichment": enrichment,
        }
        options = {name: value for name, value in given.items() if value is not None}
        await self.open(interaction, options, pace, thread, accessible)
