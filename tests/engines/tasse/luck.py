"""How often luck is called unusual at fair tables of computers: `python -m tests.engines.tasse.luck TABLES`.

On honest dice some 4.6 of 100 seats are further than two standard deviations from what chance gives, as long
as there are many rolls; at single tables there are some twenty.
"""

import sys
from collections.abc import Iterator
from itertools import cycle

from engines.core.draws import Draws, SeededDraws
from engines.core.records import AnyState, AnyStep
from engines.core.telling import Deed, Story, deviation
from engines.tasse.model import Action
from engines.tasse.rules import Tasse
from players.arena import Arena, Contestant
from players.core.player import PERSONAS, Level
from players.registry import find_player

SIZES = (2, 3, 4, 6)
MOST_STEPS = 50_000


class Remembering(Tasse):
    """La Tasse at one table, which remembers what was done there."""

    def __init__(self) -> None:
        self.deeds: list[Deed] = []

    def act(self, state: AnyState, seat: str, action: Action, draws: Draws) -> AnyStep:
        step = super().act(state, seat, action, draws)
        self.deeds.append(Deed("act", seat, action, state, step.state, step.events, 0))
        return step


def honest(number: int) -> Draws:
    """The dice of a table."""
    return SeededDraws(b"luck", f"dice.{number}")


def deviations(number: int, dice: Draws) -> Iterator[float]:
    """Play a table of computers, and yield how lucky each seat was where chance had a say."""
    size, levels = SIZES[number % len(SIZES)], cycle(Level)
    contestants = {
        f"P{place}": Contestant(
            find_player("tasse"), level, persona, SeededDraws(b"luck", f"seat.{number}.{place}")
        )
        for place, level, persona in zip(range(size), levels, cycle(PERSONAS.values()), strict=False)
    }
    game = Remembering()
    Arena.open(game, contestants, {}, dice).play(MOST_STEPS)
    for sheet in game.tally(Story(tuple(contestants), tuple(game.deeds))).values():
        z = deviation(sheet["could"], sheet["could_e6"], sheet["var_e6"])
        if z is not None:
            yield z


def share_beyond(found: list[float], bound: float) -> float:
    """The share of those that are so many standard deviations from the mean, or more, either way."""
    return sum(abs(z) > bound for z in found) / len(found)


if __name__ == "__main__":
    tables = int(sys.argv[1])
    measured = [z for number in range(tables) for z in deviations(number, honest(number))]
    shares = ", ".join(f"|z| > {bound}: {share_beyond(measured, bound):.2%}" for bound in (1, 2, 3))
    print(f"{tables} tables, {len(measured)} seats: {shares}")  # noqa: T201
