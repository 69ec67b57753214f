"""The contract of a game: what all five engines answer, whoever asks.

A state never changes; every request gives a new one, or raises a Refusal and leaves nothing behind. An engine
has no clock, no chance of its own (`draws` is handed in) and no notion of people: it knows seats by name.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from engines.core.codec import Codec
from engines.core.decks import Dealer
from engines.core.draws import Draws
from engines.core.errors import Refusal
from engines.core.events import EventT, Record, Seat
from engines.core.upgrades import Kind, Upgrades, apply_changes, find_changes


class Seated(Protocol):
    """Any setup: it says which game is played and who sits at the table, in order."""

    @property
    def game(self) -> str:
        """The game's name."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in order."""


SetupT = TypeVar("SetupT", bound=Seated)
PositionT = TypeVar("PositionT", bound=Record)
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


class Game(ABC, Generic[SetupT, PositionT, ActionT, EventT, ObservationT]):
    """The rules of one game.

    What is common is written here once: who may be heard at all (`act`, `expire`, `leave`, `system`). A game
    supplies the rest, each method a pure function of its arguments.
    """

    name: str
    rules_version: int = 1
    """Grows whenever the shape of a stored part or the meaning of the rules changes."""

    upgrades: Upgrades = MappingProxyType({})
    """How what older versions stored becomes ours: one entry for each version before this one."""

    seats_min: int
    seats_max: int | None
    sequential: bool
    """Whether an action drawn for an older version of the table must be refused."""
    left_out: frozenset[str] = frozenset()
    """Fields of actions that only the moment of acting gives: lists of legal actions leave them out."""

    decided_outside: frozenset[str] = frozenset()
    """Fields of actions that `decided` fills in: nobody gives them, and no list shows them."""

    steps_told: int = 6
    """How many steps back people are told what happened."""

    drafts: bool = False
    """Whether a turn is made of several actions that can be taken back until the turn ends."""
    agreements: frozenset[str] = frozenset()
    """Commands (see `system`) that the players may agree on among themselves."""

    dealer: Dealer | None = None
    """Who knows the decks of a game that is played with cards; None for one without."""

    options: Codec[Any]
    """What the host may set: the record behind it says each option's type, default and bounds."""
    setups: Codec[SetupT]
    positions: Codec[PositionT]
    actions: Codec[ActionT]
    events: Codec[EventT]
    observations: Codec[ObservationT]

    # What is asked from outside

    def least_seats(self, options: Mapping[str, object]) -> int:
        """Return how many seats a table with these options needs."""
        del options
        return self.seats_min

    def people_a_seat(self, options: Mapping[str, object]) -> int:
        """Return how many people share each seat of a table with these options."""
        del options
        return 1

    @abstractmethod
    def setup(self, seats: Sequence[Seat], options: Mapping[str, object]) -> SetupT:
        """Return the setup of a new table; raises Refusal `bad_seats` or `bad_options`."""

    @abstractmethod
    def start(self, setup: SetupT, draws: Draws) -> Step[SetupT, PositionT, EventT]:
        """Return the first state, and what happened at the start."""

    @abstractmethod
    def legal_actions(self, state: State[SetupT, PositionT], seat: Seat) -> LegalActions[ActionT]:
        """Return all that `seat` may do now: the single truth that `act` keeps to."""

    def act(
        self, state: State[SetupT, PositionT], seat: Seat, action: ActionT, draws: Draws
    ) -> Step[SetupT, PositionT, EventT]:
        """Return what an action leads to; raises Refusal `over`, `not_your_turn` or `illegal_action`."""
        self.hear(state, seat)
        refusal = self.refusal(state, seat, action)
        if refusal is not None:
            raise refusal
        return self.play(state, seat, action, draws)

    def stamped(self, action: ActionT, moment: int) -> ActionT:
        """Return the action with the moment at which it was made, where that matters (see `left_out`)."""
        del moment
        return action

    def decided(self, state: State[SetupT, PositionT], seat: Seat, action: ActionT) -> ActionT:
        """Return the action with what is decided outside the pure rules, as the log keeps it.

        A verdict on an answer, the reading of words: what later versions of a library might decide otherwise.
        `refusal` and `play` go by what the action carries, and decide themselves only where it carries
        nothing. Never raises: an action that is not legal here comes back as it is.
        """
        del state, seat
        return action

    def own_step(self, state: State[SetupT, PositionT], seat: Seat) -> int:
        """Return how often (0 to 9) `seat` has acted on the decision that is awaited, and may act again.

        Where all decide at once, it tells a button drawn before the seat's own last action from a later one.
        """
        del state, seat
        return 0

    def expire(self, state: State[SetupT, PositionT], draws: Draws) -> Step[SetupT, PositionT, EventT]:
        """Return what follows when the pending deadline passes for all seats in `to_act` (C3)."""
        if self.is_over(state):
            raise Refusal("over")
        if self.deadline(state) is None:
            raise Refusal("illegal_action", "nothing_pending")
        return self.miss(state, draws)

    def leave(
        self, state: State[SetupT, PositionT], seat: Seat, draws: Draws
    ) -> Step[SetupT, PositionT, EventT]:
        """Return what follows when `seat` leaves for good (C4); leaving twice is refused."""
        self.hear(state, seat)
        if self.has_left(state, seat):
            raise Refusal("illegal_action", "already_left", seat=seat)
        return self.depart(state, seat, draws)

    def system(
        self, state: State[SetupT, PositionT], command: str, draws: Draws
    ) -> Step[SetupT, PositionT, EventT]:
        """Return what a command of the table or its host leads to ("settle"); a game knows few."""
        if self.is_over(state):
            raise Refusal("over")
        return self.obey(state, command, draws)

    def awaits_settle(self, state: State[SetupT, PositionT]) -> bool:
        """Return whether the command "settle" would be obeyed: only clicks on their way are still awaited."""
        del state
        return False

    def host_commands(self, state: State[SetupT, PositionT]) -> tuple[str, ...]:
        """Return the commands (see `system`) that a table's host may give now. This is public."""
        del state
        return ()

    @abstractmethod
    def observe(self, state: State[SetupT, PositionT], seat: Seat | None) -> ObservationT:
        """Return what `seat` may know, or what all may know for None: all that people ever get."""

    @abstractmethod
    def deadline(self, state: State[SetupT, PositionT]) -> Deadline | None:
        """Return the decision that is awaited against the clock, if any."""

    @abstractmethod
    def to_act(self, state: State[SetupT, PositionT]) -> tuple[Seat, ...]:
        """Return the seats that owe a decision, in seat order; none at the end. This is public."""

    @abstractmethod
    def is_over(self, state: State[SetupT, PositionT]) -> bool:
        """Return whether the table has ended."""

    @abstractmethod
    def winners(self, state: State[SetupT, PositionT]) -> tuple[Seat, ...] | None:
        """Return who has won (possibly nobody), or None while the table runs."""

    @abstractmethod
    def has_left(self, state: State[SetupT, PositionT], seat: Seat) -> bool:
        """Return whether `seat` has left for good."""

    @abstractmethod
    def check(self, state: State[SetupT, PositionT]) -> None:
        """Raise Refusal `bad_request` when a state that came from outside cannot be one of this game's."""

    # What is stored

    def codec(self, kind: Kind) -> Codec[Any]:
        """Return what reads and writes one kind of stored part."""
        codecs: dict[Kind, Codec[Any]] = {
            "setup": self.setups,
            "position": self.positions,
            "event": self.events,
            "action": self.actions,
        }
        return codecs[kind]

    def upgrade(self, kind: Kind, plain: Any, version: int) -> Any:
        """Return JSON-able data that a version of the rules stored, in the shape of today's.

        Raises Refusal `bad_request`: `unknown_rules` for a version that is newer or below 1, `malformed` for
        what that version cannot have stored.
        """
        return apply_changes(find_changes(self.upgrades, kind, version, self.rules_version), plain)

    def read(self, kind: Kind, text: str | bytes, version: int) -> Any:
        """Return the record that a version of the rules stored as JSON text; raises Refusal as `upgrade`."""
        steps = find_changes(self.upgrades, kind, version, self.rules_version)
        if not steps:
            return self.codec(kind).load(text)
        try:
            plain = json.loads(text)
        except (ValueError, RecursionError):
            raise Refusal("bad_request", "malformed", where="") from None
        return self.codec(kind).parse(apply_changes(steps, plain))

    def without_words(self, kind: Kind, plain: Any, seat: Seat) -> Any:
        """Return stored JSON-able data of any version with "" for everything that `seat` typed.

        An action is the seat's own; a setup holds nobody's words. What the words were read as stays: the
        rules need it.
        """
        del kind, seat
        return plain

    # What the rules answer, once the request may be heard

    def refusal(self, state: State[SetupT, PositionT], seat: Seat, action: ActionT) -> Refusal | None:
        """Return why `seat` may not do this now, or None when it may; games give finer reasons."""
        if action in self.legal_actions(state, seat).actions:
            return None
        if seat not in self.to_act(state):
            return Refusal("not_your_turn")
        return Refusal("illegal_action")

    @abstractmethod
    def play(
        self, state: State[SetupT, PositionT], seat: Seat, action: ActionT, draws: Draws
    ) -> Step[SetupT, PositionT, EventT]:
        """Return what a legal action leads to."""

    @abstractmethod
    def miss(self, state: State[SetupT, PositionT], draws: Draws) -> Step[SetupT, PositionT, EventT]:
        """Return what a missed deadline leads to, the third one in a row included."""

    @abstractmethod
    def depart(
        self, state: State[SetupT, PositionT], seat: Seat, draws: Draws
    ) -> Step[SetupT, PositionT, EventT]:
        """Return what the leaving of a seat that is still there leads to."""

    def obey(
        self, state: State[SetupT, PositionT], command: str, draws: Draws
    ) -> Step[SetupT, PositionT, EventT]:
        """Return what a command of the table leads to; by default there is none to obey."""
        del state, draws
        raise Refusal("illegal_action", "nothing_to_do", command=command)

    def hear(self, state: State[SetupT, PositionT], seat: Seat) -> None:
        """Raise Refusal when `seat` is not at this table, or the table has ended."""
        if seat not in state.setup.seats:
            raise Refusal("bad_request", "unknown_seat", seat=seat)
        if self.is_over(state):
            raise Refusal("over")


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
AnyState: TypeAlias = State[Any, Any]
AnyStep: TypeAlias = Step[Any, Any, Any]

__all__ = [
    "AnyGame",
    "AnyState",
    "AnyStep",
    "Deadline",
    "Game",
    "Kind",
    "LegalActions",
    "Seat",
    "Seated",
    "State",
    "Step",
]
