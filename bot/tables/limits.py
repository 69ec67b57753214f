"""How many tables there may be, and how fast they are opened: limits against abuse, not against playing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["HOUR", "Limits", "Rate", "TooMany"]

MINUTE = 60_000
HOUR = 60 * MINUTE
"""In ms; the longest time over which openings are counted."""


class TooMany(Exception):
    """A table more than the limits allow: nothing was written.

    `reason`: host_full, server_full (`most` live tables), opening_often, server_opening_often (`most` opened
    lately; `again_at`, ms UTC, is when there is room for one).
    """

    def __init__(self, reason: str, most: int, again_at: int | None = None) -> None:
        super().__init__(reason, most, again_at)
        self.reason = reason
        self.most = most
        self.again_at = again_at


@dataclass(frozen=True, slots=True)
class Rate:
    """At most so many openings within a time (ms)."""

    most: int
    within: int


@dataclass(frozen=True, slots=True)
class Limits:
    """How many live tables one host and one server may have.

    How fast tables may be opened follows from that. Each begun table is stored for good, a large deck with
    it: who opens and stops in a loop would fill the disk.
    """

    a_host: int = 3
    a_server: int = 50

    @property
    def of_person(self) -> Sequence[Rate]:
        """How fast one person may open tables: 4 a minute, 30 an hour."""
        return (Rate(self.a_host + 1, MINUTE), Rate(10 * self.a_host, HOUR))

    @property
    def of_server(self) -> Sequence[Rate]:
        """How fast the people of one server may open tables: 20 a minute, 150 an hour."""
        return (Rate(-(-2 * self.a_server // 5), MINUTE), Rate(3 * self.a_server, HOUR))
