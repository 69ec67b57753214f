"""How many tables there may be, and how fast they are opened: limits against abuse, not against playing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.tables.model import Denied

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


# Whom the operator has blocked: they open and join nothing more, and what they play already goes on.

Blocked: TypeAlias = Literal["user", "server"]


@dataclass(frozen=True, slots=True)
class Block:
    """One blocked user or server, why (the operator's own note), and since when (ms UTC)."""

    kind: Blocked
    id: int
    reason: str
    at: int


class Blocklist:
    """The list as last read: asked at every click, so that no click asks the store."""

    def __init__(self) -> None:
        self._users: frozenset[int] = frozenset()
        self._servers: frozenset[int] = frozenset()

    def learn(self, blocks: Iterable[Block]) -> None:
        """From now on these are blocked, and nobody else."""
        known = tuple(blocks)
        self._users = frozenset(block.id for block in known if block.kind == "user")
        self._servers = frozenset(block.id for block in known if block.kind == "server")

    def refuse(self, user_id: int, guild_id: int | None = None) -> None:
        """Denied "blocked" or "server_blocked" for who may not do anything new, or where nobody may."""
        if user_id in self._users:
            raise Denied("blocked")
        if guild_id in self._servers:
            raise Denied("server_blocked")
