"""How La Tasse is tried at random."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from engines.core.records import AnyState
from engines.tasse import model
from engines.tasse.legal import knower
from engines.tasse.scores import ALL_SCORES, NORMAL
from tests.engines.described import Description


def _make_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    seats = [f"seat {number}" for number in range(1, random.randint(2, 9) + 1)]
    options = {
        "first": random.choice(["drawn", *seats]),
        "threshold": random.randint(1, 6),
        "rounds": random.randint(1, 3),
        "announce": random.choice(["free", "guided"]),
        "sips": random.random() < 0.5,
    }
    return seats, options


def _make_twins(state: AnyState, audience: str | None) -> Iterator[AnyState]:
    position = state.position
    if position.dice is not None and knower(position) != audience:
        for dice in sorted(ALL_SCORES - {position.dice}):
            yield replace(state, position=replace(position, dice=dice))


DESCRIPTION = Description(
    table=_make_table,
    any_actions=(
        *map(model.Direct, (1, -1, 0, 7)),
        *(model.Roll(), model.Doubt(), model.Show(), model.NextRound()),
        *map(model.Announce, (*NORMAL, "55", "", "64 ")),
        *map(model.Declare, (*NORMAL, "63", "x")),
        *map(model.Say, ("64", "33", "double six", "rien du tout", "", "je dis 7 !", "31", "le joker")),
    ),
    unlisted=lambda action: isinstance(action, model.Say),
    twins=_make_twins,
    silent=lambda action: not isinstance(action, model.Doubt | model.Show | model.Declare),
    most_steps=20_000,
)
