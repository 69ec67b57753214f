"""The rules of the games, and nothing else: no Discord, no database, no clock, no randomness.

`GAMES` is the one registry (it stands in `registry`). How a game is added: docs/adding-a-game.md.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engines.core.game import AnyGame

    GAMES: Mapping[str, AnyGame]


def __getattr__(name: str) -> Any:
    """Return `GAMES`, imported at its first use: a process that only reads decks needs no game."""
    if name != "GAMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from engines.registry import GAMES

    return GAMES
