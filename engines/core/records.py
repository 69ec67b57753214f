"""The records that every game shares: events, states, steps, deadlines, refusals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from pydantic import Field

from engines.core.decks import Asked

# The frozen bases that every game's records share, and who may know an event.

SeatName: TypeAlias = str

Count: TypeAlias = Annotated[int, Field(ge=0, lt=2**53)]
"""A number that grows one by one; from outside, one that no table can reach is refused."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """Base of setups, positions, actions and observations: frozen, and strict when back from JSON.

    What rules change on their way is without slots: see `replacing`.
    """

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid", "strict": True}


@dataclass(frozen=True, slots=True)
class Event(Frozen):
    """Something that happened; its classes are named in the past tense.

    Each event class adds its facts and a `type` of its own, a literal. `audience` names the seats that may
    know the event; None is everybody. The public JSON never has the audience.
    """

    audience: tuple[SeatName, ...] | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A seat left for good (C4), by itself or, `absent`, for its third missed deadline in a row (C3)."""

    seat: SeatName
    absent: bool
    type: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The table ended; several seats may have won, or nobody."""

    winners: tuple[SeatName, ...]
    type: Literal["game_over"] = "game_over"


EventT = TypeVar("EventT", bound=Event)


def events_for(events: Iterable[EventT], seat: SeatName | None) -> Sequence[EventT]:
    """Return the events that `seat` may know, in order; for None, those that all may know."""
    return [event for event in events if event.audience is None or seat in event.audience]


# How an engine says no: a code with parameters, never a sentence for people.

RefusalCode: TypeAlias = Literal[
    "bad_request",
    "unknown_game",
    "bad_options",
    "bad_seats",
    "not_started",
    "over",
    "not_your_turn",
    "illegal_action",
    "draws_exhausted",
]


class Refusal(Exception):
    """Raised when a request is not allowed: nothing has changed (C5), and a person is to be told why.

    `code` is one of the public codes; `reason` is finer where a person needs to know more ("score_too_low"),
    and equals the code otherwise; `params` are JSON-able values for the sentence that the shell writes.
    """

    def __init__(self, code: RefusalCode, reason: str | None = None, **params: object) -> None:
        super().__init__(code, reason or code, params)
        self.code: RefusalCode = code
        self.reason: str = reason or code
        self.params: dict[str, object] = params

    def __str__(self) -> str:
        """Return the code and its parameters in one line, for logs and for the text protocol."""
        told = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.reason} ({told})" if told else self.reason


# What goes into a game and comes out of it: states, steps, actions, deadlines, places, previews.


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
