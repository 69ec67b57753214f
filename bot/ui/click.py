"""One click, choice or form on its way through the house."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.tables.model import Ask
from bot.ui.ids import Target
from bot.ui.responder import Responder

__all__ = ["Click", "Handler"]

_FREE_OF_TURN = 0
"""What panels that belong to no turn are drawn for."""


class Click:
    """One click, choice or form on its way through the house."""

    def __init__(self, responder: Responder, target: Target, values: tuple[str, ...]) -> None:
        self.responder = responder
        self.target = target
        self.values = values
        self.user = responder.interaction.user

    @property
    def ask(self) -> Ask:
        """Who asks, when, and for which turn."""
        interaction = self.responder.interaction
        drawn = None if self.target.drawn == _FREE_OF_TURN else self.target.drawn
        may = interaction.guild_id is not None and interaction.permissions.manage_messages
        return Ask(self.user.id, self.user.display_name, interaction.id, drawn, may, self.privately)

    @property
    def privately(self) -> bool:
        """Whether what was clicked is seen by the clicker alone: a private message, or an ephemeral panel."""
        interaction = self.responder.interaction
        message = interaction.message
        return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


Handler = Callable[[Click], Awaitable[None]]
