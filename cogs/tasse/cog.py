"""`/tasse`: opening a table. Everything else is shared or happens by buttons."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.texts import N_
from bot.ui.clicks.game_cog import GameCog, table_options
from bot.ui.clicks.house import Interaction

__all__ = ["TasseCog"]


class TasseCog(
    GameCog, group_name="tasse", group_description=locale_str(N_("La Tasse : bluffer avec deux dés"))
):
    """La Tasse."""

    game = "tasse"

    @app_commands.command(name="start", description=locale_str(N_("Ouvrir une table de La Tasse")))
    @app_commands.rename(
        threshold=locale_str(N_("seuil")),
        rounds=locale_str(N_("manches")),
        announce=locale_str(N_("annonces")),
    )
    @app_commands.describe(
        threshold=locale_str(N_("Points qui éliminent (10)")),
        rounds=locale_str(N_("Manches à la suite (1)")),
        announce=locale_str(N_("Annonces libres (on peut se tromper) ou guidées")),
    )
    @app_commands.choices(
        announce=[
            Choice(name=locale_str(N_("libres")), value="free"),
            Choice(name=locale_str(N_("guidées")), value="guided"),
        ],
    )
    @table_options(N_("Vif : avec délais. Détente : sans"))
    async def start(
        self,
        interaction: Interaction,
        threshold: app_commands.Range[int, 1, 50] | None = None,
        rounds: app_commands.Range[int, 1, 9] | None = None,
        announce: str | None = None,
        pace: str | None = None,
        thread: bool | None = None,
        accessible: bool | None = None,
    ) -> None:
        """Open a lobby in this channel."""
        given: dict[str, Any] = {"threshold": threshold, "rounds": rounds, "announce": announce}
        options = {name: value for name, value in given.items() if value is not None}
        await self.open(interaction, options, pace, thread, accessible)
