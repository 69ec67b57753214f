"""`/debacle`: opening a table. Everything else is shared or happens by buttons."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot.tables.model import Pace
from bot.texts import N_
from bot.ui.clicks.game_cog import GameCog, table_options
from bot.ui.clicks.house import Interaction

__all__ = ["DebacleCog"]


class DebacleCog(
    GameCog, group_name="debacle", group_description=locale_str(N_("Débâcle : six dés contre six"))
):
    """Débâcle."""

    game = "debacle"

    @app_commands.command(name="start", description=locale_str(N_("Ouvrir une table de Débâcle")))
    @table_options(
        N_("Vif : 10 minutes par tour. Détente : sans délai. Ou des jours, par correspondance"),
        paces=tuple(Pace),
    )
    async def start(
        self,
        interaction: Interaction,
        pace: str | None = None,
        thread: bool | None = None,
        accessible: bool | None = None,
    ) -> None:
        """Open a lobby in this channel."""
        await self.open(interaction, {}, pace, thread, accessible)
