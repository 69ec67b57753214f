"""Tables of Défizz with the built-in deck, played by computers."""

from random import Random

from engines.core.draws import SeededDraws
from players.arena import Arena, Contestant, view_of
from players.core.player import PERSONAS, Level
from players.librarian.core import Memory
from players.librarian.registry import recall
from players.registry import find_player
from tests.support.games import GAMES

GAME = GAMES["defizz"]
SEATS = tuple(f"P{number}" for number in range(1, 13))
"""No answer of the deck is one of them."""
PLAYER = find_player("defizz")


def memory_of(seed, level=Level.MEDIUM, persona="basile"):
    return Memory(level, PERSONAS[persona], Random(f"memory {seed}").randbytes(32))


def open_table(seed, *levels, **options):
    """Open a table of computers of these levels, its seats named P1, P2…"""
    chance = Random(seed)
    personas = chance.sample(list(PERSONAS.values()), len(PERSONAS))
    contestants = {
        seat: Contestant(PLAYER, level, persona, SeededDraws(chance.randbytes(32), "t"))
        for seat, level, persona in zip(SEATS, levels, [*personas, *personas], strict=False)
    }
    dice = SeededDraws(chance.randbytes(32), "dice")
    return Arena.open(GAME, contestants, {"reader": "bot", **options}, dice)


def visit(seed, level=Level.MEDIUM, seats=4, most=5_000, **options):
    """Play a table: yields (state, seat, memory, view) for every decision that is awaited on the way."""
    arena = open_table(seed, *[level] * seats, **options)
    memories = {seat: memory_of(f"{seed} {seat}", level) for seat in arena.state.setup.seats}
    for _ in range(most):
        if arena.is_over:
            return
        for seat in GAME.to_act(arena.state):
            recalled = recall("defizz", arena.state, seat, memories[seat])
            yield arena.state, seat, memories[seat], view_of(GAME, arena.state, seat, (), "", recalled)
        arena.step()
