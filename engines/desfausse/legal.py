"""What a seat may do now: the single truth that buttons and `act` share (C5)."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, combinations
from math import perm

from engines.core.events import SeatName
from engines.core.game import LegalActions
from engines.core.protocol import LONGEST_LIST
from engines.desfausse.choices import candidates, choice_of, creditors_of, to_act
from engines.desfausse.combos import count_discards, curses, discards
from engines.desfausse.dice import DEVIL
from engines.desfausse.hands import own_dice
from engines.desfausse.model import (
    Action,
    Demon,
    DesfausseState,
    Gift,
    Pass,
    Position,
    Reroll,
    Setup,
    Stop,
)

_NOTHING: LegalActions[Action] = LegalActions()

_reroll = lru_cache(1 << 12)(Reroll)
"""Rerolls by their dice, made once: the same ones are listed again and again."""


def legal_actions(state: DesfausseState, seat: SeatName) -> LegalActions[Action]:
    """Return every action of the seat; what the cursed get is always written out.

    Where there are too many, the types are complete, and the only action listed is the one that the clock
    would take (F12).
    """
    setup, position = state.setup, state.position
    if seat not in to_act(setup, position):
        return _NOTHING
    match position.phase:
        case "rolling":
            return _rolling(setup, position, seat)
        case "discard":
            return _choices(setup, position, seat)
        case "gift":
            return _gifts(setup, position, seat)
    return LegalActions(tuple(Demon(other) for other in candidates(setup, position)))


def _rolling(setup: Setup, position: Position, seat: SeatName) -> LegalActions[Action]:
    loose = [die.id for die in own_dice(setup, position, seat) if die.face != DEVIL]
    ways = chain.from_iterable(combinations(loose, many) for many in range(1, len(loose) + 1))
    return LegalActions((*map(_reroll, ways), Stop()))


def _choices(setup: Setup, position: Position, seat: SeatName) -> LegalActions[Action]:
    choice = choice_of(setup, position, seat)
    if count_discards(choice) >= LONGEST_LIST:
        return LegalActions((Pass(),), complete=False, types=("discard", "pass"))
    return LegalActions((*discards(choice), Pass()))


def _gifts(setup: Setup, position: Position, seat: SeatName) -> LegalActions[Action]:
    owed, held = creditors_of(setup, position, seat), position.held[setup.seats.index(seat)]
    gifts = map(Gift, curses(owed, held))
    if perm(len(held), len(owed)) > LONGEST_LIST:
        return LegalActions((next(gifts),), complete=False, types=("gift",))
    return LegalActions(tuple(gifts))
