"""What thinks for computers; whoever runs the bot says where (see bot.thinking)."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class MindFailed(Exception):
    """No answer will come: whoever thinks has died, or takes too long."""


class Mind(Protocol):
    """Answers questions (see `players.core.speech`), which hold nothing but what a seat may know."""

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """The decision, as JSON-able data; `budget` in it says by which budget, if not by the question's.

        MindFailed where there will be none.
        """


class Programs(Protocol):
    """Programs of others that may sit at tables, by the names that the operator gave them."""

    def offered(self, game: str) -> Sequence[str]:
        """The names of those that play this game."""

    def find(self, name: str) -> Mind | None:
        """What thinks for the program of this name; None where there is none any more."""
