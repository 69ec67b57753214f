"""Matches: one kind of player against another, at tables that can be played again exactly."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from typing import Any, Final

from engines.core.draws import SeededDraws
from engines.core.game import AnyGame
from players.arena import Arena, Contestant
from players.contest.program import Program
from players.core.player import PERSONAS, AnyPlayer, Level, Persona
from players.core.uniform import Uniform
from players.registry import find_player

_MOST_STEPS: Final = 50_000
_WIDE: Final = 1.96
"""So many standard deviations hold 95 of 100 results."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One kind of player. `persona` None: a table's seats are played by one character after the other."""

    name: str
    player: AnyPlayer
    level: Level = Level.STRONG
    persona: Persona | None = None

    def as_persona(self, place: int) -> Persona:
        """Return who plays at the table's seat of this number."""
        return self.persona or tuple(PERSONAS.values())[place % len(PERSONAS)]


def enter(game: AnyGame, name: str) -> Entrant:
    """Return the entrant that a name stands for.

    It is a level, with a persona if wanted ("fort", "fort:basile"), "uniform" for somebody who does anything,
    or a command after an exclamation mark ("!python my_player.py"). Raises ValueError for anything else.
    """
    if name.startswith("!"):
        return Entrant(name, Program(game, name[1:]))
    if name == "uniform":
        return Entrant(name, Uniform(game.name))
    level, _, persona = name.partition(":")
    if level not in {each.value for each in Level} or persona not in {"", *PERSONAS}:
        raise ValueError(f"nobody is called {name}")
    return Entrant(name, find_player(game.name), Level(level), PERSONAS.get(persona))


@dataclass(slots=True)
class Tally:
    """What came of tables: the share (0 to 1) of each that the first kind has won, and how many had no end.

    A table that several seats win is shared among them.
    """

    shares: list[float] = field(default_factory=list)
    endless: int = 0
    decisions: int = 0
    nodes: int = 0

    @property
    def share(self) -> float:
        """The share of all tables; half of none."""
        return sum(self.shares) / len(self.shares) if self.shares else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Between what bounds the true share lies, with 95 % (after Wilson)."""
        tables, square = len(self.shares), _WIDE**2
        if not tables:
            return 0.0, 1.0
        middle = (self.share + square / (2 * tables)) / (1 + square / tables)
        spread = sqrt(self.share * (1 - self.share) / tables + square / (4 * tables**2))
        half = _WIDE * spread / (1 + square / tables)
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Event:
    """How tables are played: the same seed leads to the same tables, on every machine."""

    game: AnyGame
    options: Mapping[str, Any]
    seats: int = 2
    seed: str = "1"

    def duel(self, one: Entrant, other: Entrant, tables: int) -> Tally:
        """Let one seat play as `one` and all others as `other`; that seat moves on from table to table."""
        return self._play(
            one,
            (
                [one if seat == table % self.seats else other for seat in range(self.seats)]
                for table in range(tables)
            ),
        )

    def share_out(self, one: Entrant, other: Entrant, tables: int) -> Tally:
        """Let every second seat play as `one`, the rest as `other`; they change places at each table."""
        return self._play(
            one,
            (
                [one if (seat + table) % 2 == 0 else other for seat in range(self.seats)]
                for table in range(tables)
            ),
        )

    def _play(self, one: Entrant, tables: Iterator[Sequence[Entrant]]) -> Tally:
        tally = Tally()
        for number, sitting in enumerate(tables):
            arena = self._open(number, sitting)
            try:
                arena.play(_MOST_STEPS)
            except RuntimeError:
                tally.endless += 1
                continue
            finally:
                tally.decisions += arena.decisions
                tally.nodes += arena.nodes
            names = list(arena.contestants)
            winners = [sitting[names.index(seat)] for seat in self.game.winners(arena.state) or ()]
            tally.shares.append(_share(winners, one))
        return tally

    def _open(self, number: int, sitting: Sequence[Entrant]) -> Arena:
        key = sha256(self.seed.encode()).digest()
        contestants = {
            f"P{place + 1}": Contestant(
                who.player,
                who.level,
                who.as_persona(place + number),
                SeededDraws(key, f"seat.{number}.{place}"),
            )
            for place, who in enumerate(sitting)
        }
        return Arena.open(self.game, contestants, self.options, SeededDraws(key, f"dice.{number}"))


def _share(winners: Sequence[Entrant], one: Entrant) -> float:
    """Return the part of a table that one kind has won; where nobody has won, all have alike."""
    return sum(who is one for who in winners) / len(winners) if winners else 0.5
