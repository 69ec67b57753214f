"""Who plays a game of the kit that has no player of its own: it tries out what may happen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from engines.core.draws import Draws, SeededDraws
from engines.core.kit import Kit
from engines.core.kit_records import Action, Observation
from engines.core.records import AnyState, SeatName
from players.core.chance import draw_one
from players.core.player import Budget, Decision, Level, Persona, Player, View, take_time, without_told

GuesserView: TypeAlias = View[Observation, Action, Any]
_MEDIAN_S: Final = 5.0
_TRIED: Final = 12
"""So many of the legal actions are tried, spread over all of them."""
_AHEAD: Final = 30
"""So many decisions are followed, if the game does not end before."""
_SHARE: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 0.05, Level.MEDIUM: 0.25, Level.STRONG: 1.0}
)
"""What part of its budget a level uses."""


class Guesser(Player[Observation, Action, Any]):
    """Supposes what others may hold, plays on at random from each of its actions, and takes the best one.

    It believes nothing that others say, and it does not know how to bluff; but it counts what its own secrets
    are worth.
    """

    budget = Budget(1_000)

    def __init__(self, rules: Kit[Any, Any]) -> None:
        self.rules = rules
        self.game = rules.name

    def skim(self, view: GuesserView) -> GuesserView:
        """Return the view without the last steps, which it does not look at."""
        return without_told(view)

    def decide(
        self, view: GuesserView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> Decision[Action]:
        """Return the action by which its seat has come out best."""
        if view.offer is not None:
            return Decision(agrees=False, delay_ms=take_time(_MEDIAN_S, persona, draws))
        listed = view.legal.actions
        if not listed:
            raise ValueError(f"nothing listed for {view.seat} in {view.game}")
        if len(listed) == 1:
            return Decision((listed[0],), take_time(_MEDIAN_S, persona, draws, forced=True))
        delay = take_time(_MEDIAN_S, persona, draws)
        tried = [listed[round(at * (len(listed) - 1) / (_TRIED - 1))] for at in range(_TRIED)]
        worth = dict.fromkeys(tried, 0.0)
        nodes, most = 0, round(budget.nodes * _SHARE[level])
        while nodes < max(most, 1):  # each action at least once, and all of them equally often
            # The same chance for all actions: they are compared in the same worlds.
            world = draws(2**32).to_bytes(5, "big")
            for action in worth:
                value, steps = self._try(view, action, SeededDraws(world, "world"))
                worth[action] += value
                nodes += steps
        return Decision((max(worth, key=lambda action: worth[action]),), delay, nodes)

    def _try(self, view: GuesserView, action: Action, draws: Draws) -> tuple[float, int]:
        """Return how the seat comes out of one world, 0 to 1, and how many decisions that took."""
        rules = self.rules
        state: AnyState = rules.suppose(view.observation, draws)
        state, steps = rules.act(state, view.seat, action, draws).state, 1
        while steps < _AHEAD and not rules.is_over(state):
            (seat,) = rules.to_act(state)
            chosen = draw_one(rules.legal_actions(state, seat).actions, draws)
            state, steps = rules.act(state, seat, chosen, draws).state, steps + 1
        return self._value(state, view.seat), steps

    def _value(self, state: AnyState, seat: SeatName) -> float:
        """Return what part of the others come after a seat; who shares its place counts half."""
        places = {each: place.number for place in self.rules.places(state) for each in place.seats}
        others = [number for each, number in places.items() if each != seat]
        own = places[seat]
        return sum(1.0 if own < other else 0.5 if own == other else 0.0 for other in others) / len(others)
