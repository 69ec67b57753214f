"""The last turn of fortune that all have seen: dice that came to light, a slip, a fall of the cup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.tables.model import Scene
from engines.tasse.events import (
    Announced,
    Doubted,
    Duelled,
    Fell,
    JokerPlayed,
    Misannounced,
    RoundStarted,
    Scored,
    Shown,
    Skipped,
)

__all__ = ["Closed", "Opened", "Reveal", "last_reveal"]

Opened: TypeAlias = Doubted | Shown | JokerPlayed | Duelled
"""Events by which all see dice."""
Closed: TypeAlias = Misannounced | Fell
"""Events that cost points while the cup stays closed."""
_OVER = Announced | RoundStarted
"""Events after which people talk of something else."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """What happened, who took points for it, and who passes a turn then."""

    event: Opened | Closed
    scored: tuple[Scored, ...]
    skipped: str | None = None


def last_reveal(scenes: Sequence[Scene]) -> Reveal | None:
    """Find what last cost points; None if a score has been announced since, or nothing is told of it."""
    for scene in reversed(scenes):
        for event in reversed(scene.events):
            if isinstance(event, _OVER):
                return None
            if isinstance(event, Opened | Closed):
                return _reveal(event, scene)
    return None


def _reveal(event: Opened | Closed, scene: Scene) -> Reveal:
    scored = tuple(each for each in scene.events if isinstance(each, Scored))
    skipped = [each.seat for each in scene.events if isinstance(each, Skipped)]
    return Reveal(event, scored, skipped[0] if skipped else None)
