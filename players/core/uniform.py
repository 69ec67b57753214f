"""Who plays a game that has no player of its own, and whoever is in for one that failed."""

from typing import Any

from engines.core.draws import Draws
from players.core.chance import draw_one
from players.core.player import Budget, Decision, Level, Persona, Player, View, take_time

_MEDIAN_S = 3.0


class Uniform(Player[Any, Any, Any]):
    """Does anything that is listed, all equally likely, and refuses offers."""

    def __init__(self, game: str) -> None:
        self.game = game

    def decide(
        self, view: View[Any, Any, Any], level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> Decision[Any]:
        """Return one of the actions that are listed."""
        del level, budget
        if view.offer is not None:
            return Decision(agrees=False, delay_ms=take_time(_MEDIAN_S, persona, draws))
        listed = view.legal.actions
        if not listed:
            raise ValueError(f"nothing listed for {view.seat} in {view.game}")
        action = draw_one(listed, draws)
        return Decision((action,), take_time(_MEDIAN_S, persona, draws, forced=len(listed) == 1))
