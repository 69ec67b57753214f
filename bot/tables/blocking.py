"""Whom the operator has blocked: they open and join nothing more, and what they play already goes on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from bot.tables.errors import Denied

__all__ = ["Block", "BlockStore", "Blocked", "Blocklist"]

Blocked: TypeAlias = Literal["user", "server"]


@dataclass(frozen=True, slots=True)
class Block:
    """One blocked user or server, why (the operator's own note), and since when (ms UTC)."""

    kind: Blocked
    id: int
    reason: str
    at: int


class BlockStore(Protocol):
    """The operator's list."""

    async def blocks(self) -> Sequence[Block]:
        """All of it, by kind and id."""
        ...

    async def block(self, block: Block) -> None:
        """Add (replace) a block."""
        ...

    async def unblock(self, kind: Blocked, whom: int) -> bool:
        """Lift a block; whether there was one."""
        ...


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
