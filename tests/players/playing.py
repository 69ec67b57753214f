"""Positions of any game as a seat's player meets them."""

from __future__ import annotations

from collections import deque
from random import Random

from engines.core.events import events_for
from players.arena import view_of
from players.core.decision import Level
from players.core.persona import PERSONAS
from players.core.view import Told
from players.librarian.core import Memory
from players.librarian.registry import recall
from players.registry import find_player
from tests.engines.playing import play_out

_ALL_OF, _ONE_OF = 20, 15
"""All of the first steps are looked at, and one of so many later ones."""


def walk(name, seed, level=Level.MEDIUM):
    """Play a random table: yields (game, state, seat, view) for decisions that are awaited on the way.

    Of long tables, which are much of the same, only some steps are looked at.
    """
    chairs, memory = {}, Memory(level, PERSONAS["basile"], Random(seed).randbytes(32))
    for number, (game, state, step, _, _) in enumerate(play_out(name, seed)):
        chairs = chairs or {seat: (deque(maxlen=game.steps_told), [""]) for seat in state.setup.seats}
        for seat in game.to_act(state) if number < _ALL_OF or number % _ONE_OF == 0 else ():
            told, notes = chairs[seat]
            recalled = recall(name, state, seat, memory)
            yield game, state, seat, view_of(game, state, seat, tuple(told), notes[0], recalled)
        for seat, (told, notes) in chairs.items():
            news = Told(tuple(events_for(step.events, seat)), 1000)
            told.append(news)
            notes[0] = find_player(name).notice(notes[0], seat, news)
