"""What a transition wants written: the table as it will be, and the log lines that explain it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from bot.tables.asks import Ask, ByPerson
from bot.tables.model import Held, Table, Vault
from bot.tables.ports import Entry, Turned
from engines.core.decks import Asked
from engines.core.game import AnyGame

__all__ = ["Changer", "Plan", "Transition", "line"]


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
        ...

    async def change(self, table_id: int, transition: Transition, ask: Ask | None = None) -> Table:
        """Apply a transition to a table, commit it, and let everybody know."""
        ...


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
