"""When a clock is armed, and what buttons must name. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.model import Alarm, Held, Pace, Status, Table
from engines.core.game import AnyGame, Deadline

__all__ = ["LOBBY_SECONDS", "decision", "timed"]

LOBBY_SECONDS = 30 * 60
"""A lobby in which nothing happens for so long closes by itself."""


def timed(before: Held | None, after: Held, taken: int, game: AnyGame, now: int) -> Table:
    """The table at its next version: turn set, alarm armed (or kept, when the same decision is awaited).

    `taken`: how many draws the change took.
    """
    version = 1 if before is None else before.table.version + 1
    stepped = before is None or before.vault.state is not after.vault.state
    deadline = None if after.vault.state is None else game.deadline(after.vault.state)
    if not game.sequential:
        stepped = before is None or decision(before, game) != decision(after, game)
    return replace(
        after.table,
        version=version,
        turn=version if stepped else after.table.turn,
        changed_at=now,
        draws_taken=after.table.draws_taken + taken,
        alarm=_alarm(before, after.table, version, deadline, now),
    )


def decision(held: Held, game: AnyGame) -> str:
    """The name of the decision that is awaited."""
    state = held.vault.state
    deadline = None if state is None else game.deadline(state)
    return held.table.status.value if deadline is None else deadline.key


def _alarm(
    before: Held | None, table: Table, version: int, deadline: Deadline | None, now: int
) -> Alarm | None:
    if table.status is Status.LOBBY:
        return Alarm(f"lobby {version}", "lobby", LOBBY_SECONDS, now + LOBBY_SECONDS * 1000)
    if table.status is not Status.PLAYING or deadline is None or table.manners.pace is Pace.RELAXED:
        return None
    old = None if before is None else before.table.alarm
    if old is not None and old.key == deadline.key:
        return old
    return Alarm(deadline.key, deadline.kind, deadline.seconds, now + deadline.seconds * 1000)
