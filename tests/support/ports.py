"""Ports for processes that tests start."""

from __future__ import annotations

import random
import socket
from contextlib import suppress

__all__ = ["find_port"]

_OURS = range(20_000, 30_000)
"""Systems give none of these away by themselves, so that one which is free now still is a moment later."""
_CHANCE = random.SystemRandom()


def find_port(host: str = "127.0.0.1") -> int:
    """A port on which nobody listens."""
    while True:
        port = _CHANCE.choice(_OURS)
        with suppress(OSError), socket.create_server((host, port)):
            return port
