"""Held tables to what the store keeps, and back: the game's own parts become JSON text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.tables.model import Held, Scene, Vault
from bot.tables.ports import Stored
from engines.core.game import AnyGame, State

__all__ = ["pack", "scene_of", "unpack"]


def scene_of(version: int, events: tuple[Any, ...], game: AnyGame, opened_at: int = 0) -> Scene:
    """A scene with its JSON."""
    text = f"[{','.join(game.events.dump(event) for event in events)}]"
    return Scene(version, events, opened_at, text)


def pack(held: Held, game: AnyGame) -> Stored:
    """The stored form of a held table."""
    state = held.vault.state
    scenes = ",".join(f"[{scene.version},{scene.text},{scene.opened_at}]" for scene in held.vault.scenes)
    return Stored(
        table=held.table,
        seed=held.vault.seed,
        setup=None if state is None else held.vault.setup or game.setups.dump(state.setup),
        position=None if state is None else game.positions.dump(state.position),
        scenes=f"[{scenes}]",
        last_seq=held.last_seq,
    )


def unpack(stored: Stored, games: Mapping[str, AnyGame]) -> Held:
    """The held form of a stored table."""
    game = games[stored.table.game]
    state: State[Any, Any] | None = None
    if stored.setup is not None and stored.position is not None:
        state = State(game.setups.load(stored.setup), game.positions.load(stored.position))
    scenes = tuple(
        scene_of(version, tuple(game.events.parse(event) for event in events), game, *opened_at)
        for version, events, *opened_at in json.loads(stored.scenes)
    )
    return Held(stored.table, Vault(stored.seed, state, scenes, stored.setup), stored.last_seq)
