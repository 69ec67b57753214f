"""`/desfausse`: opening a table. Everything else is shared or happens by buttons."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.texts import N_
from bot.ui.clicks.game_cog import GameCog, table_options
from bot.ui.clicks.house import Interaction

__all__ = ["DesfausseCog"]


class DesfausseCog(
    GameCog,
    group_name="desfausse",
    group_description=locale_str(N_("DESfausse : renvoyez vos mauvais dés en Enfer")),
):
    """DESfausse."""

    game = "desfausse"

    @app_commands.command(name="start", description=locale_str(N_("Ouvrir une table de DESfausse")))
    @app_commands.rename(
        hands=locale_str(N_("mains")),
    )
    @app_commands.describe(
        hands=locale_str(N_("Cachées jusqu’à la fin du tour, ou montrées dès la fin des lancers")),
    )
    @app_commands.choices(
        hands=[
            Choice(name=locale_str(N_("cachées")), value="hidden"),
            Choice(name=locale_str(N_("montrées")), value="shown"),
        ],
    )
    @table_options(N_("Vif : 2 minutes par décision. Détente : sans délai"))
    async def start(
        self,
        interaction: Interaction,
        hands: str | None = None,
        pace: str | None = None,
        thread: bool | None = None,
        accessible: bool | None = None,
    ) -> None:
        """Open a lobby in this channel."""
        options: dict[str, Any] = {} if hands is None else {"hands": hands}
        await self.open(interaction, options, pace, thread, accessible)
