"""Plays the Soirée: says what comes to its mind, stakes by how sure it feels; défis are played as Défizz."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engines.core.draws import Draws
from engines.core.records import SeatName
from engines.soiree.challenges import is_of_defizz
from engines.soiree.events import SoireeEvent
from engines.soiree.model import (
    HIGHEST_STAKE,
    Action,
    Forgo,
    Observation,
    Proceed,
    Ready,
    Tell,
    Wager,
)
from players.core.player import (
    Budget,
    Decision,
    Level,
    Persona,
    Player,
    Recollection,
    Told,
    View,
    take_time,
    without_told,
)
from players.defizz.player import DefizzPlayer, Task, time_to_answer

SoireeView = View[Observation, Action, SoireeEvent]
_NOTHING: Final = Recollection()
_INSIDE: Final = DefizzPlayer()
_MEDIANS: Final[Mapping[str, float]] = {"break": 6.0, "reveal": 5.0, "wager": 6.0, "verdict": 8.0}
"""Seconds that people take in the middle."""


class SoireePlayer(Player[Observation, Action, SoireeEvent]):
    """What it knows makes a level. As a quizmaster it lets the bot's verdicts stand."""

    game = "soiree"
    skim = staticmethod(without_told)

    def notice(self, notes: str, seat: SeatName, told: Told[Any]) -> str:
        """Return the notes after one more step: only défis leave any."""
        return _INSIDE.notice(notes, seat, told)

    def decide(
        self, view: SoireeView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> Decision[Action]:
        """Return what to do in the phase that the evening is in."""
        listed, seen = view.legal.actions, view.observation
        if not listed:
            raise ValueError(f"nothing to do for {view.seat}")
        if seen.bout is not None and seen.phase == "challenges" and view.seat in seen.bout.seats:
            legal: Any = replace(view.legal, actions=tuple(act for act in listed if is_of_defizz(act)))
            inner: Any = View(
                "defizz", view.seat, seen.bout, legal, notes=view.notes, recollection=view.recollection
            )
            decision: Any = _INSIDE.decide(inner, level, persona, budget, draws)
            return Decision(decision.actions, decision.delay_ms)
        if seen.phase == "answer" and view.seat != seen.quizmaster:
            return _answer(view, level, persona, draws)
        action = _stake(view) if seen.phase == "wager" else Ready() if Ready() in listed else Proceed()
        return Decision((action,), take_time(_MEDIANS[seen.phase], persona, draws))


def _stake(view: SoireeView) -> Action:
    """Return the more, the surer the seat feels of the clue."""
    hunch = max((view.recollection or _NOTHING).hunches, default=0.0)
    return Wager(1 + round((HIGHEST_STAKE - 1) * hunch))


def _answer(view: SoireeView, level: Level, persona: Persona, draws: Draws) -> Decision[Action]:
    """Return what comes to mind, or that nothing does."""
    seen, recalled = view.observation, view.recollection or _NOTHING
    assert seen.question is not None, "it has been asked"
    action = Forgo() if recalled.words is None else Tell(recalled.words)
    task = Task(seen.question.mode, seen.question.text, recalled.words or "", recalled.sure)
    return Decision((action,), time_to_answer(task, level, persona, draws))
