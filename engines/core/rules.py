"""What a game supplies: its facts, and each of its rules as a method.

A state never changes; what is asked of it is answered as a function of the arguments. There is no clock, no
chance but the `draws` of a step, and no notion of people: the rules know seats by name. Methods that are
given a `Play` work out in it what follows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic

from engines.core.capabilities import Capability
from engines.core.decks import Dealer
from engines.core.draws import Draws
from engines.core.errors import Refusal
from engines.core.events import EventT, Seat
from engines.core.play import Play
from engines.core.state import (
    ActionT,
    Deadline,
    LegalActions,
    ObservationT,
    PositionT,
    SetupT,
    State,
    Step,
)
from engines.core.stored import Stored

__all__ = ["Rules"]


class Rules(
    Stored[SetupT, PositionT, ActionT, EventT, ObservationT],
    ABC,
    Generic[SetupT, PositionT, ActionT, EventT, ObservationT],
):
    """The own half of a game; `Game` is the half that all games share.

    Its setups are made of name, seats and options; its positions tell, besides what is the game's own, who
    has missed how many deadlines, who has gone, and who has won (`Standing`).
    """

    name: str
    seats_min: int
    seats_max: int | None
    sequential: bool
    """Whether an action drawn for an older version of the table must be refused."""
    secrets: bool = True
    """Whether what a seat may do, or what comes of it, can be a secret. Without, all is known beforehand."""
    left_out: frozenset[str] = frozenset()
    """Fields of actions that only the moment of acting gives: lists of legal actions leave them out."""

    decided_outside: frozenset[str] = frozenset()
    """Fields of actions that `decide` fills in: nobody gives them, and no list shows them."""

    steps_told: int = 6
    """How many steps back people are told what happened."""

    drafts: bool = False
    """Whether a turn is made of several actions that can be taken back until the turn ends."""
    agreements: frozenset[str] = frozenset()
    """Commands (see `system`) that the players may agree on among themselves."""

    dealer: Dealer | None = None
    """Who knows the decks of a game that is played with cards; None for one without."""

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What this game has beyond what every game has: whatever it defines of it."""
        kind = type(self)
        defined = {
            Capability.TEAMS: kind.people_a_seat is not Rules.people_a_seat,
            Capability.DECKS: self.dealer is not None,
            Capability.DRAFTS: self.drafts,
            Capability.RACES: kind.stamp is not Rules.stamp,
            Capability.AGREEMENTS: bool(self.agreements),
            Capability.HOST_COMMANDS: kind.host_commands is not Rules.host_commands,
        }
        return frozenset(capability for capability, has in defined.items() if has)

    # What every game says

    @abstractmethod
    def start(self, setup: SetupT, draws: Draws) -> Step[SetupT, PositionT, EventT]:
        """Return the first state, and what happened at the start."""

    @abstractmethod
    def legal_actions(self, state: State[SetupT, PositionT], seat: Seat) -> LegalActions[ActionT]:
        """Return all that `seat` may do now: the single truth that `act` keeps to."""

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
    def follow(self, play: Play[SetupT, PositionT, EventT], seat: Seat, action: ActionT) -> None:
        """Work out what a legal action leads to."""

    @abstractmethod
    def lapse(self, play: Play[SetupT, PositionT, EventT], awaited: tuple[Seat, ...]) -> None:
        """Work out what happens without the decisions of those who were awaited (C3)."""

    @abstractmethod
    def remove(self, play: Play[SetupT, PositionT, EventT], seat: Seat, *, absent: bool) -> None:
        """Work out what the leaving of a seat leads to, `absent` for its third missed deadline in a row (C4).

        It has just been added to those who are gone; the game tells that it left.
        """

    # What some games say otherwise

    def least_seats(self, options: Mapping[str, object]) -> int:
        """Return how many seats a table with these options needs."""
        del options
        return self.seats_min

    def people_a_seat(self, options: Mapping[str, object]) -> int:
        """Return how many people share each seat of a table with these options."""
        del options
        return 1

    def stamp(self, action: ActionT, order: int) -> ActionT:
        """Return the action with its place among others, where that matters (see `left_out`).

        `order`: an order number, which has the moment at which it was made (see engines.core.moments).
        """
        del order
        return action

    def decide(self, state: State[SetupT, PositionT], seat: Seat, action: ActionT) -> ActionT:
        """Return the action with what is decided outside the pure rules, as the log keeps it.

        A verdict on an answer, the reading of words: what later versions of a library might decide otherwise.
        `refusal` and `follow` go by what the action carries, and decide themselves only where it carries
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

    def awaits_settle(self, state: State[SetupT, PositionT]) -> bool:
        """Return whether the command "settle" would be obeyed: only clicks on their way are still awaited."""
        del state
        return False

    def host_commands(self, state: State[SetupT, PositionT]) -> tuple[str, ...]:
        """Return the commands (see `system`) that a table's host may give now. This is public."""
        del state
        return ()

    def objection(self, state: State[SetupT, PositionT], seat: Seat, action: ActionT) -> Refusal | None:
        """Return why a seat that is awaited may not do this, or None; games give finer reasons."""
        return None if action in self.legal_actions(state, seat).actions else Refusal("illegal_action")

    def why_not_yours(self, state: State[SetupT, PositionT], seat: Seat, action: ActionT) -> str | None:
        """Return the finer reason why nothing is awaited of `seat`, if there is one."""
        del state, seat, action
        return None

    def blamed(self, state: State[SetupT, PositionT]) -> tuple[Seat, ...]:
        """Return whose missed deadlines are counted when the pending one passes: all that are awaited."""
        return self.to_act(state)

    def obey(self, play: Play[SetupT, PositionT, EventT], command: str) -> None:
        """Work out what a command of the table leads to; by default there is none to obey."""
        del play
        raise Refusal("illegal_action", "nothing_to_do", command=command)

    def rank(self, state: State[SetupT, PositionT], seat: Seat) -> tuple[int, ...]:
        """Return what a seat is placed by among its like, the least first; equal ranks share a place."""
        del state, seat
        return ()

    def is_possible(self, state: State[SetupT, PositionT]) -> bool:
        """Return whether a state from outside can be one of this game's; the seats are known to stand."""
        del state
        return True
