"""Dice that can be checked: every outcome follows from a seed that is promised before others sit down.

From the start of the game on nobody can change an outcome unnoticed. Whoever runs the bot knows the seed,
though: with their help somebody can sit down anew until the dice suit them (the log shows each time), or know
hidden dice. SECURITY.md says the same to people.

The encoding, so that anybody can check it:

- seed: 32 secret bytes, told when the table is closed; commitment: the hex SHA-256 of the seed, shown when
  the lobby opens;
- prefix: `gobelet-1:TABLE:JOIN+JOIN+...`, with the table's number and the interaction ids (given by Discord
  after the commitment) by which those seated at the start sat down, in seat order, all decimal;
- outcome k (0, 1, ... over the table's life) of n sides: for j = 0, 1, ..., x is the first 8 bytes
  (big-endian) of HMAC-SHA-256(seed, "PREFIX:k:j"); the first x below the greatest multiple of n that is at
  most 2**64 gives x % n + 1.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256

from engines.core.draws import derive

__all__ = ["SEED_BYTES", "Seed", "TableDraws", "prefix"]

SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Seed:
    """A table's secret (32 bytes, else ValueError); it never shows in a repr, a log or a traceback."""

    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) != SEED_BYTES:
            raise ValueError("a seed has 32 bytes")

    @classmethod
    def new(cls) -> Seed:
        """Take a fresh seed from the system's own source of secrets."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def from_hex(cls, text: str) -> Seed:
        """Read a seed that was told; ValueError when the text is not 64 hex digits."""
        return cls(bytes.fromhex(text))

    @property
    def hex(self) -> str:
        """The seed as it is told at the end: 64 lower-case hex digits."""
        return self.secret.hex()

    @property
    def commitment(self) -> str:
        """The promise shown when the lobby opens: the seed's SHA-256 as 64 lower-case hex digits."""
        return sha256(self.secret).hexdigest()


def prefix(table_id: int, joins: Iterable[int]) -> str:
    """Name the source of a table's dice; `joins` are the interaction ids by which its people sat down."""
    return f"gobelet-1:{table_id}:{'+'.join(map(str, joins))}"


class TableDraws:
    """The draws of one step, going on after the `first` outcomes that are committed.

    A step that is refused, or whose commit fails, is forgotten with its draws: the next begins at the same
    place and sees the same dice, so that nobody can draw again until they like what they see.
    """

    __slots__ = ("_first", "_key", "_prefix", "_taken")

    def __init__(self, seed: bytes, prefix: str, first: int) -> None:
        self._key = seed
        self._prefix = prefix
        self._first = first
        self._taken: list[tuple[int, int]] = []

    def __call__(self, n: int) -> int:
        """Return the next outcome in 1..n and note it; ValueError for n below 1."""
        if n < 1:
            raise ValueError("a draw has at least one side")
        outcome = derive(self._key, self._prefix, self._first + len(self._taken), n)
        self._taken.append((n, outcome))
        return outcome

    @property
    def taken(self) -> tuple[tuple[int, int], ...]:
        """What was drawn so far in this step: (n, outcome), in order."""
        return tuple(self._taken)
