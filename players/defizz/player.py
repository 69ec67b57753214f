"""Plays Défizz: what to stake on a clue, and what to say, by what comes to its mind."""

from __future__ import annotations

from typing import Final

from engines.core.draws import Draws
from engines.defizz.events import DefizzEvent
from engines.defizz.model import (
    Accept,
    Action,
    Answer,
    AskQuestion,
    Choose,
    Help,
    Judge,
    Name,
    Observation,
    Pass,
    Refuse,
)
from players.core.chance import draw_one, draw_weighted, happens
from players.core.decision import Budget, Decision, Level
from players.core.persona import Persona
from players.core.player import Player
from players.core.view import Recollection, View
from players.defizz.numbers import free_number, luckiest_number
from players.defizz.odds import STRANGER, chance_to_win, edge
from players.defizz.pace import Task, time_for, time_to_answer
from players.defizz.stakes import accepts, stake_for

__all__ = ["DefizzPlayer"]

DefizzView = View[Observation, Action, DefizzEvent]
_NOTHING: Final = Recollection()
_UNSURE: Final = 0.5
"""Whoever feels less of every clue reads the card for help."""
_SLIPS: Final = 0.2
"""How often a weak player decides without thinking."""


class DefizzPlayer(Player[Observation, Action, DefizzEvent]):
    """What it knows makes a level, what it stakes a persona."""

    game = "defizz"

    def decide(
        self, view: DefizzView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> Decision[Action]:
        """Return what to do in the phase that the table is in."""
        del budget
        listed, seen = view.legal.actions, view.observation
        if not listed:
            raise ValueError(f"nothing to do for {view.seat}")
        match seen.phase:
            case "choose":
                return _choose(view, level, persona, draws)
            case "raise":
                accepted = _accepts(view, level, persona, draws)
                return Decision((Accept() if accepted else Refuse(),), time_for("raise", persona, draws))
            case "answer" if not isinstance(listed[0], Name):
                return _answer(view, level, persona, draws)
            case "verdict":
                right = seen.verdict is not None and bool(seen.verdict.bot)
                return Decision((Judge(right),), time_for("verdict", persona, draws))
        step = "name" if isinstance(listed[0], Name) else seen.phase
        action = draw_one(listed, draws) if isinstance(listed[0], Name | AskQuestion) else listed[0]
        return Decision((action,), time_for(step, persona, draws, forced=len(listed) == 1))


def _choose(view: DefizzView, level: Level, persona: Persona, draws: Draws) -> Decision[Action]:
    """Return the help where no clue says anything, else the question, the opponent and the stake."""
    seen = view.observation
    hunches = _hunches(view)
    unsure = max(hunches) < _UNSURE and (level is not Level.EASY or happens(_SLIPS, draws))
    if unsure and Help() in view.legal.actions:
        return Decision((Help(),), time_for("help", persona, draws))
    others = 1 if seen.die is not None and seen.die.kind == "duel" else len(seen.opponents)
    gains = {place: _gain(view, place, hunch, others) for place, hunch in enumerate(hunches)}
    place = seen.asked if seen.asked is not None else _pick(gains, hunches, level, draws)
    opponent = _pick_opponent(seen, level, draws) if seen.die and seen.die.kind == "duel" else None
    stake = stake_for(gains[place], seen, persona)
    action = Choose(None if seen.expert else place, opponent, stake)
    return Decision((action,), time_for("choose", persona, draws))


def _hunches(view: DefizzView) -> tuple[float, ...]:
    recalled = (view.recollection or _NOTHING).hunches
    return recalled or (STRANGER,) * len(view.observation.clues or ())


def _gain(view: DefizzView, place: int, hunch: float, others: int) -> float:
    """Return what a chip on a question gains; by luck, nothing."""
    card = view.observation.card
    if card is not None and card[place].mode == "chance":
        return 0.0
    return edge(chance_to_win(hunch, STRANGER, others), others)


def _pick(gains: dict[int, float], hunches: tuple[float, ...], level: Level, draws: Draws) -> int:
    if level is Level.EASY:
        return draw_weighted(dict(enumerate(hunches)), draws)
    return max(gains, key=lambda place: gains[place])


def _pick_opponent(seen: Observation, level: Level, draws: Draws) -> str:
    """Return whom to challenge: whoever has much is worth it."""
    if level is Level.EASY:
        return draw_one(seen.opponents, draws)
    return draw_weighted({other: float(max(100, seen.chips[other])) for other in seen.opponents}, draws)


def _accepts(view: DefizzView, level: Level, persona: Persona, draws: Draws) -> bool:
    seen = view.observation
    if level is Level.EASY and happens(_SLIPS, draws):
        return happens(0.5, draws)
    assert seen.chosen is not None, "a raise is on a clue"
    return accepts(_hunches(view)[seen.chosen], view.seat, seen, persona)


def _answer(view: DefizzView, level: Level, persona: Persona, draws: Draws) -> Decision[Action]:
    """Return what comes to mind, or that nothing does."""
    seen, recalled = view.observation, view.recollection or _NOTHING
    assert seen.question is not None, "it has been asked"
    words = recalled.words
    if seen.question.mode == "cible" and words is not None:
        words = free_number(words, seen.said, draws)
    elif seen.question.mode == "chance":
        words = luckiest_number(seen.max or 1, seen.said, draws, careless=level is Level.EASY)
    action = Pass() if words is None else Answer(words)
    has_read = any(said.seat == view.seat for said in seen.said)
    task = Task(seen.question.mode, "" if has_read else seen.question.text, words or "", recalled.sure)
    return Decision((action,), time_to_answer(task, level, persona, draws))
