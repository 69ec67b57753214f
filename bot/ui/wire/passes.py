"""Passes: what a click allows the bot to do with the clicked message for some minutes.

An interaction's token edits the message that the interaction was answered with. Such edits have limits of
their own, and do not count in the bot's. Passes stay in memory: they are neither logged nor stored.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Final

import discord

__all__ = ["Pass", "Passes"]

LIFE: Final = 14 * 60.0
"""Seconds for which a pass is used: Discord takes a token for 15 minutes from the click on."""
_KEPT: Final = 4096
"""How many messages' passes are kept; those that nobody clicked for longest are dropped first."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Allows edits of one message until `until`, by the event loop's clock."""

    application_id: int
    token: str = field(repr=False)
    until: float


class Passes:
    """The newest pass of each message that was clicked lately. One per process."""

    def __init__(self, keep: int = _KEPT) -> None:
        self._keep = keep
        self._passes: OrderedDict[int, Pass] = OrderedDict()

    def note(self, message_id: int, interaction: discord.Interaction[Any]) -> None:
        """Remember what an interaction allows, once it was answered with this message and not before."""
        until = asyncio.get_running_loop().time() + LIFE
        self._passes[message_id] = Pass(interaction.application_id, interaction.token, until)
        self._passes.move_to_end(message_id)
        if len(self._passes) > self._keep:
            self._passes.popitem(last=False)

    def find(self, message_id: int) -> Pass | None:
        """The pass for a message; None if nobody clicked it lately."""
        found = self._passes.get(message_id)
        if found is not None and found.until <= asyncio.get_running_loop().time():
            del self._passes[message_id]
            return None
        return found

    def drop(self, message_id: int, used: Pass) -> None:
        """Forget a pass that Discord did not take; a newer one stays."""
        if self._passes.get(message_id) is used:
            del self._passes[message_id]
