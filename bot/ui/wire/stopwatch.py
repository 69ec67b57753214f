"""Measures one interaction: from the moment of the click to its first answer, and what became of it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from bot.meters import observe, smooth
from bot.ui.wire.clock import LoopClock
from engines.core.moments import moment_of

__all__ = ["NO_GAME", "OUTCOMES", "Outcome", "Stopwatch"]

Outcome: TypeAlias = Literal["done", "refused", "failed", "late"]
OUTCOMES: Final[tuple[Outcome, ...]] = ("done", "refused", "failed", "late")
NO_GAME: Final = "none"
"""The game of interactions that are about no table of a game."""
_CLOCK: Final = LoopClock()


class Stopwatch:
    """Started by an interaction, which names its moment by its id.

    `game` and `outcome` are for others to set; without a first answer that Discord took, the outcome is
    "late". How late clicks arrive says how far our clock is from Discord's.
    """

    def __init__(self, interaction_id: int) -> None:
        self.game = NO_GAME
        self.outcome: Outcome = "done"
        self._asked_at = moment_of(interaction_id)
        self._seconds: float | None = None
        smooth("clock_skew_seconds", self._elapsed())

    def note_answer(self) -> None:
        """Discord has taken an answer; only the first one counts."""
        if self._seconds is None:
            self._seconds = self._elapsed()

    def stop(self) -> None:
        """Nothing more comes: put what was measured among the meters."""
        late = self._seconds is None
        seconds = self._elapsed() if self._seconds is None else self._seconds
        observe("click_seconds", max(0.0, seconds), self.game, "late" if late else self.outcome)

    def _elapsed(self) -> float:
        return (_CLOCK.now() - self._asked_at) / 1000
