"""How DESfausse is tried at random."""

from random import Random
from typing import Any

from engines.desfausse import model
from tests.engines.described import Description
from tests.engines.desfausse.twins import desfausse_twins


def _make_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    seats = [f"seat {number}" for number in range(1, random.randint(2, 6) + 1)]
    return seats, {"hands": random.choice(["hidden", "shown"])}


DESCRIPTION = Description(
    table=_make_table,
    any_actions=(
        *(model.Stop(), model.Pass(), model.Gift(), model.Gift((("seat 2", 1),))),
        *map(model.Reroll, ((), (1,), (5, 6), (2, 1), (1, 1), (7, 9), (99,))),
        *(model.Discard(*way, "hell") for way in (((), ()), ((1,), ()), ((1, 1), (1,)), ((1,), (1,)))),
        *(model.Discard((8, 9), (9,), to) for to in ("hell", (("seat 1", (9,)),), (("nobody", (9,)),))),
        *map(model.Demon, ("seat 1", "seat 2", "nobody")),
    ),
    unlisted=lambda action: (
        action == model.Gift()
        or (isinstance(action, model.Discard) and len(action.out) > 0 and len(set(action.combo)) > 0)
    ),
    twins=desfausse_twins,
    silent=lambda action: False,  # who is awaited next, which all may know, depends on the dice
    most_steps=20_000,
)
