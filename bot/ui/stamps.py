"""Moments as Discord shows them: in each reader's own time zone and language."""

from __future__ import annotations

__all__ = ["clock", "remaining"]


def remaining(at: int) -> str:
    """The moment `at` (ms UTC) as a countdown: "in 2 minutes". Whole seconds, never later than it is."""
    return f"<t:{at // 1000}:R>"


def clock(at: int) -> str:
    """The moment `at` (ms UTC) as a time of day with seconds."""
    return f"<t:{at // 1000}:T>"
