"""Tables by their slot: what a process asks for that is home to some of them only (see bot.tables.homes)."""

from __future__ import annotations

from bot.tables.homes import Slots

__all__ = ["in_slots"]


def in_slots(slots: Slots) -> str:
    """What a WHERE clause goes on with, so that it finds these slots' tables alone; "" where they are all."""
    if len(slots.numbers) == slots.count:
        return ""
    numbers = ", ".join(str(int(number)) for number in sorted(slots.numbers)) or "NULL"
    slot = f"CASE WHEN tables.guild_id < 0 THEN 0 ELSE (tables.guild_id >> 22) % {int(slots.count)} END"
    return f" AND {slot} IN ({numbers})"
