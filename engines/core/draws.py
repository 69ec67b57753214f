"""Where chance comes from: `draws(n)` gives a whole number in 1..n. An engine has no other chance (C2)."""

import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from engines.core.records import Refusal

Draws: TypeAlias = Callable[[int], int]

_WORD = 2**64


def derive(key: bytes, prefix: str, k: int, n: int) -> int:
    """Return outcome number `k`, in 1..n, of the source that `key` and `prefix` name: always the same.

    For j = 0, 1, ...: x is the first 8 bytes (big-endian) of HMAC-SHA-256(key, "prefix:k:j" in ASCII). The
    first x below the greatest multiple of n that 64 bits hold is taken, so that no outcome is likelier than
    another; the outcome is x % n + 1. Raises ValueError for an n that is not in 1..2**64.
    """
    if not 1 <= n <= _WORD:
        raise ValueError(f"no fair outcome in 1..{n}")
    fair = _WORD - _WORD % n
    j = 0
    while True:
        digest = hmac.digest(key, f"{prefix}:{k}:{j}".encode("ascii"), "sha256")
        x = int.from_bytes(digest[:8], "big")
        if x < fair:
            return x % n + 1
        j += 1


@dataclass(slots=True)
class SeededDraws:
    """Outcomes derived from a secret; `taken` counts those given so far."""

    key: bytes
    prefix: str
    taken: int = 0

    def __call__(self, n: int) -> int:
        """Return the next outcome in 1..n."""
        outcome = derive(self.key, self.prefix, self.taken, n)
        self.taken += 1
        return outcome


class ScriptedDraws:
    """Outcomes written down beforehand and given in order; `rest` are those still to come.

    Raises Refusal `draws_exhausted` when none is left, and `bad_request` for one outside 1..n.
    """

    __slots__ = ("rest",)

    def __init__(self, outcomes: Iterable[int] = ()) -> None:
        self.rest: tuple[int, ...] = tuple(outcomes)

    def __call__(self, n: int) -> int:
        """Return the next outcome, which must lie in 1..n."""
        if not self.rest:
            raise Refusal("draws_exhausted")
        outcome = self.rest[0]
        if not 1 <= outcome <= n:
            raise Refusal("bad_request", "draw_out_of_range", sides=n)
        self.rest = self.rest[1:]
        return outcome
