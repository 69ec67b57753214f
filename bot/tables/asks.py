"""What somebody asks of a table, and who it is: a person, a computer, the clock, or the house itself.

Only a person has Discord's ids. Moments are in ms UTC, whoever asks; the number of a click only tells it from
every other, so that a second delivery of it changes nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from bot.tables.model import Held, Table, Vault
from bot.tables.ports import Entry, Turned
from engines.core.clicks import order_of
from engines.core.decks import Asked
from engines.core.game import AnyGame


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

    `at` (ms UTC) is when it was made. `order` tells which of two wishes came first (see engines.core.clicks;
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


# What a transition wants written: the table as it will be, and the log lines that explain it.


@dataclass(frozen=True)
class Plan:
    """A wished change. The runtime numbers the lines and the version, arms the clock and commits.

    `vault` is None only for a table that is being opened: the runtime then puts the seed in. `aside`: the
    click that leads to it is not answered by the board.
    """

    table: Table
    vault: Vault | None = field(repr=False)
    lines: tuple[Entry, ...]
    turned: tuple[Turned, ...] = ()
    asked: tuple[Asked, ...] = ()
    aside: bool = False


Transition: TypeAlias = Callable[[Held, AnyGame], Plan | None]
"""What is to become of a table: None as plan changes nothing; raises Denied or Refusal."""


class Changer(Protocol):
    """Whoever can change tables (see bot.tables.changing)."""

    def now(self) -> int:
        """The tables' present, in ms UTC."""

    async def change(self, table_id: int, transition: Transition, ask: Ask | None = None) -> Table:
        """Apply a transition to a table, commit it, and let everybody know."""


def line(
    kind: str,
    ask: Ask | None,
    seat: str | None,
    payload: Mapping[str, Any] | None = None,
    draws: tuple[tuple[int, int], ...] = (),
) -> Entry:
    """A log line not yet numbered nor dated; `ask` is None for what follows from something else.

    Only a person's ids stand in the log.
    """
    return Entry(
        seq=0,
        kind=kind,
        at=0,
        seat=seat,
        user_id=ask.user_id if ask is not None and isinstance(ask.who, ByPerson) else None,
        interaction_id=None if ask is None else ask.click,
        payload=payload or {},
        draws=draws,
    )
