"""A game that is over, told from its record with all that was secret, so that its facts can be counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from bot.tables.proof.record import Line, Record
from bot.tables.proof.replay import Failure, play_again
from engines.core.game import AnyGame, AnyState
from engines.core.story import Deed, Kind, Story

__all__ = ["story_of"]


def story_of(record: Record, game: AnyGame, setup: Any | None = None) -> Story | None:
    """Replay a record with its secrets; None if no game began, it still runs, or the replay fails.

    `setup` is what our own store says that the game began with; without it, the record's is read.
    """
    if record.setup is None and setup is None:
        return None
    try:
        deeds = tuple(_deeds(record, game, setup))
    except Failure:
        return None
    seats = tuple(seating.seat for seating in record.seats)
    return Story(seats, deeds, tuple(_pauses(record.entries))) if deeds else None


def _deeds(record: Record, game: AnyGame, setup: Any | None) -> Iterator[Deed]:
    before: AnyState | None = None
    for line, step in play_again(record, game, setup):
        acts = line.kind == "act"
        yield Deed(
            kind=cast("Kind", line.kind),
            seat=line.seat if acts or line.kind == "leave" else None,
            action=game.actions.parse(line.payload) if acts else None,
            before=before,
            after=step.state,
            events=step.events,
            at=line.at,
            clicked_at=line.clicked_at,
        )
        before = step.state


def _pauses(entries: tuple[Line, ...]) -> Iterator[tuple[int, int]]:
    """When the table stood still (ms UTC): from the first of the pauses in a row until it went on."""
    since: int | None = None
    for line in entries:
        if line.kind == "pause" and since is None:
            since = line.at
        elif line.kind == "resume" and since is not None:
            yield since, line.at
            since = None
