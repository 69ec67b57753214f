"""What happens in a game of Diavolo. Everybody may know it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.core.records import Event, GameOver, Left, SeatName
from engines.diavolo.model import Color, Fate, Measures, Throw


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round opened and waits for its roller; with `drawn`, chance picked that seat (D9)."""

    round: int
    roller: SeatName
    drawn: bool
    type: Literal["round_started"] = "round_started"


@dataclass(frozen=True, slots=True)
class RollPassed(Event):
    """The seat that was to roll has left; `roller` rolls now (D11)."""

    roller: SeatName
    type: Literal["roll_passed"] = "roll_passed"


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """The dice were thrown, by the roller or, `by_itself`, at the deadline (D9)."""

    seat: SeatName
    dice: Throw
    by_itself: bool
    type: Literal["rolled"] = "rolled"


@dataclass(frozen=True, slots=True)
class Grabbed(Event):
    """A seat took a pawn; `at` is the order number of its click (D5)."""

    seat: SeatName
    color: Color
    at: int
    type: Literal["grabbed"] = "grabbed"


@dataclass(frozen=True, slots=True)
class Displaced(Event):
    """A seat lost its pawn to `by`, which had clicked earlier; it may grab another (D5)."""

    seat: SeatName
    color: Color
    by: SeatName
    type: Literal["displaced"] = "displaced"


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """A round closed: the right colour, why (`measures`, null for order 6), and each seat's fate (D7)."""

    round: int
    dice: Throw
    target: Color
    measures: Measures | None
    fates: tuple[Fate, ...]
    type: Literal["settled"] = "settled"


@dataclass(frozen=True, slots=True)
class Eliminated(Event):
    """A seat lost its last gem (D8)."""

    seat: SeatName
    type: Literal["eliminated"] = "eliminated"


DiavoloEvent: TypeAlias = (
    RoundStarted | RollPassed | Rolled | Grabbed | Displaced | Settled | Eliminated | Left | GameOver
)
"""Any event of the game."""
