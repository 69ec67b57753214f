"""What the conformance suite must know of each game to play it at random: one description a game.

Each stands with the game's own tests, as `DESCRIPTION` in a file `described.py`; that of a game of the kit
follows from its records.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import pytest

from bot.ui.frame.option import facts_of
from engines.core.game import AnyGame
from engines.core.imagining import imagine
from engines.core.kit import Kit
from engines.core.kit_records import Action, option_words
from engines.core.records import AnyState
from tests.support.games import GAMES

HOME = Path(__file__).parent
SOME = 40
"""So many actions of a kind are made up, where a game does not name any."""


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
    """Return how a game is tried; the test fails where nobody has said, and it cannot be derived."""
    if (HOME / name / "described.py").is_file():
        description: Description = import_module(f"tests.engines.{name}.described").DESCRIPTION
        return description
    if not isinstance(GAMES[name], Kit):
        pytest.fail(f"describe {name} in tests/engines/{name}/described.py (see tests/engines/described.py)")
    return derive_description(GAMES[name])


def derive_description(rules: Kit[Any, Any]) -> Description:
    """How to try a game whose records say it: what they allow, and which of its actions show something."""

    def make_table(random: Random) -> tuple[list[str], dict[str, Any]]:
        seats = [
            f"seat {number}" for number in range(1, random.randint(rules.seats_min, rules.seats_max) + 1)
        ]
        options = {
            name: random.choice(usual_values(rules, name)) for name in facts_of(rules) if name != "first"
        }
        return seats, {"first": random.choice(["drawn", *seats]), **options}

    def make_twins(state: AnyState, audience: str | None) -> Iterator[AnyState]:
        chance = Random(state.position.decision)
        return rules.twins(state, audience, lambda n: chance.randint(1, n))

    return Description(
        table=make_table,
        any_actions=tuple(dict.fromkeys(each for kind in rules.kinds for each in actions_of(kind))),
        unlisted=lambda action: False,
        twins=make_twins,
        silent=lambda action: not action.reveals,
        most_steps=20_000,
    )


def usual_values(rules: Kit[Any, Any], name: str) -> list[Any]:
    """Return the values of an option that people are offered."""
    fact, words = facts_of(rules)[name], option_words(rules.options.record)[name]
    return [fact.default, *(fact.values or tuple(words.choices))]


def actions_of(kind: type[Action]) -> Iterator[Action]:
    """Yield actions of one kind, legal or not."""
    chance = Random(kind.type)
    hints = get_type_hints(kind, include_extras=True)
    named = [hints[each.name] for each in fields(kind) if each.name != "type"]
    for _ in range(SOME if named else 1):
        yield kind(*(imagine(hint, lambda n: chance.randint(1, n)) for hint in named))


def random_state(game: AnyGame, random: Random) -> AnyState:
    """Return the start of a random table."""
    seats, options = description_of(game.name).table(random)
    return game.start(game.setup(seats, options), lambda n: random.randint(1, n)).state
