"""Every game's player, found by looking; a game that has none is played by somebody who does anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engines import GAMES
from engines.core.draws import SeededDraws
from engines.core.kit import Kit
from engines.finding import find_homes, find_kind
from players.core.chance import PREFIX
from players.core.guesser import Guesser
from players.core.player import AnyDecision, AnyPlayer, Player
from players.core.speech import Question
from players.core.uniform import Uniform

__all__ = ["PLAYERS", "PREFIX", "find_player", "think"]


def _find_players() -> Iterator[AnyPlayer]:
    """Yield the players of all games that have one; others of the kit have somebody who tries things out."""
    for home in find_homes():
        kind = find_kind(home.find("players", "player"), Player)
        rules = GAMES[home.game]
        if kind is not None:
            yield kind()
        elif isinstance(rules, Kit):
            yield Guesser(rules)


PLAYERS: Mapping[str, AnyPlayer] = MappingProxyType({each.game: each for each in _find_players()})
"""The players that there are, by the names of their games."""


def find_player(game: str) -> AnyPlayer:
    """Return the player of a game."""
    return PLAYERS.get(game) or Uniform(game)


def think(question: Question) -> AnyDecision:
    """Return the decision of a game's player; always the same for the same question."""
    draws = SeededDraws(question.chance, PREFIX)
    view = question.view
    return find_player(view.game).decide(view, question.level, question.persona, question.budget, draws)
