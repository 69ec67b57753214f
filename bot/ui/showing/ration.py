"""How often a channel may be edited: Discord grants five edits in five seconds, one is kept in reserve."""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["EDITS", "EditRation"]

EDITS = 4
_WINDOW = 5.0
_KEPT = 256
"""Channels remembered before those at rest are forgotten."""


class EditRation:
    """Says when an edit would run into the channel's limit; what changes until then goes with it."""

    def __init__(self) -> None:
        self._edits: dict[int, deque[float]] = {}

    def seconds_left(self, channel_id: int, share: int = EDITS) -> float:
        """Seconds until this channel may be edited again; 0 when it may.

        `share`: of how many edits in a window this one may be the last; fewer leave room for a better one.
        """
        edits = self._edits.get(channel_id)
        if edits is None or len(edits) < share:
            return 0.0
        return max(0.0, edits[-share] + _WINDOW - asyncio.get_running_loop().time())

    def note(self, channel_id: int) -> None:
        """An edit was made just now."""
        now = asyncio.get_running_loop().time()
        self._edits.setdefault(channel_id, deque(maxlen=EDITS)).append(now)
        if len(self._edits) > _KEPT:
            self._edits = {
                key: past for key, past in self._edits.items() if past and now - past[-1] < _WINDOW
            }
