"""What a player decides by: exactly what a person at its seat has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeAlias

from engines.core.events import EventT, SeatName
from engines.core.state import ActionT, LegalActions, ObservationT

__all__ = ["AnyView", "Recollection", "Told", "View", "glance", "without_told"]

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
