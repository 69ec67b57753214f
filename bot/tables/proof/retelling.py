"""What every seat was told of a game, step by step, from its record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.tables.proof.record import Line, Record
from bot.tables.proof.replay import play_again
from engines.core.events import events_for
from engines.core.game import AnyGame, AnyState
from players.core.view import Told

__all__ = ["Retold", "ends_step", "ends_turn", "retell"]


@dataclass(frozen=True, slots=True)
class Retold:
    """A step as people were told it: the state that it led to, and its events for all audiences.

    A drafted turn was one step, however many actions it had. `seq` is the number of its last line.
    """

    seq: int
    state: AnyState
    events: tuple[Any, ...]

    def told(self, seat: str) -> Told[Any]:
        """The step as this seat was told it; how long it took is not in a record."""
        return Told(tuple(events_for(self.events, seat)))


def retell(record: Record, game: AnyGame, until: int | None = None) -> Iterator[Retold]:
    """Tell all steps again, those of the lines up to this number; raises Failure as `play_again`."""
    events: tuple[Any, ...] = ()
    before: AnyState | None = None
    for line, step in play_again(record, game):
        if until is not None and line.seq > until:
            return
        events += step.events
        if ends_step(line, game, before, step.state):
            yield Retold(line.seq, step.state, events)
            events, before = (), step.state


def ends_step(line: Line, game: AnyGame, before: AnyState | None, after: AnyState) -> bool:
    """Whether this line ends what was committed together: of a drafted turn, only its last action does."""
    return ends_turn(game, line.kind, line.interaction is not None, before, after)


def ends_turn(game: AnyGame, kind: str, clicked: bool, before: AnyState | None, after: AnyState) -> bool:
    """As `ends_step`, of an entry of this `kind`; `clicked`: a click led to it."""
    if not game.drafts or kind != "act" or clicked or before is None:
        return True
    then, now = game.deadline(before), game.deadline(after)
    return then is None or now is None or then.key != now.key
