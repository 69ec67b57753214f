"""One step while it is being made: the rules change its position and tell its events."""

from typing import Generic

from engines.core.decks import Asked
from engines.core.draws import Draws
from engines.core.records import EventT, PositionT, SetupT, State, Step


class Play(Generic[SetupT, PositionT, EventT]):
    """A step that the rules are making: the position reached so far, and the events told so far.

    Rules put another position in the place of `position` (itself immutable) and `tell` events; `step()` is
    the result. A play lives for one request only: seen from outside, an engine changes nothing.
    """

    __slots__ = ("asked", "draws", "events", "position", "setup")

    def __init__(self, state: State[SetupT, PositionT], draws: Draws) -> None:
        self.setup: SetupT = state.setup
        self.position: PositionT = state.position
        self.draws: Draws = draws
        self.events: list[EventT] = []
        self.asked: list[Asked] = []

    def tell(self, event: EventT) -> None:
        """Add an event that has just happened."""
        self.events.append(event)

    def count(self, *asked: Asked) -> None:
        """Add to the counts of questions; less than nothing for what is undone."""
        self.asked += asked

    def step(self) -> Step[SetupT, PositionT, EventT]:
        """Return the finished step."""
        return Step(State(self.setup, self.position), tuple(self.events), tuple(self.asked))
