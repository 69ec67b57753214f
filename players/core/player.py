"""What every game's player is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from math import exp
from types import MappingProxyType
from typing import Any, Final, Generic, TypeAlias

from engines.core.draws import Draws
from engines.core.records import ActionT, EventT, LegalActions, ObservationT, SeatName
from players.core.chance import draw_normal

# What comes out of a player, and how well and how long it may think about it.


class Level(Enum):
    """How well a player plays; people read these words, and records keep them."""

    EASY = "facile"
    MEDIUM = "moyen"
    STRONG = "fort"


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a player may think: so many positions looked at, on every machine the same."""

    nodes: int


@dataclass(frozen=True, slots=True)
class Decision(Generic[ActionT]):
    """What a player does: one action or, where a turn is made of several, all of them in order.

    `agrees` answers the view's offer; then there are no actions. `delay_ms` is how long a person would have
    taken, in ms, in a race since it opened; `nodes` how many positions were looked at.
    """

    actions: tuple[ActionT, ...] = ()
    delay_ms: int = 0
    nodes: int = 0
    agrees: bool | None = None


AnyDecision: TypeAlias = Decision[Any]


class Player(ABC, Generic[ObservationT, ActionT, EventT]):
    """Plays one game at every level and as every persona. It keeps nothing between two decisions."""

    game: str
    version: int = 1
    """Grows whenever the same view may lead to another decision: older ones cannot be derived again then."""
    budget: Budget = Budget(0)
    """What a decision may cost at most; 0 where players do not search."""

    @abstractmethod
    def decide(
        self,
        view: View[ObservationT, ActionT, EventT],
        level: Level,
        persona: Persona,
        budget: Budget,
        draws: Draws,
    ) -> Decision[ActionT]:
        """Return what this seat does; the view's seat is awaited, or there is an offer to it.

        Raises ValueError where the view leaves nothing to do.
        """

    def skim(self, view: View[ObservationT, ActionT, EventT]) -> View[ObservationT, ActionT, EventT]:
        """Return the view without what this player never looks at, so that less of it need travel.

        By what is left it decides the same.
        """
        return view

    def notice(self, notes: str, seat: SeatName, told: Told[EventT]) -> str:
        """Return the notes after one more step that `seat` was told of; JSON text, "" where there are none.

        Notes are made of what was told alone, step by step from the beginning, so that they are the same
        whoever makes them, and whenever.
        """
        del seat, told
        return notes


AnyPlayer: TypeAlias = Player[Any, Any, Any]


# What a player decides by: exactly what a person at its seat has.

_A_CHOICE: Final = 2
"""So many legal actions show whether there is anything to choose from."""


@dataclass(frozen=True, slots=True)
class Told(Generic[EventT]):
    """One step as a seat was told it: the events that it may know.

    `after_ms` is how long (in ms) the decision that the step ended had been open; None where no clock ran,
    and where nobody remembers. So it may change how long a player takes, and never what it does.
    """

    events: tuple[EventT, ...]
    after_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Recollection:
    """What comes to a seat's mind where a game asks what people know; a right answer only where it knows it.

    `hunches` say for each question that may be asked how sure it feels of it (0 to 1), right or not. Once one
    is asked, `words` is what it would say, None where nothing comes to mind, and `sure` (0 to 1) how sure it
    is of that.
    """

    hunches: tuple[float, ...] = ()
    words: str | None = None
    sure: float = 0.0


@dataclass(frozen=True, slots=True)
class View(Generic[ObservationT, ActionT, EventT]):
    """What a seat may know, and may do now.

    `told` are the last steps, oldest first: as many as people are told of. `notes` is what the seat's player
    has written down of all steps (see `Player.notice`), "" where it keeps none. `offer` is a command of the
    table to which others have agreed and this seat may agree too; None where there is none. `recollection`
    is what a librarian lets the seat know, None in games that ask for no knowledge. `computers` are the seats
    that no person plays now, which everybody sees: how they play says nothing of people.
    """

    game: str
    seat: SeatName
    observation: ObservationT
    legal: LegalActions[ActionT]
    told: tuple[Told[EventT], ...] = ()
    notes: str = ""
    offer: str | None = None
    recollection: Recollection | None = None
    computers: tuple[SeatName, ...] = ()


AnyView: TypeAlias = View[Any, Any, Any]


def without_told(view: View[ObservationT, ActionT, EventT]) -> View[ObservationT, ActionT, EventT]:
    """Return a view without the last steps, for players that go by the observation and their notes."""
    return replace(view, told=())


def glance(view: View[ObservationT, ActionT, EventT]) -> View[ObservationT, ActionT, EventT]:
    """Return a view without the last steps, and with two legal actions at most.

    For players that see in the observation what they may do, and have only to know whether there is a choice:
    there may be thousands of actions.
    """
    legal = view.legal
    return replace(view, told=(), legal=replace(legal, actions=legal.actions[:_A_CHOICE]))


# Who plays: a handful of characters, each with leanings of its own.


@dataclass(frozen=True, slots=True)
class Persona:
    """A character. Leanings are factors around 1: how often it bluffs, doubts and raises, how long it takes.

    They colour how a level plays; whoever plays a strong one plays strongly.
    """

    key: str
    name: str
    bluffs: float = 1.0
    doubts: float = 1.0
    raises: float = 1.0
    ponders: float = 1.0


PERSONAS: Mapping[str, Persona] = MappingProxyType(
    {
        each.key: each
        for each in (
            Persona("basile", "Basile"),
            Persona("octavie", "Octavie", bluffs=0.6, doubts=0.8, raises=0.7, ponders=1.3),
            Persona("gaspard", "Gaspard", bluffs=1.5, doubts=0.9, raises=1.4, ponders=0.8),
            Persona("sidonie", "Sidonie", bluffs=0.9, doubts=1.4, raises=1.0, ponders=1.1),
            Persona("anatole", "Anatole", bluffs=1.1, doubts=0.7, raises=1.2, ponders=1.5),
            Persona("zelie", "Zélie", bluffs=1.3, doubts=1.2, raises=1.3, ponders=0.7),
        )
    }
)
"""All characters, by their keys; the first is whoever comes where nobody was asked for."""


# How long a person would take: a computer that answers at once is no company.

_SPREAD: Final = 0.5
_FORCED: Final = 0.4
_LEAST_MS: Final = 600


def take_time(median_s: float, persona: Persona, draws: Draws, *, forced: bool = False) -> int:
    """Draw how many ms somebody takes whose decision takes people `median_s` seconds in the middle.

    Times are lognormal, as people's are. `forced`: there is nothing to choose from.
    """
    middle = median_s * 1000 * persona.ponders * (_FORCED if forced else 1)
    return max(_LEAST_MS, round(middle * exp(_SPREAD * draw_normal(draws))))
