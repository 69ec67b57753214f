"""What a player decides by: exactly what a person at its seat has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from engines.core.events import EventT, SeatName
from engines.core.state import ActionT, LegalActions, ObservationT

__all__ = ["AnyView", "Recollection", "Told", "View"]


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
