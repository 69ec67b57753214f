"""What thinks for computers; whoever runs the bot says where (see bot.thinking)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

__all__ = ["Mind", "MindFailed"]


class MindFailed(Exception):
    """No answer will come: whoever thinks has died, or takes too long."""


class Mind(Protocol):
    """Answers questions (see `players.core.speech`), which hold nothing but what a seat may know."""

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """The decision, as JSON-able data; `budget` in it says by which budget, if not by the question's.

        MindFailed where there will be none.
        """
        ...
