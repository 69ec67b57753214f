"""Tables that the house closes itself, whatever their state: for the operator's commands."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from bot.tables.asks import ask_of_house
from bot.tables.keeping.ledger import Ledger
from bot.tables.model import Table
from bot.tables.playing.ending import close
from bot.tables.ports import Clock, TableStore
from engines.core.game import AnyGame

__all__ = ["close_table"]


async def close_table(
    store: TableStore,
    games: Mapping[str, AnyGame],
    clock: Clock,
    chance: Random,
    table_id: int,
    ending: str,
    reason: str | None = None,
) -> Table:
    """End a live table for this reason, its seed told as at any end; Denied "no_such_table", "closed".

    For who has the store alone: a running bot would not know of it.
    """
    ledger = Ledger(store, games, clock, chance)
    ask = ask_of_house(clock.now())
    held, _ = await ledger.change(table_id, lambda held, _game: close(held, ask, ending, reason), ask)
    return held.table
