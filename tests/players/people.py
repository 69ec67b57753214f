"""People as the tests imagine them: quick or slow, steady or not, right or wrong."""

from __future__ import annotations

from math import exp

from engines.diavolo.throw import target
from players.core.chance import draw_normal, draw_weighted, happens
from players.core.decision import Decision
from players.core.player import Player
from players.diavolo.task import expect_slips, expect_time, weigh_slips


class Person(Player):
    """Somebody at a table of Diavolo: `pace` times as slow as most people (1: as assumed)."""

    game = "diavolo"

    def __init__(self, pace=1.0, spread=0.28):
        self.pace, self.spread = pace, spread

    def decide(self, view, level, persona, budget, draws):
        """Throw, or grab."""
        throw, listed = view.observation.dice, view.legal.actions
        if throw is None:
            return Decision((listed[0],), 2000)
        wrong = weigh_slips(throw)
        color = draw_weighted(wrong, draws) if happens(expect_slips(throw), draws) else target(throw)
        delay = expect_time(throw) * self.pace * exp(self.spread * draw_normal(draws))
        chosen = [action for action in listed if action.color == color]
        return Decision(((chosen or listed)[0],), max(900, round(delay)))
