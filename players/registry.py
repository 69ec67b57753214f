"""Every game's player; a game that has none here is played by somebody who does anything."""

from collections.abc import Mapping
from types import MappingProxyType

from engines.core.draws import SeededDraws
from players.core.chance import PREFIX
from players.core.player import AnyDecision, AnyPlayer
from players.core.speech import Question
from players.core.uniform import Uniform
from players.debacle.player import DebaclePlayer
from players.defizz.player import DefizzPlayer
from players.desfausse.player import DesfaussePlayer
from players.diavolo.player import DiavoloPlayer
from players.soiree.player import SoireePlayer
from players.tasse.player import TassePlayer

PLAYERS: Mapping[str, AnyPlayer] = MappingProxyType(
    {
        each.game: each
        for each in (
            DebaclePlayer(),
            DefizzPlayer(),
            DesfaussePlayer(),
            DiavoloPlayer(),
            SoireePlayer(),
            TassePlayer(),
        )
    }
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
