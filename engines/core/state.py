"""What goes into a game and comes out of it: states, steps, actions, deadlines, places, previews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from engines.core.decks import Asked
from engines.core.events import EventT, Frozen, SeatName

__all__ = [
    "ActionT",
    "AnyState",
    "AnyStep",
    "Deadline",
    "LegalActions",
    "ObservationT",
    "Place",
    "PositionT",
    "Preview",
    "Seated",
    "SetupT",
    "Standing",
    "State",
    "Step",
]


class Seated(Protocol):
    """Any setup: it names the game and the seats."""

    @property
    def game(self) -> str:
        """The game's name."""

    @property
    def seats(self) -> tuple[SeatName, ...]:
        """All seats, in order."""


class Standing(Protocol):
    """Any position, a frozen dataclass without slots: it has the misses, the leavers and the winners."""

    @property
    def missed(self) -> tuple[int, ...]:
        """How many deadlines each seat has missed in a row (C3), in the order of the setup's seats."""

    @property
    def gone(self) -> tuple[SeatName, ...]:
        """Who has left for good, in the order of leaving (C4)."""

    @property
    def winners(self) -> tuple[SeatName, ...] | None:
        """Who has won (possibly nobody), or None while the table runs."""


SetupT = TypeVar("SetupT", bound=Seated)
PositionT = TypeVar("PositionT", bound=Standing)
ActionT = TypeVar("ActionT", bound=Frozen)
ObservationT = TypeVar("ObservationT", bound=Frozen)


@dataclass(frozen=True, slots=True)
class State(Generic[SetupT, PositionT]):
    """A whole game at one moment: the setup, written once at the start, and the position, which changes."""

    setup: SetupT
    position: PositionT


@dataclass(frozen=True, slots=True)
class Step(Generic[SetupT, PositionT, EventT]):
    """What a request leads to: the new state, and the events on the way to it, in order.

    `asked` is what it adds to the counts of questions, in a game that asks any; players are not told.
    """

    state: State[SetupT, PositionT]
    events: tuple[EventT, ...] = ()
    asked: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class LegalActions(Generic[ActionT]):
    """What a seat may do: all `actions` or, where they are too many (not `complete`), only their `types`."""

    actions: tuple[ActionT, ...] = ()
    complete: bool = True
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deadline:
    """A decision that is awaited. Its `key` changes when another one is, and then the clock starts anew.

    `kind` names the decision for texts; `seconds` is the default length. With `always`, the clock runs even
    where the table's pace has no deadlines. In a `race` the moments of the clicks decide: one made before the
    deadline counts even if it arrives a little after it. `lead` is the time, in seconds, for looking at what
    happened before the decision opens. `looks` are the moments, in seconds after it opened, at which there is
    more to see. Where it is `counted`, people see its time run out.
    """

    key: str
    kind: str
    seconds: int
    always: bool = False
    race: bool = False
    lead: float = 0
    looks: tuple[float, ...] = ()
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A place at the end of a table: its number (from 1), and the seats that share it, in seat order.

    After a place that two share, the next number is left out: 1, 1, 3.
    """

    number: int
    seats: tuple[SeatName, ...]


@dataclass(frozen=True, slots=True)
class Preview(Generic[EventT, ObservationT]):
    """What an action would lead to, as everybody would then know it. Nothing has happened yet."""

    events: tuple[EventT, ...]
    observation: ObservationT


AnyState: TypeAlias = State[Any, Any]
AnyStep: TypeAlias = Step[Any, Any, Any]
