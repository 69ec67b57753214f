"""When a clock is armed, and what buttons must name. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.model import Alarm, Held, Pace, Status
from engines.core.game import AnyGame

__all__ = ["LOBBY_SECONDS", "decision", "timed"]

LOBBY_SECONDS = 30 * 60
"""A lobby in which nothing happens for so long closes by itself."""


def timed(before: Held | None, after: Held, game: AnyGame, now: int) -> Held:
    """The held table with its alarm armed (or kept, when the same decision is awaited) and its turn set."""
    table = after.table
    alarm = _alarm(before, after, game, now)
    stepped = before is None or before.vault.state is not after.vault.state
    awaited_anew = before is None or decision(before, game) != decision(after, game)
    turn = table.version if (stepped if game.sequential else awaited_anew) else table.turn
    return replace(after, table=replace(table, alarm=alarm, turn=turn))


def decision(held: Held, game: AnyGame) -> str:
    """The name of the decision that is awaited."""
    state = held.vault.state
    deadline = None if state is None else game.deadline(state)
    return held.table.status.value if deadline is None else deadline.key


def _alarm(before: Held | None, after: Held, game: AnyGame, now: int) -> Alarm | None:
    table, state = after.table, after.vault.state
    if table.status is Status.LOBBY:
        return Alarm(f"lobby {table.version}", "lobby", LOBBY_SECONDS, now + LOBBY_SECONDS * 1000)
    if table.status is not Status.PLAYING or state is None or table.manners.pace is Pace.RELAXED:
        return None
    deadline = game.deadline(state)
    if deadline is None:
        return None
    old = None if before is None else before.table.alarm
    if old is not None and old.key == deadline.key:
        return old
    return Alarm(deadline.key, deadline.kind, deadline.seconds, now + deadline.seconds * 1000)
