"""How Le plus grand is tried at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engines.core.records import AnyState, State
from engines.core.replacing import replace
from tests.engines.described import Description
from tests.plusgrand.model import Doubt, Say


def _make_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    seats = [f"seat {number}" for number in range(1, random.randint(2, 6) + 1)]
    return seats, {"first": random.choice(["drawn", *seats]), "goal": random.randint(1, 4)}


def _make_twins(state: AnyState, audience: str | None) -> Iterator[AnyState]:
    """Yield tables where everybody else has other dice."""
    for faces in ((1, 1), (6, 5)):
        dice = tuple(
            own if seat == audience else faces
            for seat, own in zip(state.setup.seats, state.position.dice, strict=True)
        )
        if dice != state.position.dice:
            yield State(state.setup, replace(state.position, dice=dice))


DESCRIPTION = Description(
    table=_make_table,
    any_actions=(Doubt(), *map(Say, range(2, 13))),
    unlisted=lambda action: False,
    twins=_make_twins,
    silent=lambda action: isinstance(action, Say),
    most_steps=20_000,
)
