"""People as the tests imagine them: quick or slow, steady or not, learning or tiring, right or wrong."""

from __future__ import annotations

from math import exp, log

from engines.diavolo.throw import target
from players.core.chance import draw_fraction, draw_normal, draw_weighted, happens
from players.core.decision import Decision
from players.core.player import Player
from players.diavolo.task import expect_slips, expect_time, weigh_slips


def lognormal(draws):
    """Vary as players assume that people do."""
    return exp(0.28 * draw_normal(draws))


def normal(draws):
    """Vary as much to either side."""
    return max(0.3, 1 + 0.25 * draw_normal(draws))


def lapsing(draws):
    """Be steady but for a long tail (ex-Gaussian), and look away now and then."""
    looked_away = 1.0 if happens(0.06, draws) else 0.0
    return max(0.2, 0.7 + 0.1 * draw_normal(draws) - 0.3 * log(draw_fraction(draws))) + looked_away


class Person(Player):
    """Somebody at a table of Diavolo: `pace` times as slow as most people (1: as assumed).

    `growing` (logarithms) is how much slower than that the first round is, of which each round keeps nine
    tenths.
    """

    game = "diavolo"

    def __init__(self, pace=1.0, growing=0.0, vary=lognormal):
        self.pace, self.growing, self.vary = pace, growing, vary
        self.rounds = 0

    def decide(self, view, level, persona, budget, draws):
        """Throw, or grab."""
        throw, listed = view.observation.dice, view.legal.actions
        if throw is None:
            return Decision((listed[0],), 2000)
        wrong = weigh_slips(throw)
        color = draw_weighted(wrong, draws) if happens(expect_slips(throw), draws) else target(throw)
        pace = self.pace * exp(self.growing * 0.9**self.rounds)
        delay = expect_time(throw) * pace * self.vary(draws)
        self.rounds += 1
        chosen = [action for action in listed if action.color == color]
        return Decision(((chosen or listed)[0],), max(900, round(delay)))
