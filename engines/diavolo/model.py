"""The records of Diavolo: setup and position, the actions of a seat, and what one audience may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engines.core.records import Count, Frozen, SeatName, State

Phase: TypeAlias = Literal["roll", "grab", "over"]
DieColor: TypeAlias = Literal["black", "white", "red"]
Color: TypeAlias = Literal["black", "white", "red", "grey"]
DieFace: TypeAlias = Annotated[int, Field(ge=1, le=6)]
Gems: TypeAlias = Annotated[int, Field(ge=0, le=5)]
Misses: TypeAlias = Annotated[int, Field(ge=0, le=3)]
Pawn: TypeAlias = Annotated[int, Field(ge=0, le=3)]


@dataclass(frozen=True, slots=True)
class Options(Frozen):
    """What the host sets: `first` (D9), `children` and `learning` (D10)."""

    first: str = "drawn"
    children: bool = False
    learning: bool = False


@dataclass(frozen=True, slots=True)
class Setup(Frozen):
    """What stays the same for the whole table."""

    game: Literal["diavolo"]
    seats: tuple[SeatName, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class Throw(Frozen):
    """A throw: the faces in the order of their draws, the Order die and, for order 6, `near` (D2)."""

    black: tuple[DieFace, ...]
    white: tuple[DieFace, ...]
    red: tuple[DieFace, ...]
    order: DieFace
    near: int | None = None


@dataclass(frozen=True, slots=True)
class Measures(Frozen):
    """What the order compares, for each colour: sums, spreads, odd faces or highest values (D2)."""

    black: int
    white: int
    red: int


@dataclass(frozen=True)
class Pawns(Frozen):
    """How many pawns of each colour are free, in the middle of the table (D4)."""

    black: Pawn
    white: Pawn
    red: Pawn
    grey: Pawn


@dataclass(frozen=True, slots=True)
class Held(Frozen):
    """A pawn that a seat holds, and the order number of the click that took it (D5)."""

    seat: SeatName
    color: Color
    at: int


@dataclass(frozen=True, slots=True)
class Fate(Frozen):
    """What a round brought a seat: its pawn, when it took it, and how its gems really changed (D7)."""

    seat: SeatName
    color: Color | None
    at: int | None
    delta: Literal[-1, 0, 1]


@dataclass(frozen=True, slots=True)
class Settlement(Frozen):
    """The last round: the throw, and the fate of each seat that was in play, in seat order."""

    throw: Throw
    fates: tuple[Fate, ...]


@dataclass(frozen=True)
class Position(Frozen):
    """Everything that changes. Tuples of numbers go by the order of `Setup.seats`.

    A seat with gems is in play; a leaver has none (D11). `out` are those who lost their last gem, together by
    rounds, in order (D8); where version 1 began the table, they may not be all. `held` is sorted by the
    clicks' order numbers, equal ones by arrival. A pawn that left with its holder is neither free in `pawns`
    nor held. `missed` counts deadlines in a row (C3).
    """

    phase: Phase
    round: Count
    roller: SeatName
    gems: tuple[Gems, ...]
    missed: tuple[Misses, ...]
    pawns: Pawns
    throw: Throw | None = None
    held: tuple[Held, ...] = ()
    last: Settlement | None = None
    gone: tuple[SeatName, ...] = ()
    winners: tuple[SeatName, ...] | None = None
    out: tuple[tuple[SeatName, ...], ...] = ()


DiavoloState: TypeAlias = State[Setup, Position]


@dataclass(frozen=True, slots=True)
class Roll(Frozen):
    """Throw all the dice (D9)."""

    type: Literal["roll"] = "roll"


@dataclass(frozen=True)
class Grab(Frozen):
    """Grab a pawn (D5). `at` is the click's order number (see engines.core.clicks)."""

    color: str
    at: int
    type: Literal["grab"] = "grab"


Action: TypeAlias = Roll | Grab


@dataclass(frozen=True, slots=True)
class Last(Frozen):
    """The last round in short: the right colour, what each seat held, and how its gems changed."""

    target: Color
    claims: Mapping[SeatName, Color | None]
    delta: Mapping[SeatName, int]


@dataclass(frozen=True, slots=True)
class Observation(Frozen):
    """What one audience may know. Diavolo has no secrets: only `seat` and its `pawn` differ.

    `closing`: the round waits only for clicks on their way (D6). `held`: who holds what so far. `last_dice`,
    `last_measures` (null for order 6) and `last_at` explain `last`. `order_first`: show the Order die before
    the others (D10). `pawn`: what `seat` holds.
    """

    game: Literal["diavolo"]
    phase: Phase
    seats: tuple[SeatName, ...]
    in_play: tuple[SeatName, ...]
    winners: tuple[SeatName, ...] | None
    gems: Mapping[SeatName, int]
    roller: SeatName
    dice: Throw | None
    pawns: Pawns
    last: Last | None
    to_act: tuple[SeatName, ...]
    closing: bool
    held: tuple[Held, ...]
    last_dice: Throw | None
    last_measures: Measures | None
    last_at: Mapping[SeatName, int | None]
    round: int
    gone: tuple[SeatName, ...]
    missed: Mapping[SeatName, int]
    children: bool
    learning: bool
    order_first: bool
    seat: SeatName | None = None
    pawn: Color | None = None
