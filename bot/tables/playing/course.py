"""Where a change leads, as far as it is thought through: the state of the game, and the way there. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.tables.asks import Ask
from bot.tables.plan import line
from bot.tables.ports import Entry
from bot.tables.proof.dice import TableDraws
from engines.core.decks import Asked
from engines.core.game import AnyGame, AnyState, AnyStep

__all__ = ["Course"]


@dataclass(frozen=True, slots=True)
class Course:
    """The state reached, the log lines that lead to it, and the events of each step, oldest first.

    `asked` is what all of them add to the counts of questions.
    """

    state: AnyState
    lines: tuple[Entry, ...] = ()
    events: tuple[tuple[Any, ...], ...] = ()
    asked: tuple[Asked, ...] = ()

    def add(self, step: AnyStep, entry: Entry) -> Course:
        """One step more, with the log line that tells it."""
        told, asked = (*self.events, step.events), (*self.asked, *step.asked)
        return Course(step.state, (*self.lines, entry), told, asked)

    def act(self, game: AnyGame, seat: str, action: Any, draws: TableDraws, ask: Ask | None = None) -> Course:
        """One action more; raises Refusal."""
        taken = len(draws.taken)
        step = game.act(self.state, seat, action, draws)
        return self.add(step, line("act", ask, seat, game.actions.plain(action), draws.taken[taken:]))
