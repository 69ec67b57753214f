"""S1: the state codec with validation, beside the standard library's json on the plain data."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable

from engines import GAMES
from engines.core.codec import Codec

ROUNDS = 15
TIMES = 400


def middle(name: str, steps: int = 40) -> tuple[object, object]:
    """A setup and a position from the middle of a random game of six, or of as many as may play it."""
    game, chance = GAMES[name], random.Random(3)
    seats = min(6, game.seats_max or 6)

    def draws(n: int) -> int:
        return chance.randint(1, n)

    state = game.start(game.setup([str(n) for n in range(1, seats + 1)], {}), draws).state
    for _ in range(steps):
        seat = next(iter(game.to_act(state)), None)
        actions = () if seat is None else game.legal_actions(state, seat).actions
        step = (
            game.act(state, seat, chance.choice(actions), draws)
            if seat is not None and actions
            else game.expire(state, draws)
        )
        if game.is_over(step.state):
            break
        state = step.state
    return state.setup, state.position


def spent(work: Callable[[], object]) -> float:
    """CPU microseconds of one call."""
    begun = time.process_time()
    for _ in range(TIMES):
        work()
    return (time.process_time() - begun) / TIMES * 1e6


def compare(label: str, codec: Codec[object], position: object) -> list[tuple[str, str]]:
    """One position there and back, by turns."""
    text, plain = codec.dump(position), codec.plain(position)
    pairs = [
        (spent(lambda: codec.load(codec.dump(position))), spent(lambda: json.loads(json.dumps(plain))))
        for _ in range(ROUNDS)
    ]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(one / other for one, other in pairs)
    return [
        (f"{label}, position of {len(text)} bytes", f"{ours:.0f} us"),
        (f"{label}, stdlib json", f"{theirs:.0f} us"),
        (f"{label} / stdlib json", f"{ratio:.2f} (target 1)"),
    ]


def measure() -> list[tuple[str, str]]:
    """Printable rows: microseconds of both, and the median ratio (target: at most 1)."""
    rows: list[tuple[str, str]] = []
    for name, game in GAMES.items():
        _, position = middle(name)
        rows += compare(f"S1 {name}", game.positions, position)
    return rows
