"""Where a capability of a game has a part in what happens at every table. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from bot.tables.asks import Ask, Plan
from bot.tables.model import Held, Table
from bot.tables.playing.ending import Course
from bot.tables.ports import Entry
from bot.tables.proof.dice import TableDraws
from engines.core.game import AnyGame


class Tried(NamedTuple):
    """An action of a seat, tried on the rules, and where it leads."""

    seat: str
    action: Any
    after: Course


class Hooks:
    """What a capability adds where the core asks it.

    The core asks all capabilities of a game in the order of `Capability`. Whatever one does not define leaves
    things as they are.
    """

    def reseat(
        self, table: Table, game: AnyGame, options: Mapping[str, Any]
    ) -> tuple[Table, tuple[Entry, ...]]:
        """Seat the people of a lobby as new options want it, with the log lines that tell it; may deny."""
        del game, options
        return table, ()

    def play_pending(self, course: Course, held: Held, game: AnyGame, draws: TableDraws) -> Course:
        """Play what waits to be played before anything else happens."""
        del held, game, draws
        return course

    def decides(self, course: Course, held: Held, game: AnyGame) -> bool:
        """Whether what was pending, once played (`course`), decides what is awaited: it waits to be ended."""
        del course, held, game
        return False

    def keep_back(self, held: Held, ask: Ask, game: AnyGame, before: Course, tried: Tried) -> Plan | None:
        """Keep a seat's action for later; None to take the step that it leads to from `before`."""
        del held, ask, game, before, tried
        return None

    def complete(self, plan: Plan, held: Held, game: AnyGame) -> Plan:
        """Add to the plan of a step what is to be written with it; `held` is the table before."""
        del held, game
        return plan


@dataclass(frozen=True, slots=True)
class Layout:
    """What a supply gives to a game: options for its rules, and log lines that stand before "begin".

    `salt` (secret) hides it in the table's record, and is kept with the table.
    """

    options: Mapping[str, Any]
    lines: tuple[Entry, ...]
    salt: bytes = field(repr=False)


class Supply(Protocol):
    """What a capability brings to the beginning of a game, fetched from the store before."""

    def lay_out(self, game: AnyGame, table: Table, draws: TableDraws) -> Layout:
        """Get it ready for this table; Denied "busy" where the table has changed since it was fetched."""

    def promise(self, game: AnyGame, setup: Any) -> Mapping[str, Any]:
        """What the log's line "begin" says of it, so that it can be checked later."""
