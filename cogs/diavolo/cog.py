"""`/diavolo`: opening a table. Everything else is shared or happens by buttons."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.app_commands import locale_str

from bot.texts import N_
from bot.ui.clicks.game_cog import GameCog, table_options
from bot.ui.clicks.house import Interaction

__all__ = ["DiavoloCog"]


class DiavoloCog(
    GameCog,
    group_name="diavolo",
    group_description=locale_str(N_("Diavolo : dix dés, un ordre, et de bons réflexes")),
):
    """Diavolo."""

    game = "diavolo"

    @app_commands.command(name="start", description=locale_str(N_("Ouvrir une table de Diavolo")))
    @app_commands.rename(
        children=locale_str(N_("enfants")),
        learning=locale_str(N_("apprentissage")),
    )
    @app_commands.describe(
        children=locale_str(N_("Deux dés par couleur au lieu de trois")),
        learning=locale_str(N_("Trois manches où le dé Ordre se montre avant les autres")),
    )
    @table_options(
        N_("Vif : avec délais. Détente : sans, sauf pour prendre"),
        N_("Deux fois plus de temps pour tout le monde"),
    )
    async def start(
        self,
        interaction: Interaction,
        children: bool | None = None,
        learning: bool | None = None,
        pace: str | None = None,
        thread: bool | None = None,
        accessible: bool | None = None,
    ) -> None:
        """Open a lobby in this channel."""
        given: dict[str, Any] = {"children": children, "learning": learning}
        options = {name: value for name, value in given.items() if value is not None}
        await self.open(interaction, options, pace, thread, accessible)
