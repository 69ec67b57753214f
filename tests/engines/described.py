"""What the conformance suite must know of each game to play it at random: one description a game.

Each stands with the game's own tests, as `DESCRIPTION` in a file `described.py`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.core.game import AnyGame
from engines.core.records import AnyState

HOME = Path(__file__).parent


@dataclass(frozen=True)
class Description:
    """How to try a game.

    `table`: seats and options for a random table. `any_actions`: actions of every kind, legal or not.
    `unlisted`: whether an action may be legal without being listed. `twins`: states that differ from this one
    only in what the audience may not know. `silent`: whether an action shows nobody anything of the secrets.
    `most_steps`: no random table takes longer. `unbidden`: whether a seat may do it while others are awaited.
    """

    table: Callable[[Random], tuple[list[str], dict[str, Any]]]
    any_actions: tuple[Any, ...]
    unlisted: Callable[[Any], bool]
    twins: Callable[[AnyState, str | None], Iterator[AnyState]]
    silent: Callable[[Any], bool]
    most_steps: int
    unbidden: Callable[[Any], bool] = lambda action: False


def description_of(name: str) -> Description:
    """Return how a game is tried; the test fails where nobody has said."""
    if not (HOME / name / "described.py").is_file():
        pytest.fail(f"describe {name} in tests/engines/{name}/described.py (see tests/engines/described.py)")
    description: Description = import_module(f"tests.engines.{name}.described").DESCRIPTION
    return description


def random_state(game: AnyGame, random: Random) -> AnyState:
    """Return the start of a random table."""
    seats, options = description_of(game.name).table(random)
    return game.start(game.setup(seats, options), lambda n: random.randint(1, n)).state
