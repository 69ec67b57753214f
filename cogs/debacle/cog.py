"""`/debacle`: opening a table. Everything else is shared or happens by buttons."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.texts import N_
from bot.ui.game_cog import GameCog
from bot.ui.house import Interaction

__all__ = ["DebacleCog"]


class DebacleCog(
    GameCog, group_name="debacle", group_description=locale_str(N_("Débâcle : six dés contre six"))
):
    """Débâcle."""

    game = "debacle"

    @app_commands.command(name="start", description=locale_str(N_("Ouvrir une table de Débâcle")))
    @app_commands.rename(
        pace=locale_str(N_("rythme")),
        thread=locale_str(N_("fil")),
        accessible=locale_str(N_("accessible")),
    )
    @app_commands.describe(
        pace=locale_str(
            N_("Vif : 10 minutes par tour. Détente : sans délai. Ou des jours, par correspondance")
        ),
        thread=locale_str(N_("Jouer dans un fil à part")),
        accessible=locale_str(N_("Deux fois plus de temps pour chaque décision")),
    )
    @app_commands.choices(
        pace=[
            Choice(name=locale_str(N_("vif")), value="vif"),
            Choice(name=locale_str(N_("détente")), value="détente"),
            Choice(name=locale_str(N_("1 jour")), value="1 jour"),
            Choice(name=locale_str(N_("3 jours")), value="3 jours"),
            Choice(name=locale_str(N_("7 jours")), value="7 jours"),
        ],
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
