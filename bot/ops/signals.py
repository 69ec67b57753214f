"""What the operating system may ask of the process: to stop, or to read its settings again."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping

import structlog

from bot.log import set_level
from bot.settings import SettingsError, load_store_settings


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


# What a running bot reads again when it is told to (SIGHUP): how much to log, and whom it serves no more.

_log = structlog.get_logger(__name__)


async def reload(learn_blocks: Callable[[], Awaitable[None]]) -> None:
    """Read `LOG_LEVEL` and the blocks again; a setting that is wrong is said, and the old one holds."""
    await learn_blocks()
    try:
        level = load_store_settings().log_level
    except SettingsError as error:
        _say(f"settings not read again: {error}")
    else:
        changed = set_level(level)
        _say("settings read again", log_level=level, changed=changed)


def _say(sentence: str, **facts: object) -> None:
    """Log it for whoever has asked, whatever the level is."""
    _log.log(max(logging.INFO, logging.getLogger().level), sentence, **facts)


# Tells systemd how it goes, as its `sd_notify` does: a few lines of text to the socket that it names.


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
