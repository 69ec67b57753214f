"""Interactions as Discord sends them, before discord.py reads them, and given to discord.py to read.

discord.py has no door of its own for either. This is the way it goes itself; a test says at once when another
discord.py goes another way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import discord

__all__ = ["Act", "Payload", "divert_interactions"]

Payload = Mapping[str, Any]
Act = Callable[[Payload], None]
_EVENT = "INTERACTION_CREATE"


def divert_interactions(client: discord.Client, hear: Act) -> Act:
    """Have every interaction that the gateway brings given to `hear`, unread.

    Returns what reads one and has it answered, whichever way it came; it raises KeyError, TypeError or
    ValueError for what is no interaction.
    """
    parsers: dict[str, Act] = client._connection.parsers  # noqa: SLF001 - there is no other way
    act, parsers[_EVENT] = parsers[_EVENT], hear
    return act
