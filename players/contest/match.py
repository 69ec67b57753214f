"""Matches: one kind of player against another, at tables that can be played again exactly."""

import json
import os
import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from math import log10, sqrt
from threading import Timer
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from engines.core.draws import Draws, SeededDraws
from engines.core.game import AnyGame
from engines.core.records import Refusal, SeatName
from players.arena import Arena, Contestant
from players.core.player import (
    PERSONAS,
    AnyDecision,
    AnyPlayer,
    AnyView,
    Budget,
    Level,
    Persona,
    Player,
    Told,
)
from players.core.speech import Question, plain_question, read_decision
from players.core.uniform import Uniform
from players.registry import find_player
from players.tasse.exact import find_gain
from players.tasse.policy import Place, of_level

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


# Somebody else's player: a program that is asked over the protocol.

_LONGEST: Final = 1_000_000
"""Bytes of an answer at most."""
_SEES: Final = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT")
"""What a program sees of our environment: nothing that is secret."""


class Program(Player[Any, Any, Any]):
    """Plays by asking a program; where it fails, anything that is listed is done, and `faults` counts it.

    It has `seconds` for each answer. One that takes longer, says too much or ends is ended, and started anew
    for the next question.
    """

    def __init__(self, game: AnyGame, command: str, seconds: float = 10.0) -> None:
        self.game, self.budget = game.name, find_player(game.name).budget
        self.faults = 0
        self._rules, self._command, self._seconds = game, shlex.split(command), seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0

    def notice(self, notes: str, seat: SeatName, told: Told[Any]) -> str:
        """Return what our own player would have written down: a program is given that as well."""
        return find_player(self.game).notice(notes, seat, told)

    def decide(
        self, view: AnyView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> AnyDecision:
        """Return what the program does. Raises OSError where there is no such program."""
        chance = bytes(draws(256) - 1 for _ in range(32))
        question = plain_question(self._rules, Question(view, level, persona, budget, chance))
        try:
            decision = read_decision(self._rules, view, self._ask(question))
            if (view.offer is None) == bool(decision.actions) and self._may(view, decision):
                return decision
        except (Refusal, ValueError):
            self.close()
        self.faults += 1
        return Uniform(self.game).decide(view, level, persona, budget, draws)

    def close(self) -> None:
        """End the program, if it runs."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        process.wait()

    def _may(self, view: AnyView, decision: AnyDecision) -> bool:
        """Whether a decision begins with something that is listed, as far as lists say."""
        if not decision.actions:
            return decision.agrees is not None
        first = decision.actions[0]
        return first in view.legal.actions or (not view.legal.complete and first.type in view.legal.types)

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the program's answer to a question; raises ValueError where it gives none in time."""
        self._asked += 1
        line = json.dumps({"do": "decide", "id": self._asked, **question}).encode()
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(self._seconds, process.kill)
        timer.start()
        try:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            said = process.stdout.readline(_LONGEST)
        except BrokenPipeError:
            raise ValueError("the program has ended") from None
        finally:
            timer.cancel()
        answer = json.loads(said)
        if not isinstance(answer, dict) or answer.get("id") != self._asked:
            raise ValueError("no answer to the question")
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            seen = {name: os.environ[name] for name in _SEES if name in os.environ}
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(  # noqa: S603 - whoever types a match names the program
                self._command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=seen
            )
        return self._process


# The ladder of one game: everybody against everybody, ratings with their bounds, and who beats whom.


def _open_up_tasse(level: Level, seats: int) -> float:
    """Return how many points a challenge somebody gains who knows how this level plays strangers."""
    return find_gain(of_level(level, Place(seats), PERSONAS["basile"]), seats)


EXACT: Final[Mapping[str, Callable[[Level, int], float]]] = MappingProxyType({"tasse": _open_up_tasse})
"""How exploitable a level is with so many seats, for the games of which that can be worked out."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """What came of a round robin: each pair's tables, ratings with bounds, and what opponents could gain."""

    names: tuple[str, ...]
    tallies: Mapping[tuple[str, str], Tally]
    ratings: Mapping[str, tuple[float, float, float]]
    exploitable: Mapping[str, float]

    def share(self, one: str, other: str) -> float:
        """Return the share of their tables that `one` has won against `other`."""
        if (one, other) in self.tallies:
            return self.tallies[one, other].share
        return 1 - self.tallies[other, one].share

    def lines(self) -> Iterator[str]:
        """Yield the ladder as lines to print, the best first; beside each the shares against all others."""
        ranked = sorted(self.names, key=lambda name: -self.ratings[name][0])
        wide = max(8, *map(len, ranked))
        gain = f"{'gained':>8}" if self.exploitable else ""
        yield f"{'':{wide}} {'Elo':>6} {'95 %':>14}{gain}  " + " ".join(f"{name:>{wide}}" for name in ranked)
        for name in ranked:
            rating, low, high = self.ratings[name]
            gain = ""
            if self.exploitable:
                gain = f"{self.exploitable[name]:8.4f}" if name in self.exploitable else f"{'':8}"
            row = (f"{'' if name == other else f'{self.share(name, other):.3f}':>{wide}}" for other in ranked)
            yield f"{name:{wide}} {rating:+6.0f} {f'{low:+.0f} to {high:+.0f}':>14}{gain}  {' '.join(row)}"


def climb(event: Event, entrants: Sequence[Entrant], tables: int) -> Ladder:
    """Play so many tables of each pair, who share out the seats, and rate everybody.

    Raises ValueError for fewer than two entrants, or two of one name.
    """
    names = tuple(entrant.name for entrant in entrants)
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError("a ladder needs two entrants, each named once")
    tallies = {
        (one.name, other.name): event.share_out(one, other, tables)
        for one, other in combinations(entrants, 2)
    }
    draws = SeededDraws(sha256(event.seed.encode()).digest(), "bootstrap")
    ratings = rate_with_bounds(names, {pair: tally.shares for pair, tally in tallies.items()}, draws)
    measure, own = EXACT.get(event.game.name), find_player(event.game.name)
    exploitable = {
        entrant.name: measure(entrant.level, event.seats)
        for entrant in entrants
        if measure is not None and entrant.player is own
    }
    return Ladder(names, tallies, ratings, exploitable)


# Ratings of a round robin: how strong each must be for its results (the model of Bradley and Terry).

Results: TypeAlias = Mapping[tuple[str, str], Sequence[float]]
"""By pair: of each table the share (0 to 1) that the first has won. A pair stands there once."""

_SCALE: Final = 400
"""Elo's: whoever is so many points better wins ten of eleven tables."""
_ROUNDS: Final = 500
_CLOSE: Final = 1e-9


def rate(names: Sequence[str], results: Results) -> dict[str, float]:
    """Return Elo ratings, 0 on average. A pair counts as one table more, drawn, lest any be endless."""
    won, played = _sum_up(results)
    strength = dict.fromkeys(names, 1.0)
    for _ in range(_ROUNDS):
        new = {
            name: sum(won[name, other] for other in names if (name, other) in won)
            / sum(
                count / (strength[name] + strength[other])
                for (one, other), count in played.items()
                if one == name
            )
            for name in names
        }
        whole = sum(new.values()) / len(new)
        new = {name: value / whole for name, value in new.items()}
        done = max(abs(new[name] - strength[name]) for name in names) < _CLOSE
        strength = new
        if done:
            break
    elo = {name: _SCALE * log10(value) for name, value in strength.items()}
    mean = sum(elo.values()) / len(elo)
    return {name: value - mean for name, value in elo.items()}


def rate_with_bounds(
    names: Sequence[str], results: Results, draws: Draws, samples: int = 100
) -> dict[str, tuple[float, float, float]]:
    """Return each rating with the bounds that hold 95 of 100 others, from tables drawn again (bootstrap).

    Both are of a pair's own tables and one more won by either, so that there are bounds where one wins all.
    """
    pools = {pair: (*shares, 1.0, 0.0) for pair, shares in results.items()}
    rated = rate(names, pools)
    others: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(samples):
        again = {pair: [pools[pair][draws(len(pools[pair])) - 1] for _ in results[pair]] for pair in pools}
        for name, value in rate(names, again).items():
            others[name].append(value)
    bounds = {}
    for name in names:
        found = sorted(others[name])
        outside = round(0.025 * len(found))
        bounds[name] = (rated[name], found[outside], found[-1 - outside])
    return bounds


def _sum_up(results: Results) -> tuple[dict[tuple[str, str], float], dict[tuple[str, str], float]]:
    """Return, for each pair both ways round, how many tables were won, and played."""
    won, played = {}, {}
    for (one, other), shares in results.items():
        won[one, other] = sum(shares) + 0.5
        won[other, one] = len(shares) - sum(shares) + 0.5
        played[one, other] = played[other, one] = len(shares) + 1.0
    return won, played
