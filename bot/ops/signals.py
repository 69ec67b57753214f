"""What the operating system may ask of the process: to stop, or to read its settings again."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable

__all__ = ["heed"]


def heed(stop: Callable[[], object], reload: Callable[[], object]) -> None:
    """Call `stop` at SIGTERM and SIGINT (Ctrl-C), `reload` at SIGHUP; neither must block.

    SIGHUP also comes when the terminal is closed in which the bot was started: then it stops.
    """
    begun_by_hand = _has_terminal()

    def hang_up() -> None:
        closed = begun_by_hand and not _has_terminal()
        (stop if closed else reload)()

    loop = asyncio.get_running_loop()
    for name, call in (("SIGTERM", stop), ("SIGINT", stop), ("SIGHUP", hang_up)):
        # Some systems know no SIGHUP, or their loops no signals at all.
        with contextlib.suppress(NotImplementedError, AttributeError):
            loop.add_signal_handler(getattr(signal, name), call)


def _has_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()
