"""What passes between a game and whoever asks it: states, steps, actions, deadlines, places, previews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from engines.core.events import EventT, Record, Seat

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
    """Any setup: it says which game is played and who sits at the table, in order."""

    @property
    def game(self) -> str:
        """The game's name."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in order."""


class Standing(Protocol):
    """Any position: it says how each seat stands with the table. A frozen dataclass without slots."""

    @property
    def missed(self) -> tuple[int, ...]:
        """How many deadlines each seat has missed in a row, by the order of the setup's seats (C3)."""

    @property
    def gone(self) -> tuple[Seat, ...]:
        """Who has left for good, in the order of leaving (C4)."""

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        """Who has won (possibly nobody), or None while the table runs."""


SetupT = TypeVar("SetupT", bound=Seated)
PositionT = TypeVar("PositionT", bound=Standing)
ActionT = TypeVar("ActionT", bound=Record)
ObservationT = TypeVar("ObservationT", bound=Record)


@dataclass(frozen=True, slots=True)
class State(Generic[SetupT, PositionT]):
    """A whole game at one moment: the setup, written once at the start, and the position, which changes."""

    setup: SetupT
    position: PositionT


@dataclass(frozen=True, slots=True)
class Step(Generic[SetupT, PositionT, EventT]):
    """What a request led to: the new state, and what happened on the way, in order."""

    state: State[SetupT, PositionT]
    events: tuple[EventT, ...] = ()


@dataclass(frozen=True, slots=True)
class LegalActions(Generic[ActionT]):
    """What a seat may do: every action, or only the open action types where they are too many to list."""

    actions: tuple[ActionT, ...] = ()
    complete: bool = True
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deadline:
    """A decision that is awaited: its `key` changes exactly when another decision is, and re-arms the clock.

    `kind` names the decision for texts; `seconds` is the default length. `always` keeps the clock running
    where the table's pace has none. In a `race` the moments of the clicks decide, so that one made before the
    deadline still counts when it arrives a little after it. `lead` is the time in seconds in which people
    look at what happened before the decision opens. `looks` are the moments, in seconds after it opened, at
    which there is more to see than before.
    """

    key: str
    kind: str
    seconds: int
    always: bool = False
    race: bool = False
    lead: float = 0
    looks: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the order of arrival: its number, and the seats that share it, in seat order.

    After a place that two share, the next number is left out: 1, 1, 3.
    """

    number: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Preview(Generic[EventT, ObservationT]):
    """What an action would lead to, as everybody would know it then; nothing has happened yet."""

    events: tuple[EventT, ...]
    observation: ObservationT


AnyState: TypeAlias = State[Any, Any]
AnyStep: TypeAlias = Step[Any, Any, Any]
