"""The records of Le plus grand: setup and position, actions, events, and what one audience may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engines.core.records import Count, Event, Frozen, SeatName

Die: TypeAlias = Annotated[int, Field(ge=1, le=6)]
Dice: TypeAlias = tuple[Die, Die]
Sum: TypeAlias = Annotated[int, Field(ge=2, le=12)]


@dataclass(frozen=True, slots=True)
class Options(Frozen):
    """What the host sets: who has the first word (`first`, G1), and the points that win (`goal`, G5)."""

    first: str = "drawn"
    goal: Annotated[int, Field(ge=1)] = 3


@dataclass(frozen=True, slots=True)
class Setup(Frozen):
    """What stays the same for the whole table."""

    game: Literal["plusgrand"]
    seats: tuple[SeatName, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class Claim(Frozen):
    """What a seat says its dice come to, at least."""

    seat: SeatName
    sum: Sum


@dataclass(frozen=True)
class Position(Frozen):
    """Everything that changes. Tuples go by the order of `Setup.seats`, whoever has left."""

    round: Count
    current: SeatName
    dice: tuple[Dice, ...]
    points: tuple[Count, ...]
    missed: tuple[Count, ...]
    claim: Claim | None = None
    gone: tuple[SeatName, ...] = ()
    winners: tuple[SeatName, ...] | None = None


@dataclass(frozen=True, slots=True)
class Say(Frozen):
    """Claim a sum greater than the last one, true or not (G2)."""

    sum: Sum
    type: Literal["say"] = "say"


@dataclass(frozen=True, slots=True)
class Doubt(Frozen):
    """Doubt the last claim (G3)."""

    type: Literal["doubt"] = "doubt"


@dataclass(frozen=True, slots=True)
class Said(Event):
    """A seat made a claim (G2)."""

    claim: Claim
    type: Literal["said"] = "said"


@dataclass(frozen=True, slots=True)
class Doubted(Event):
    """`by` doubted a claim: its dice were shown, and a point went to `to` (G3)."""

    claim: Claim
    by: SeatName
    dice: Dice
    to: SeatName
    type: Literal["doubted"] = "doubted"


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A seat left for good (G7), by itself or, `absent`, for its third missed deadline in a row (C3)."""

    seat: SeatName
    absent: bool
    type: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class Observation(Frozen):
    """What one audience may know: the public facts, then the seat's own dice."""

    game: Literal["plusgrand"]
    round: int
    current: SeatName
    claim: Claim | None
    points: Mapping[SeatName, int]
    goal: int
    gone: tuple[SeatName, ...]
    seat: SeatName | None = None
    dice: Dice | None = None
