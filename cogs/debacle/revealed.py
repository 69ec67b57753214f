"""What was there to take, for whoever looks at a game of Débâcle again: nothing is secret, much is missed."""

from __future__ import annotations

from bot.tables.past.replays import Past
from cogs.debacle.words import Voice, observation_of
from engines.debacle.events import CapturedDie, DoublesTaken
from engines.debacle.model import Capture

__all__ = ["revealed"]


def revealed(past: Past, number: int, voice: Voice) -> str:
    """That the turn of this step took less than the best capture that it could have begun with."""
    frame = past.frames[number]
    if frame.kind != "act" or number == 0:
        return ""
    before = past.sight(number - 1)
    board = observation_of(before).board
    captures = [action for action in before.choices if isinstance(action, Capture)]
    best = max(captures, key=lambda capture: board[capture.to][1], default=None)
    took = sum(event.value for event in frame.events if isinstance(event, CapturedDie))
    took += sum(sum(event.values) for event in frame.events if isinstance(event, DoublesTaken))
    if best is None or board[best.to][1] <= took:
        return ""
    return voice.t(
        "Il y avait mieux à prendre dès la première action : le {value} en {cell}, depuis {origin}.",
        value=board[best.to][1],
        cell=best.to,
        origin=best.origin,
    )
