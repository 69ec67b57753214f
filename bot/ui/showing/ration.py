"""How often messages of a channel may be edited: Discord allows five edits in five seconds, we use four."""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["EDITS", "EditRation"]

EDITS = 4
_WINDOW = 5.0
_KEPT = 256
"""When more channels than this are known, those without a recent edit are forgotten."""


class EditRation:
    """Says how long to wait before an edit, so that no channel reaches its limit."""

    def __init__(self) -> None:
        self._edits: dict[int, deque[float]] = {}

    def seconds_left(self, channel_id: int, share: int = EDITS) -> float:
        """Seconds to wait before the next edit in this channel; 0 for none.

        `share` is how many edits of a window may be used; fewer than all leave some for more important edits.
        """
        edits = self._edits.get(channel_id)
        if edits is None or len(edits) < share:
            return 0.0
        return max(0.0, edits[-share] + _WINDOW - asyncio.get_running_loop().time())

    def note(self, channel_id: int) -> None:
        """Count an edit that is made now."""
        now = asyncio.get_running_loop().time()
        self._edits.setdefault(channel_id, deque(maxlen=EDITS)).append(now)
        if len(self._edits) > _KEPT:
            self._edits = {
                key: past for key, past in self._edits.items() if past and now - past[-1] < _WINDOW
            }
