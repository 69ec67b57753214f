"""How Débâcle is tried at random."""

from random import Random
from typing import Any

from engines.debacle import model
from tests.engines.described import Description


def _make_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    seats = ["one", "two"]
    return seats, {"first": random.choice(["drawn", *seats])}


DESCRIPTION = Description(
    table=_make_table,
    any_actions=(
        *(model.Roll(*way) for way in (("a1", "a2"), ("c3", "c4"), ("d4", "d3"), ("b6", "a6"), ("a1", ""))),
        *(model.Capture(*way) for way in (("a1", "a2"), ("c3", "d3"), ("c4", "c3"), ("g1", "a9"))),
        *map(model.Flip, ("a1", "f6", "c3", "A1", "")),
        *map(model.Return, ("b1", "e6", "c3", "x")),
        *map(model.Recover, ("a1", "f6", "d4", "x")),
        *map(model.Doubles, ((), ("a6",), ("b1", "a1"), ("c4", "b4", "a3"), ("c3", "c3"))),
        model.Pass(),
    ),
    unlisted=lambda action: isinstance(action, model.Doubles) and list(action.take) != sorted(action.take),
    twins=lambda state, audience: iter(()),  # there are no secrets
    silent=lambda action: True,
    most_steps=20_000,
)
