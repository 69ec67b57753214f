"""Held tables to what the store keeps, and back: the game's own parts become JSON text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.tables.model import Held, Pending, Scene, Unread, Vault, incident_of
from bot.tables.ports import Stored
from engines.core.game import AnyGame, State
from engines.core.replacing import replace

__all__ = ["pack", "read_state", "scene_of", "unpack", "weigh"]

_LEAST_WEIGHT = 4_000
"""What any table weighs, whatever its texts: seats, people, options."""


def scene_of(version: int, events: tuple[Any, ...], game: AnyGame, opened_at: int = 0) -> Scene:
    """A scene with its JSON."""
    text = f"[{','.join(game.events.dump(event) for event in events)}]"
    return Scene(version, events, opened_at, text)


def pack(held: Held, game: AnyGame, *, begins: bool) -> Stored:
    """The stored form of a held table; `begins`: its setup is not stored yet."""
    vault = held.vault
    if vault.unread is not None:
        kept = vault.unread
        return Stored(
            held.table, vault.seed, None, kept.position, kept.scenes, held.last_seq, rules=vault.rules
        )
    state = vault.state
    scenes = ",".join(f"[{scene.version},{scene.text},{scene.opened_at}]" for scene in vault.scenes)
    return Stored(
        table=held.table,
        seed=vault.seed,
        setup=game.setups.dump(state.setup) if begins and state is not None else None,
        position=None if state is None else game.positions.dump(state.position),
        scenes=f"[{scenes}]",
        last_seq=held.last_seq,
        rules=game.rules_version,
        setup_rules=game.rules_version,
        salt=vault.salt,
    )


def unpack(stored: Stored, games: Mapping[str, AnyGame]) -> Held:
    """The held form of a stored table; what was written by older rules is brought up to ours.

    A table whose game cannot be read, for whatever reason, is held all the same (see `Unread`): it can be
    shown as such, left and closed.
    """
    table = stored.table
    try:
        game = games[table.game]
        vault = _opened(stored, game)
        pending = table.pending
        if pending.draft and stored.rules != game.rules_version:
            draft = tuple(game.upgrade("action", plain, stored.rules) for plain in pending.draft)
            table = replace(table, pending=Pending(draft, pending.offer))
    except Exception as error:
        # Neither the text nor the error's own words: both may tell secrets.
        unread = Unread(incident_of(table), type(error).__name__, stored.position, stored.scenes)
        vault = Vault(stored.seed, salt=stored.salt, rules=stored.rules, unread=unread)
    return Held(table, vault, stored.last_seq, weigh(stored))


def weigh(stored: Stored) -> int:
    """About how many bytes of text a held table was read from; the cards of the built-in deck are shared."""
    deck = len(stored.setup or "") if stored.table.manners.deck else 0
    return _LEAST_WEIGHT + deck + len(stored.position or "") + len(stored.scenes)


def _opened(stored: Stored, game: AnyGame) -> Vault:
    scenes = tuple(
        scene_of(version, tuple(_event(event, game, stored.rules) for event in events), game, *opened_at)
        for version, events, *opened_at in json.loads(stored.scenes)
    )
    return Vault(stored.seed, read_state(stored, game), scenes, stored.salt, stored.rules)


def read_state(stored: Stored, game: AnyGame) -> State[Any, Any] | None:
    """The state of a stored game, None before it begins; Refusal where it cannot be read."""
    if stored.setup is None or stored.position is None:
        return None
    setup = game.read("setup", stored.setup, stored.setup_rules)
    return State(setup, game.read("position", stored.position, stored.rules))


def _event(plain: Any, game: AnyGame, rules: int) -> Any:
    if rules != game.rules_version:
        plain = game.upgrade("event", plain, rules)
    return game.events.parse(plain)
