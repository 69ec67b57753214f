"""One look at a committed table: what each audience sees of it, worked out once for all who show it.

A look holds until the table changes, or until a moment passes at which there is more to see of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from bot.tables.countdown import counts, openings
from bot.tables.model import Alarm, Held, Table
from bot.tables.sight import Sight

__all__ = ["Look", "moments_passed"]


class Look:
    """A table as it was committed, with the sights of its audiences.

    `see_from` works out the sight of one seat (None: of the channel). `before` is the last look at the same
    table, if there was one.
    """

    def __init__(
        self, held: Held, now: int, see_from: Callable[[str | None], Sight], before: Look | None = None
    ) -> None:
        self.handed_on: dict[Hashable, Any] = {} if before is None else before.handed_on
        """What was made of the table by those who show it: from look to look, for them to compare with."""
        self._held = held
        self._see_from = see_from
        self._sights: dict[str | None, Sight] = {}
        self._passed = moments_passed(held.table.alarm, now)
        self.now = now
        """When this was seen, in ms UTC."""

    @property
    def table(self) -> Table:
        """The public facts of the table."""
        return self._held.table

    def sight(self, seat: str | None = None) -> Sight:
        """The table as seen from one seat (None: by the channel)."""
        sight = self._sights.get(seat)
        if sight is None:
            sight = self._sights[seat] = self._see_from(seat)
        return sight

    def sight_for(self, user_id: int) -> Sight:
        """The table as this user may see it: from their seat once the game has begun, else as the channel.

        Who has left a team that plays on sees what the channel sees: its secrets are no longer theirs.
        """
        seat = self.table.seat_of(user_id)
        if seat is None or self._held.vault.state is None:
            return self.sight()
        return self.sight(seat.name if seat.left or seat.plays(user_id) else None)

    def holds(self, held: Held, now: int) -> bool:
        """Whether a look at this table now would show the same."""
        return held is self._held and moments_passed(held.table.alarm, now) == self._passed


def moments_passed(alarm: Alarm | None, now: int) -> int:
    """How many moments of a decision have passed at which there is more to see: its opening, looks and steps.

    Nothing else that is shown depends on the time: deadlines are told as moments, and Discord counts down.
    """
    if alarm is None:
        return 0
    return sum(at <= now for at in (alarm.opened_at, *openings(alarm), *counts(alarm)))
