"""The frozen bases that every game's records share, and who may know an event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, TypeAlias, TypeVar

from pydantic import Field

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


EventT = TypeVar("EventT", bound=Event)


def events_for(events: Iterable[EventT], seat: SeatName | None) -> Sequence[EventT]:
    """Return the events that `seat` may know, in order; for None, those that all may know."""
    return [event for event in events if event.audience is None or seat in event.audience]
