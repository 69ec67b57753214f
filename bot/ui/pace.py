"""How often a channel may be edited: Discord grants five edits in five seconds, one is kept in reserve."""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["EditPace"]

_EDITS = 4
_WINDOW = 5.0
_KEPT = 256
"""Channels remembered before those at rest are forgotten."""


class EditPace:
    """Says when an edit would run into the channel's limit; what changes until then goes with it."""

    def __init__(self) -> None:
        self._edits: dict[int, deque[float]] = {}

    def left(self, channel_id: int) -> float:
        """Seconds until this channel may be edited again; 0 when it may."""
        edits = self._edits.get(channel_id)
        if edits is None or len(edits) < _EDITS:
            return 0.0
        return max(0.0, edits[0] + _WINDOW - asyncio.get_running_loop().time())

    def note(self, channel_id: int) -> None:
        """An edit was made just now."""
        now = asyncio.get_running_loop().time()
        self._edits.setdefault(channel_id, deque(maxlen=_EDITS)).append(now)
        if len(self._edits) > _KEPT:
            self._edits = {
                key: past for key, past in self._edits.items() if past and now - past[-1] < _WINDOW
            }
