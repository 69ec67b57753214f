"""What the type checker says no to where a record is replaced: an error that it does not see is one itself.

`make lint` checks this file; nobody runs it.
"""

from dataclasses import dataclass

from engines.core.replacing import replace


@dataclass(frozen=True)
class Place:
    """A place on a board."""

    name: str
    count: int


def move(place: Place) -> Place:
    """Each of these is refused but the last."""
    replace(place, nam="x")  # type: ignore[call-arg]
    replace(place, count="x")  # type: ignore[arg-type]
    replace(place, "x")  # type: ignore[call-arg]
    replace(7, count=7)  # type: ignore[type-var]
    return replace(place, name="x", count=7)


def lose(place: Place) -> str:
    """What comes out is what went in."""
    return replace(place, count=7)  # type: ignore[return-value]
