"""Has all games that are over looked back on again, for the operator."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

import structlog

from bot.tables.digests.digester import CannotLookBack, Digester
from bot.tables.digests.ports import DigestStore
from bot.tables.errors import Denied

__all__ = ["Rebuilt", "rebuild_digests"]

_log = structlog.get_logger(__name__)
_NEVER: Final = 2**62
"""A time (ms UTC) since which no table has ended: no board is drawn anew, as many as there are."""
_PAUSE: Final = 0.005
"""Seconds between two tables: a bot that runs beside this goes first."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was done: so many tables were looked back on, and at so many it could not be done."""

    done: int
    failed: int


async def rebuild_digests(store: DigestStore, digester: Digester) -> Rebuilt:
    """Look back on all tables whose games are over, in small steps; cut short, it goes on where it was.

    What could not be found out again stays as it was.
    """
    after: int | None = 0
    while after is not None:
        _, after = await store.outdate_digests(after)
    done = failed = 0
    after = 0
    while after is not None:
        some, after = await store.undigested(after)
        for one in some:
            await asyncio.sleep(_PAUSE)
            try:
                await digester.digest(one.table_id, _NEVER)
                done += 1
            except Denied:  # purged meanwhile, with its server
                pass
            except CannotLookBack:
                failed += 1
                _log.exception("table not looked back on", table=one.table_id)
    return Rebuilt(done, failed)
