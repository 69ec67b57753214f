"""E1 and E2: how many actions a second an engine takes, beside what others' engines take in the same run.

A decision is: ask for the full legal list, pick one at random, apply it. Each outcome of chance is an action
as well, in our engines as in others': a domino dealt there, a die rolled or a card shuffled here. Ratios are
told for the decisions alone, too: games differ in how much chance they have. One thread, CPU time. Engines
take turns in short slices and are compared slice by slice, since other work on the machine comes and goes.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from engines import GAMES
from engines.core.draws import ScriptedDraws
from engines.debacle.notation import perft

SLICES = 15
SLICE_SECONDS = 0.15
PERFT_DEPTH = 4
BOARD_GAMES = ("debacle",)
"""Held against python-chess (E1); the others against block dominoes (E2)."""

Player = Callable[[random.Random], Iterator[int]]
"""Plays random games for ever; after each decision it tells how many outcomes of chance there were so far."""


@dataclass(frozen=True, slots=True)
class Speed:
    """What is done in a CPU second."""

    decisions: float
    outcomes: float

    @property
    def actions(self) -> float:
        """Decisions and outcomes of chance."""
        return self.decisions + self.outcomes


def play_game(name: str) -> Player:
    """Return a player of one of our games, up to four seats, default options."""
    game = GAMES[name]

    def play(chance: random.Random) -> Iterator[int]:
        outcomes = 0

        def draws(n: int) -> int:
            nonlocal outcomes
            outcomes += 1
            return int(chance.random() * n) + 1

        setup = game.setup(["A", "B", "C", "D"][: game.seats_max], {})
        while True:
            state = game.start(setup, draws).state
            while not game.is_over(state):
                awaited = game.to_act(state)
                if awaited:
                    action = chance.choice(game.legal_actions(state, awaited[0]).actions)
                    state = game.act(state, awaited[0], action, draws).state
                else:
                    state = game.system(state, "settle", draws).state
                yield outcomes

    return play


def play_chess() -> Player | None:
    """Return a player of python-chess, None where it is not installed."""
    if importlib.util.find_spec("chess") is None:
        return None
    chess: Any = importlib.import_module("chess")

    def play(chance: random.Random) -> Iterator[int]:
        while True:
            board = chess.Board()
            while not board.is_game_over():
                board.push(chance.choice(list(board.legal_moves)))
                yield 0

    return play


def play_dominoes() -> Player | None:
    """Return a player of OpenSpiel's python_block_dominoes, None where OpenSpiel is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    pyspiel: Any = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games.block_dominoes")
    game = pyspiel.load_game("python_block_dominoes")

    def play(chance: random.Random) -> Iterator[int]:
        outcomes = 0
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                drawn = state.is_chance_node()
                state.apply_action(chance.choice(state.legal_actions()))
                outcomes += drawn
                if not drawn:
                    yield outcomes

    return play


def slice_speed(game: Iterator[int], seconds: float) -> Speed:
    """Return the speed of one slice."""
    before = next(game)
    done, begun = 0, time.process_time()
    until = begun + seconds
    while time.process_time() < until:
        for _ in range(50):
            outcomes = next(game)
        done += 50
    took = time.process_time() - begun
    return Speed(done / took, (outcomes - before) / took)


def perft_speed() -> str:
    """Return the legal action sequences of Débâcle counted per CPU second, from the start."""
    game = GAMES["debacle"]
    state = game.start(game.setup(["A", "B"], {"first": "A"}), ScriptedDraws()).state
    begun = time.process_time()
    nodes = perft(state, PERFT_DEPTH)
    return f"{nodes / (time.process_time() - begun):,.0f} nodes/s (depth {PERFT_DEPTH}: {nodes:,})"


def _told(speeds: list[Speed]) -> str:
    actions = statistics.median(speed.actions for speed in speeds)
    decisions = statistics.median(speed.decisions for speed in speeds)
    return f"{actions:,.0f} actions/s ({decisions:,.0f} decisions/s)"


def _goal(name: str) -> str:
    return f"E1 {name}" if name in BOARD_GAMES else f"E2 {name}"


def measure(slices: int = SLICES, seconds: float = SLICE_SECONDS) -> list[tuple[str, str]]:
    """Return printable rows: actions a second of each engine, and the median ratio to each reference."""
    references = {"python-chess": play_chess(), "OpenSpiel python_block_dominoes": play_dominoes()}
    games = {name: play_game(name) for name in GAMES}
    players = games | {name: player for name, player in references.items() if player is not None}
    running = {name: player(random.Random(7)) for name, player in players.items()}
    speeds: dict[str, list[Speed]] = {name: [] for name in running}
    for _ in range(slices):
        for name, game in running.items():
            speeds[name].append(slice_speed(game, seconds))
    rows = [(_goal(name), _told(speed)) for name, speed in speeds.items()]
    for game_name in games:
        for name, player in references.items():
            if player is None:
                rows.append((f"{_goal(game_name)} / {name}", "not installed"))
                continue
            pairs = list(zip(speeds[game_name], speeds[name], strict=True))
            ratio = statistics.median(ours.actions / theirs.actions for ours, theirs in pairs)
            alone = statistics.median(ours.decisions / theirs.decisions for ours, theirs in pairs)
            rows.append((f"{_goal(game_name)} / {name}", f"{ratio:.2f} (decisions alone {alone:.2f})"))
    rows.append(("E1 debacle perft", perft_speed()))
    return rows


if __name__ == "__main__":
    for row in measure():
        print(*row, sep="\t")
