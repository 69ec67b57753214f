"""Positions of any game as a seat's player meets them."""

from collections import deque
from random import Random

from engines.core.records import events_for
from players.arena import view_of
from players.core.player import PERSONAS, Level, Told
from players.librarian.core import Memory
from players.librarian.registry import recall
from players.registry import find_player
from tests.engines.playing import play_out


def walk(name, seed, level=Level.MEDIUM, most=16):
    """Play a random table: yields (game, state, seat, view) for decisions that are awaited on the way.

    At most so many: first one after the other, then ever farther apart, so that ends come up as well.
    """
    random = Random(seed)
    chairs, memory = {}, Memory(level, PERSONAS["basile"], random.randbytes(32))
    met = taken = 0
    wanted = 1
    for game, state, step, _, _ in play_out(name, seed):
        chairs = chairs or {seat: (deque(maxlen=game.steps_told), [""]) for seat in state.setup.seats}
        for seat in game.to_act(state):
            met += 1
            if met < wanted:
                continue
            wanted, taken = met + 1 + random.randint(0, met // 2), taken + 1
            told, notes = chairs[seat]
            recalled = recall(name, state, seat, memory)
            yield game, state, seat, view_of(game, state, seat, tuple(told), notes[0], recalled)
            if taken == most:
                return
        for seat, (told, notes) in chairs.items():
            news = Told(tuple(events_for(step.events, seat)), 1000)
            told.append(news)
            notes[0] = find_player(name).notice(notes[0], seat, news)
