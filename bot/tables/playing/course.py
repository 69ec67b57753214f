"""Where a change leads, as far as it is thought through: the state of the game, and the way there. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.tables.asks import Ask
from bot.tables.plan import line
from bot.tables.ports import Entry
from bot.tables.proof.dice import TableDraws
from engines.core.game import AnyGame, AnyState, AnyStep

__all__ = ["Course"]


@dataclass(frozen=True, slots=True)
class Course:
    """The state reached, the log lines that lead to it, and the events of each step, oldest first."""

    state: AnyState
    lines: tuple[Entry, ...] = ()
    events: tuple[tuple[Any, ...], ...] = ()

    def add(self, step: AnyStep, entry: Entry) -> Course:
        """One step more, with the log line that tells it."""
        return Course(step.state, (*self.lines, entry), (*self.events, step.events))

    def act(self, game: AnyGame, seat: str, action: Any, draws: TableDraws, ask: Ask | None = None) -> Course:
        """One action more; raises Refusal."""
        taken = len(draws.taken)
        step = game.act(self.state, seat, action, draws)
        return self.add(step, line("act", ask, seat, game.actions.plain(action), draws.taken[taken:]))
