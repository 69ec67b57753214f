"""Whether a state that came from outside can be one of this game's: what all reachable positions keep to."""

from __future__ import annotations

from engines.core.errors import Refusal
from engines.defizz.model import DefizzState, Options

LEAST_SEATS = 2
MOST_SEATS = 12


def least_seats(options: Options) -> int:
    """Return how many must sit down: one more where a seat reads (Z1)."""
    return LEAST_SEATS if options.reader == "bot" else LEAST_SEATS + 1


def check(state: DefizzState) -> None:
    """Raise Refusal `bad_request` for a state that no game can have reached."""
    if not state.setup.seats:
        raise Refusal("bad_request", "impossible_state")
