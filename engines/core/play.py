"""One step in the making: where the rules write down what follows while they work it out."""

from __future__ import annotations

from typing import Generic

from engines.core.draws import Draws
from engines.core.events import EventT
from engines.core.state import PositionT, SetupT, State, Step


class Play(Generic[SetupT, PositionT, EventT]):
    """A step being worked out from a state: the position reached so far, and what has been told.

    Rules replace `position` (itself immutable) and tell events; `step()` is the result. A play lives for one
    request only, so that an engine stays a function from states to states.
    """

    __slots__ = ("draws", "events", "position", "setup")

    def __init__(self, state: State[SetupT, PositionT], draws: Draws) -> None:
        self.setup: SetupT = state.setup
        self.position: PositionT = state.position
        self.draws: Draws = draws
        self.events: list[EventT] = []

    def tell(self, event: EventT) -> None:
        """Add what has just happened."""
        self.events.append(event)

    def step(self) -> Step[SetupT, PositionT, EventT]:
        """Return the step as worked out."""
        return Step(State(self.setup, self.position), tuple(self.events))
