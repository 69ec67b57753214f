"""What a table is to be like when it is frozen, and how long is played until it is."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.tables.model import Manners
from bot.tables.sight import Sight
from tests.stored.room import Room

GUILDS = {"tasse": 11, "diavolo": 12, "debacle": 13, "desfausse": 14, "defizz": 15, "soiree": 16}
"""In which server a game is played."""
Until = Callable[[Sight], bool]
Then = Callable[[Room, int], Awaitable[Any]]
BRISK = Manners()


@dataclass(frozen=True)
class Wanted:
    """A table to freeze once the channel sees what `until` asks for; `then` is what is done last of all.

    `seats` people (or teams) sit down; for an `evening` they have registered before, and its table opens
    with all of them. Without `until` the game is not begun. Who plays at `most` so many steps in vain is
    forgotten, and others try.
    """

    game: str
    phase: str
    until: Until | None = None
    seats: int = 3
    options: Mapping[str, Any] = field(default_factory=dict)
    manners: Manners = BRISK
    then: Then | None = None
    most: int = 250
    evening: bool = False

    @property
    def name(self) -> str:
        return f"{self.game} {self.phase}"


def seen(phase: str, also: Until = lambda _sight: True) -> Until:
    """Wait until the game is in this phase, and this holds too."""
    return lambda sight: sight.observation.phase == phase and also(sight)


def over(sight: Sight) -> bool:
    """Wait until somebody has won by the rules, not because the others left."""
    return sight.table.end.why == "over" and not any(seat.left for seat in sight.table.seats)


def unseen(sight: Sight) -> bool:
    """Wait until a race is open whose message is not out yet."""
    return sight.table.alarm is not None and sight.table.alarm.unseen


def told(kind: str) -> Until:
    """Wait until the channel is told of such an event."""
    return lambda sight: any(event.type == kind for scene in sight.scenes for event in scene.events)


def asked(mode: str, answers: int = 1) -> Until:
    """Wait until a question of this mode is asked, and so many have answered while others still may."""
    return seen(
        "answer",
        lambda sight: (
            sight.observation.question.mode == mode
            and len([said for said in sight.observation.said if not said.passed]) >= answers
        ),
    )


def answered(sight: Sight) -> bool:
    """Whether a question has been asked, and what was right is told."""
    last = sight.observation.last
    return last is not None and last.question is not None
