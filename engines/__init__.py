"""The rules of the games, and nothing else: no Discord, no database, no clock, no randomness.

`GAMES` is the one registry (it stands in `registry`). Adding a game:

1. make `engines/<game>/` with the files every game has: `model` (setup, position, actions, observation),
   `events`, `rules` (its `Game`: `core.rules` says what it must answer, and what it may), `observe`; split
   what grows by topic, as `tasse` does; missed deadlines, leavers, winners and places `core` sees to;
2. register it in `registry`: `python -m engines` then speaks its part of the text protocol;
3. write its rules down by number in `docs/rules/<game>.md`, and `tests/engines/<game>/` with at least one
   test for each, named by its number;
4. describe it to the conformance suite (`tests/engines/described.py`: options to try, how two states differ
   in secrets alone), which then plays it at random and says what is missing;
5. record golden playthroughs (`tests/engines/playthroughs/<game>/*.txt`): the suite fails without one;
6. keep what its first version stores (`python -m tests.engines.stored`). From then on what is stored never
   changes its shape, and rules never their meaning, without a higher `rules_version` and a step in the
   game's `upgrades` that brings the old up.
"""

from __future__ import annotations

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
