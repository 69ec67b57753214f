"""Places as the rules tell them, and as they are counted again from the events alone: no difference."""

import pytest

from engines.core.game import AnyGame
from engines.core.kit import Kit
from engines.core.records import AnyState
from tests.engines.places.hurrying import hurry
from tests.engines.places.recount import COUNTERS
from tests.support.chance import sized
from tests.support.games import GAMES

TABLES = (*range(sized(60, 1_000)), 82)
"""Two share a place of the last one at DESfausse, which is rare."""


def places_of(game: AnyGame, state: AnyState) -> dict[str, int]:
    return {seat: place.number for place in game.places(state) for seat in place.seats}


def test_every_game_is_counted_but_those_of_the_kit_whose_places_are_derived() -> None:
    assert {name for name, game in GAMES.items() if not isinstance(game, Kit)} <= COUNTERS.keys()


@pytest.mark.fire
@pytest.mark.parametrize("name", sorted(COUNTERS))
def test_C6_places_are_those_that_the_events_tell(name: str) -> None:
    game, differ, played_out, shared = GAMES[name], [], 0, 0
    for seed in TABLES:
        steps = list(hurry(game, seed))
        last = steps[-1].state
        counter = COUNTERS[name](last.setup)
        counter.follow(event for step in steps for event in step.events)
        told, counted = places_of(game, last), counter.places()
        if told != counted:
            differ.append((seed, told, counted))
        played_out += len(counter.seats) - len(counter.left) > 1
        shared += len(set(counted.values())) < len(counted)
    assert differ == []
    assert played_out >= len(TABLES) / 20, "not only leavers end these tables"
    assert shared or name == "debacle", "places are shared"
