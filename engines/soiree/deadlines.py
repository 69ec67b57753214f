"""How long each decision may take, and when another one is awaited (S25)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engines.core.game import Deadline
from engines.soiree.asking import asked_of, question_of
from engines.soiree.challenges import DEFIZZ, bout_of, inner_state
from engines.soiree.model import SoireeState

SECONDS: Final = {
    "break": 180,
    "wager": 30,
    "chrono": 30,
    "cible": 40,
    "list": 75,
    "verdict": 60,
    "reveal": 20,
    "commented": 120,
}

_ANSWERS: Final = {"chrono": "chrono", "cible": "cible", "pingpong": "list"}


def deadline(state: SoireeState) -> Deadline | None:
    """Return the awaited decision, or None at the end; answers and verdicts have a clock at every pace."""
    position = state.position
    if position.phase == "over":
        return None
    key = str(position.decision)
    if position.phase == "challenges":
        inner = DEFIZZ.deadline(inner_state(state.setup, bout_of(position)))
        assert inner is not None, "a round of défis ends with its last decision"
        return replace(inner, key=f"{key}.{inner.key}")  # new in the whole evening
    kind = _kind(state)
    answering = position.phase == "answer"
    always = answering or position.phase == "verdict"
    return Deadline(key, kind, SECONDS[kind], always=always, race=answering, counted=answering)


def _kind(state: SoireeState) -> str:
    """Return the kind of decision that is awaited: the phase or, for an answer, its mode."""
    position = state.position
    if position.phase == "answer":
        return _ANSWERS[question_of(state.setup, asked_of(position)).mode]
    commented = position.phase == "reveal" and position.quizmaster is not None
    return "commented" if commented else position.phase
