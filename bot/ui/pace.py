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
    """Waits before an edit that would run into the channel's limit; what changes meanwhile goes with it."""

    def __init__(self) -> None:
        self._edits: dict[int, deque[float]] = {}

    async def wait(self, channel_id: int) -> None:
        """Return when this channel may be edited again."""
        loop = asyncio.get_running_loop()
        edits = self._edits.setdefault(channel_id, deque(maxlen=_EDITS))
        if len(edits) == _EDITS:
            await asyncio.sleep(max(0.0, edits[0] + _WINDOW - loop.time()))

    def note(self, channel_id: int) -> None:
        """An edit was made just now."""
        now = asyncio.get_running_loop().time()
        self._edits.setdefault(channel_id, deque(maxlen=_EDITS)).append(now)
        if len(self._edits) > _KEPT:
            self._edits = {
                key: past for key, past in self._edits.items() if past and now - past[-1] < _WINDOW
            }
