"""The rules of the games, and nothing else: no Discord, no database, no clock, no randomness.

`GAMES` is the one registry. Adding a game:

1. make `engines/<game>/` with the files every game has: `model` (setup, position, actions, observation),
   `events`, `rules` (its `Game`), `observe`; split what grows by topic, as `tasse` does;
2. register it in `GAMES` below: `python -m engines` then speaks its part of the text protocol;
3. write `tests/engines/<game>/` with one test per decision, named by its number;
4. describe it to the conformance suite (`tests/engines/described.py`: options to try, how two states differ
   in secrets alone), which then plays it at random and says what is missing;
5. record golden playthroughs (`tests/engines/playthroughs/<game>/*.txt`): the suite fails without one;
6. keep what its first version stores (`python -m tests.engines.stored`). From then on what is stored never
   changes its shape, and rules never their meaning, without a higher `rules_version` and a step in the
   game's `upgrades` that brings the old up.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engines.core.game import AnyGame
from engines.debacle.rules import Debacle
from engines.defizz.rules import Defizz
from engines.desfausse.rules import Desfausse
from engines.diavolo.rules import Diavolo
from engines.tasse.rules import Tasse

GAMES: Mapping[str, AnyGame] = MappingProxyType(
    {game.name: game for game in (Debacle(), Defizz(), Desfausse(), Diavolo(), Tasse())}
)
"""Every game that exists, by its name, sorted."""
