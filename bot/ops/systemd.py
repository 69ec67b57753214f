"""Tells systemd how it goes, as its `sd_notify` does: a few lines of text to the socket that it names."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

import structlog

__all__ = ["Systemd", "watchdog_seconds"]

_log = structlog.get_logger(__name__)


class Systemd:
    """The service manager that started this process; without one (no `NOTIFY_SOCKET`), nothing happens."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        # A name that begins with @ stands for a socket that is in no folder (Linux' abstract ones).
        self._address = f"\0{name[1:]}" if name.startswith("@") else name

    def say(self, **facts: str) -> None:
        """Send facts, such as `READY="1"` or `STATUS="…"`; what cannot be sent is logged, never raised."""
        if not self._address:
            return
        message = "\n".join(f"{name}={value}" for name, value in facts.items())
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto(message.encode(), self._address)
        except OSError as error:
            _log.warning("systemd not told", what=", ".join(facts), error=str(error))


def watchdog_seconds(environment: Mapping[str, str] = os.environ) -> float | None:
    """After how many seconds without a word systemd ends this process; None if it does not watch it."""
    length = environment.get("WATCHDOG_USEC", "")
    watched = environment.get("WATCHDOG_PID", str(os.getpid()))
    if not length.isdecimal() or not int(length) or watched != str(os.getpid()):
        return None
    return int(length) / 1_000_000
