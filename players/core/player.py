"""What every game's player is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeAlias

from engines.core.draws import Draws
from engines.core.events import EventT, SeatName
from engines.core.state import ActionT, ObservationT
from players.core.decision import Budget, Decision, Level
from players.core.persona import Persona
from players.core.view import Told, View

__all__ = ["AnyPlayer", "Player"]


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
