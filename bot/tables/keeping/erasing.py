"""Taking out of a table what a person typed there, when they have their data erased. Pure.

What the words were read as (a verdict, a score) stays, so that the game replays as it was played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.tables.model import SceneText
from bot.tables.ports import Entry, Stored
from engines.core.game import AnyGame

__all__ = ["Blanks", "blank_words", "seats_of"]

_NOTHING = "null"
_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError)
"""What reading stored JSON that is damaged, or none, raises."""
_WORDED = frozenset({"act", "draft"})
"""The kinds of log lines that hold an action, and so perhaps words."""


@dataclass(frozen=True, slots=True)
class Blanks:
    """What a table's stored parts are without somebody's words; `lines` are payloads by their numbers."""

    lines: Mapping[int, Mapping[str, Any]]
    position: str | None = field(repr=False)
    scenes: tuple[SceneText, ...] = field(repr=False)


def blank_words(stored: Stored, log: Sequence[Entry], user_id: int, game: AnyGame) -> Blanks | None:
    """What remains of a table without the words of this user; None where they typed nothing.

    Where several people share a seat, the position and the scenes lose the words of all of them.
    """
    lines = {}
    for entry in log:
        if entry.user_id == user_id and entry.seat is not None and entry.kind in _WORDED:
            left = game.without_words("action", dict(entry.payload), entry.seat)
            if left != entry.payload:
                lines[entry.seq] = left
    if not lines:
        return None
    seats = seats_of(log, lines)
    scenes = tuple(_scene(scene, seats, game) for scene in stored.scenes)
    return Blanks(lines, _position(stored, seats, game), scenes)


def _position(stored: Stored, seats: Sequence[str], game: AnyGame) -> str | None:
    """The position without these seats' words; one that nobody can read may hold any, and goes."""
    if stored.position is None:
        return None
    try:
        plain = json.loads(stored.position)
        for seat in seats:
            plain = game.without_words("position", plain, seat)
    except _UNREADABLE:
        return _NOTHING
    return _text(plain)


def _scene(scene: SceneText, seats: Sequence[str], game: AnyGame) -> SceneText:
    """The scene without these seats' words; nothing happens in one that cannot be read."""
    try:
        events = json.loads(scene.events)
        for seat in seats:
            events = [game.without_words("event", event, seat) for event in events]
    except _UNREADABLE:
        return replace(scene, events="[]")
    return replace(scene, events=_text(events))


def seats_of(log: Sequence[Entry], lines: Mapping[int, Any]) -> list[str]:
    """The seats that these lines of a log belong to, in the order of the log."""
    return list(dict.fromkeys(entry.seat for entry in log if entry.seq in lines and entry.seat is not None))


def _text(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
