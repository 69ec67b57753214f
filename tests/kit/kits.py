"""The games of the kit, and tables of them as the bot holds them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.model import Held, Scene, Status, Vault
from bot.tables.sight import Sight, see
from engines.core.kit import Kit
from engines.core.records import AnyState
from tests.engines.playing import play_out
from tests.support.games import FACES, GAMES, ROOT
from tests.support.tasse_table import NAMES, SEED, lobby_table

KITS: dict[str, Kit[Any, Any]] = {name: game for name, game in GAMES.items() if isinstance(game, Kit)}
FACE = {face.spec.name: face for face in FACES}
FOLDERS = sorted({path.parent.name for path in (ROOT / "engines").glob("*/rules.py")} - {"core"} | {*KITS})
"""Where there are rules: what is there is meant to be a game."""
every_kit = pytest.mark.parametrize("name", sorted(KITS))


def held(name: str, state: AnyState, scenes: tuple[Scene, ...]) -> Held:
    """A running table in this state."""
    seats = state.setup.seats
    options = {
        key: value for key, value in KITS[name].options.plain(state.setup.options).items() if key != "first"
    }
    table = lobby_table(NAMES[: len(seats)], game=name, status=Status.PLAYING, options=options)
    named = tuple(replace(seat, name=own) for seat, own in zip(table.seats, seats, strict=True))
    return Held(replace(table, seats=named), Vault(SEED, state, scenes))


def sights(name: str, state: AnyState, scenes: tuple[Scene, ...]) -> Iterator[Sight]:
    """Yield a table as the channel and each seat see it."""
    for seat in (None, *state.setup.seats):
        yield see(held(name, state, scenes), KITS[name], seat, 0)


def walk(name: str, seed: int) -> Iterator[tuple[AnyState, tuple[Scene, ...]]]:
    """Yield the states of a random table, each with what happened last."""
    scenes: tuple[Scene, ...] = ()
    for number, (_, state, step, _, _) in enumerate(play_out(name, seed)):
        yield state, scenes
        scenes = (*scenes, Scene(number, step.events))[-KITS[name].steps_told :]
