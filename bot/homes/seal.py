"""The seal on what processes of one bot send each other: only who has the bot's token can make it.

It proves where a text comes from and when it was sealed; it hides nothing, for the network between the
processes is a private one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

__all__ = ["FRESH_MS", "Seal"]

FRESH_MS = 60_000
"""How far the time on a seal may be from the reader's own. Clocks of machines differ a little."""
_PURPOSE = b"gobelet: interactions sent on to their home"


class Seal:
    """Makes and checks seals by a key that comes from the bot's token. `now` gives the time in ms UTC."""

    def __init__(self, token: str, now: Callable[[], int]) -> None:
        secret = hmac.digest(_PURPOSE, token.encode(), hashlib.sha256)
        self._key = hmac.digest(secret, _PURPOSE + b"\x01", hashlib.sha256)  # HKDF (RFC 5869), one block
        self._now = now

    def make(self, text: bytes) -> str:
        """Make the seal of a text: the time, a colon, and the digest of both in hexadecimal digits."""
        return self._make(self._now(), text)

    def fits(self, seal: str, text: bytes) -> bool:
        """Whether a seal is one of ours, of this text, and not too old."""
        at = seal.partition(":")[0]
        if not at.isascii() or not at.isdecimal() or len(at) > 15:
            return False
        genuine = hmac.compare_digest(self._make(int(at), text).encode(), seal.encode())
        return genuine and abs(self._now() - int(at)) <= FRESH_MS

    def _make(self, at: int, text: bytes) -> str:
        return f"{at}:{hmac.new(self._key, b'%d:' % at + text, hashlib.sha256).hexdigest()}"
