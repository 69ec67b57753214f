"""What somebody asks of a table, and who it is: a person, a computer, the clock, or the house itself.

Only a person has Discord's ids. Moments are in ms UTC, whoever asks; the number of a click only tells it from
every other, so that a second delivery of it changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engines.core.moments import order_of

__all__ = [
    "Actor",
    "Ask",
    "ByClock",
    "ByComputer",
    "ByHouse",
    "ByPerson",
    "ask_of_clock",
    "ask_of_house",
]


@dataclass(frozen=True, slots=True)
class ByPerson:
    """A person, by their Discord user id and the name that others see."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class ByComputer:
    """A computer opponent that plays this seat (its name at the table)."""

    seat: str


@dataclass(frozen=True, slots=True)
class ByClock:
    """The clock: a deadline has passed."""


@dataclass(frozen=True, slots=True)
class ByHouse:
    """The house itself: it tidies up, or does what the operator wishes."""


Actor: TypeAlias = ByPerson | ByComputer | ByClock | ByHouse


@dataclass(frozen=True, slots=True)
class Ask:
    """A wish, as it came in.

    `at` (ms UTC) is when it was made. `order` tells which of two wishes came first (see engines.core.moments;
    D5). `click` is the number that no other click has; None for what is no click.

    `drawn` is the turn that the clicked button was drawn for, None for a typed command. `aside`: what was
    clicked is shown to the clicker alone, so that its answer shows the others nothing.

    Rights: `moderator` may manage messages in the channel where the table is played, wherever the wish came
    from; `threads` may open a thread there.
    """

    who: Actor
    at: int
    order: int
    click: int | None = None
    drawn: int | None = None
    moderator: bool = False
    aside: bool = False
    threads: bool = False

    @property
    def person(self) -> ByPerson:
        """The person who asks; TypeError where it is none, for what only people do."""
        if not isinstance(self.who, ByPerson):
            raise TypeError("only a person asks for this")
        return self.who

    @property
    def user_id(self) -> int:
        """The Discord user id of the person who asks; TypeError where it is none."""
        return self.person.user_id


def ask_of_clock(now: int) -> Ask:
    """What the clock wishes now (ms UTC)."""
    return Ask(ByClock(), now, order_of(now))


def ask_of_house(now: int) -> Ask:
    """What the house itself wishes now (ms UTC)."""
    return Ask(ByHouse(), now, order_of(now))
