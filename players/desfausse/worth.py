"""How far a hand is from empty, known by heart, and what that makes of everybody's chances."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from math import exp
from pathlib import Path
from typing import Final

from engines.core.events import SeatName
from engines.desfausse.hands import MOST_DICE
from players.desfausse.kinds import Kinds
from players.desfausse.rolling import Rolling

__all__ = ["TURNS_FILE", "curse_of", "read_turns", "rolling_by_dice", "rolling_by_turns", "share", "weigh"]

TURNS_FILE: Final = Path(__file__).with_name("turns.json")
_HURRY: Final = 0.45
"""How much less likely each further turn makes it to win the round."""

Turns = Mapping[Kinds, float]
"""How many turns it takes on average to be rid of so many dice, by hands."""


@cache
def read_turns(seats: int) -> Turns:
    """Return what a table with so many seats in play makes of each hand.

    A hand is played alone for it, as quickly as possible; whoever is cursed gets a die from each other seat.
    """
    plain = json.loads(TURNS_FILE.read_text(encoding="ascii"))[str(seats)]
    return {
        Kinds(small, big, angel): turns
        for angel, rows in enumerate(plain)
        for big, row in enumerate(rows)
        for small, turns in enumerate(row)
    }


def weigh(hand: Kinds, seats: int) -> float:
    """Return how near a hand is to winning the round: 1 for none, less and less for larger ones."""
    return exp(-_HURRY * read_turns(seats)[hand])


def share(seat: SeatName, weights: Mapping[SeatName, float]) -> float:
    """Return a seat's part of all weights."""
    return weights[seat] / sum(weights.values())


def curse_of(hand: Kinds, seats: int) -> Kinds:
    """Return a hand with what the cursed get: of each other seat a die, big ones and small ones (F8, F9)."""
    got = min(seats - 1, MOST_DICE - hand.total)
    big = (got + 1) // 2
    return hand.plus(Kinds(got - big, big, 0))


@cache
def rolling_by_turns(seats: int) -> Rolling:
    """Return how to roll so that the hand is won soon."""
    return Rolling(lambda hand, cursed: weigh(curse_of(hand, seats) if cursed else hand, seats))


@cache
def rolling_by_dice(seats: int) -> Rolling:
    """Return how to roll so that few dice are left after the turn, whichever."""
    return Rolling(lambda hand, cursed: -float((curse_of(hand, seats) if cursed else hand).total))
