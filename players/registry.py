"""Every game's player, found by looking; a game that has none is played by somebody who does anything."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engines.core.draws import SeededDraws
from engines.finding import find_homes, find_kind
from players.core.chance import PREFIX
from players.core.decision import AnyDecision
from players.core.player import AnyPlayer, Player
from players.core.speech import Question
from players.core.uniform import Uniform

__all__ = ["PLAYERS", "PREFIX", "find_player", "think"]

_KINDS = {home.game: find_kind(home.find("players", "player"), Player) for home in find_homes()}
PLAYERS: Mapping[str, AnyPlayer] = MappingProxyType(
    {game: kind() for game, kind in _KINDS.items() if kind is not None}
)
"""The players that there are, by the names of their games."""


def find_player(game: str) -> AnyPlayer:
    """Return the player of a game."""
    return PLAYERS.get(game) or Uniform(game)


def think(question: Question) -> AnyDecision:
    """Return the decision of a game's player; always the same for the same question."""
    draws = SeededDraws(question.chance, PREFIX)
    view = question.view
    return find_player(view.game).decide(view, question.level, question.persona, question.budget, draws)
