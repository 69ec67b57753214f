"""How Diavolo is tried at random."""

from random import Random
from typing import Any

from engines.diavolo import model
from tests.engines.described import Description


def _make_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    seats = [f"seat {number}" for number in range(1, random.randint(2, 6) + 1)]
    options = {
        "first": random.choice(["drawn", *seats]),
        "children": random.random() < 0.5,
        "learning": random.random() < 0.5,
    }
    return seats, options


DESCRIPTION = Description(
    table=_make_table,
    any_actions=(
        model.Roll(),
        *(model.Grab(color, at) for color in ("black", "white", "red", "grey", "blue") for at in (-1, 0, 7)),
    ),
    unlisted=lambda action: isinstance(action, model.Grab) and action.color != "blue",
    twins=lambda state, audience: iter(()),  # everybody sees everything
    silent=lambda action: False,
    most_steps=20_000,
)
