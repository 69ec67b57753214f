"""What each version of the rules stored, kept for ever: a file a game and version, one moment a line.

A line holds a setup, a position, what happened last, and what may be done next. Files are written once, by
the code of their version, and never again:

    python -m tests.engines.stored

writes what is missing for the versions of today. What shapes they have is guarded by tests.stored.shapes.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from engines.core.game import AnyGame
from tests.engines.described import description_of
from tests.engines.playing import play_out
from tests.support.games import GAMES

HOME = Path(__file__).parent
KINDS = ("setup", "position", "event", "action")

_EACH = 3
"""Moments of a phase that are kept, of a table each."""
_TABLES = 200
_WORDS, _ACTIONS = 3, 5
"""Actions that are kept of what may be done: so many in words where they are heard, and others."""


def path_of(name: str, version: int) -> Path:
    """Where the moments of a game's version stand."""
    return HOME / f"{name}.{version}.jsonl"


def moments(name: str) -> Iterator[dict[str, Any]]:
    """Yield moments of random tables as today's code stores them: a few of every phase."""
    game, kept = GAMES[name], Counter()
    for seed in range(_TABLES):
        random, seen = Random(seed), set()
        for _, _, step, _, _ in play_out(name, seed):
            phase = phase_of(game.positions.plain(step.state.position))
            wanted = kept[phase] < _EACH and phase not in seen
            if wanted and (not kept[phase] or random.random() < 0.2):
                kept[phase] += 1
                seen.add(phase)
                yield _moment(game, step, random)


def phase_of(position: dict[str, Any]) -> str:
    """Return what the game waits for; of a game whose positions name no phase, whether it goes on."""
    return position.get("phase") or ("running" if position["winners"] is None else "over")


def _moment(game: AnyGame, step: Any, random: Random) -> dict[str, Any]:
    state, tried = step.state, description_of(game.name).any_actions
    legal = [
        game.decide(state, seat, action)
        for seat in game.to_act(state)
        for action in (*game.legal_actions(state, seat).actions, *tried)
        if game.refusal(state, seat, action) is None
    ]
    random.shuffle(legal)
    legal.sort(key=lambda action: not hasattr(action, "text"))
    actions = [*legal[:_WORDS], *legal[_WORDS:][-_ACTIONS:]]
    return {
        "setup": game.setups.plain(state.setup),
        "position": game.positions.plain(state.position),
        "events": [game.events.plain(event) for event in step.events],
        "actions": [game.actions.plain(action) for action in actions],
    }
