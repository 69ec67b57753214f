"""What a run of the tests leaves to chance, and whether it has the time to look far.

`make test` leaves nothing to chance: each source of it follows from the name of its test alone, so the same
commit always gives the same result. `make fire` explores: its seed goes into each of them, too, and whatever
it finds is found again by `make fire SEED=…`.
"""

import os
from random import Random

SEED = os.environ.get("GOBELET_SEED", "")
"""The number from which a run explores; nothing where it is to give the same result each time."""


def chance_of(name: str) -> Random:
    """The chance of a test of this name, or of one part of it."""
    return Random(f"{SEED} {name}")


def sized(usual: int, exploring: int) -> int:
    """How many of something there shall be: in `make fire` more than usual."""
    return exploring if SEED else usual
