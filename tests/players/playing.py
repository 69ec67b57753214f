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


def walk(name, seed, level=Level.MEDIUM):
    """Play a random table: yields (game, state, seat, view) for every decision that is awaited on the way."""
    chairs, memory = {}, Memory(level, PERSONAS["basile"], Random(seed).randbytes(32))
    for game, state, step, _, _ in play_out(name, seed):
        chairs = chairs or {seat: (deque(maxlen=game.steps_told), [""]) for seat in state.setup.seats}
        for seat in game.to_act(state):
            told, notes = chairs[seat]
            recalled = recall(name, state, seat, memory)
            yield game, state, seat, view_of(game, state, seat, tuple(told), notes[0], recalled)
        for seat, (told, notes) in chairs.items():
            news = Told(tuple(events_for(step.events, seat)), 1000)
            told.append(news)
            notes[0] = find_player(name).notice(notes[0], seat, news)
