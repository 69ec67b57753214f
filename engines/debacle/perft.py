"""Counting legal action sequences by length: one number that changes with almost any mistake in the rules."""

from __future__ import annotations

from engines.core.draws import ScriptedDraws
from engines.debacle.model import DebacleState
from engines.debacle.rules import Debacle

_GAME = Debacle()


def perft(state: DebacleState, depth: int) -> int:
    """Return how many sequences of `depth` legal actions begin at a state; 0 at an ended table."""
    if depth == 0:
        return 1
    if _GAME.is_over(state):
        return 0
    (seat,) = _GAME.to_act(state)
    offered = _GAME.legal_actions(state, seat).actions
    if depth == 1:
        return len(offered)
    draws = ScriptedDraws()
    return sum(perft(_GAME.act(state, seat, action, draws).state, depth - 1) for action in offered)
