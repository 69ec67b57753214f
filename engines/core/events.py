"""The frozen bases that every game's records share, and who may know an event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, TypeAlias, TypeVar

from pydantic import Field

Seat: TypeAlias = str

Count: TypeAlias = Annotated[int, Field(ge=0, lt=2**53)]
"""What only ever grows, one by one: a number that no table reaches is refused when it comes from outside."""


@dataclass(frozen=True, slots=True)
class Record:
    """Base of setups, positions, actions and observations: frozen, and strict when back from JSON.

    What rules change on their way is without slots: see `replacing`.
    """

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid", "strict": True}


@dataclass(frozen=True, slots=True)
class Event(Record):
    """Something that happened, in the past tense.

    Each event class adds its facts and a `type` of its own, a literal. `audience` names the seats that may
    know it; None is everybody. It never becomes part of the public JSON.
    """

    audience: tuple[Seat, ...] | None = field(default=None, kw_only=True)


EventT = TypeVar("EventT", bound=Event)


def events_for(events: Iterable[EventT], seat: Seat | None) -> Sequence[EventT]:
    """Return what `seat` may know of the events, in order; for None, what all may know."""
    return [event for event in events if event.audience is None or seat in event.audience]
