"""Plays Débâcle: goes through its whole turns, and at its best through the opponent's answers too."""

from __future__ import annotations

from math import exp
from typing import Final

from engines.core.draws import Draws
from engines.debacle.board import COLORS
from engines.debacle.events import DebacleEvent
from engines.debacle.model import Action, Observation
from players.core.chance import draw_weighted
from players.core.decision import Budget, Decision, Level
from players.core.pace import take_time
from players.core.persona import Persona
from players.core.player import Player
from players.core.view import View, glance
from players.debacle.levels import deepen, style_of, tire
from players.debacle.offers import agrees
from players.debacle.search import Search, Standing
from players.debacle.turn import read_turn

__all__ = ["DebaclePlayer"]

DebacleView = View[Observation, Action, DebacleEvent]
_TURN_S: Final = 7.0
_ANSWER_S: Final = 3.0


class DebaclePlayer(Player[Observation, Action, DebacleEvent]):
    """Decides on the rest of its turn at once."""

    game = "debacle"
    budget = Budget(12_000)

    def skim(self, view: DebacleView) -> DebacleView:
        """Return the view without the steps, and without most of what is legal."""
        return glance(view)

    def decide(
        self,
        view: DebacleView,
        level: Level,
        persona: Persona,
        budget: Budget,
        draws: Draws,
    ) -> Decision[Action]:
        """Return all actions of the rest of the turn, or the answer to an offer."""
        seen = view.observation
        if view.offer is not None:
            return Decision(agrees=agrees(seen, view.seat), delay_ms=take_time(_ANSWER_S, persona, draws))
        if not view.legal.actions:
            raise ValueError(f"nothing to do for {view.seat}")
        style = deepen(style_of(level, persona), budget.nodes)
        if set(seen.seats) <= set(view.computers):
            style = tire(style, seen.round, seen.turn)
        turn, side = read_turn(seen)
        search = Search(_read_standing(seen), style.weights, budget.nodes)
        reach, ranked = search.rank(turn, side, style.widths)
        best, _ = ranked[0]
        weights = {end: exp((value - best) / style.carelessness) for value, end in ranked}
        actions = reach.path(draw_weighted(weights, draws))
        return Decision(
            actions, take_time(_TURN_S, persona, draws, forced=len(reach.ends) == 1), search.nodes
        )


def _read_standing(seen: Observation) -> Standing:
    """Return how the table stands."""
    by_color = {color: seen.points[seat] for seat, color in seen.colors.items()}
    red, black = (by_color[color] for color in COLORS)
    return Standing((red, black), seen.quiet_turns)
