"""What a running bot reads again when it is told to (SIGHUP): how much to log, and whom it serves no more."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import structlog

from bot.log import set_level
from bot.settings import SettingsError, load_store_settings

__all__ = ["reload"]

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
